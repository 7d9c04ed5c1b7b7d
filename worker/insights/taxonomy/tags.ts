import type { Db } from "#worker/db/client.ts";
import type { SaveScope } from "../purge-insight.ts";
import { createTopic, type MadeTopic, type NewTopic } from "./save-topic.ts";

/** Stores a tag: `createTopic`. */
export function createTag(
  db: Db,
  tag: NewTopic<"tag">,
  scope: Pick<SaveScope, "requestId">,
): Promise<MadeTopic<"tag">> {
  return createTopic(db, "tag", tag, scope);
}
