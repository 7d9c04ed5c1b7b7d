import type { Db } from "#worker/db/client.ts";
import type { SaveScope } from "../purge-insight.ts";
import { createTopic, type MadeTopic, type NewTopic } from "./save-topic.ts";

/** Stores an author: `createTopic`. */
export function createAuthor(
  db: Db,
  author: NewTopic<"author">,
  scope: Pick<SaveScope, "requestId">,
): Promise<MadeTopic<"author">> {
  return createTopic(db, "author", author, scope);
}
