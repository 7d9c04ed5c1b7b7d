import type { Db } from "#worker/db/client.ts";
import type { SaveScope } from "../purge-insight.ts";
import { createTopic, type MadeTopic, type NewTopic } from "./save-topic.ts";

/** Stores a category: `createTopic`. */
export function createCategory(
  db: Db,
  category: NewTopic<"category">,
  scope: Pick<SaveScope, "requestId">,
): Promise<MadeTopic<"category">> {
  return createTopic(db, "category", category, scope);
}
