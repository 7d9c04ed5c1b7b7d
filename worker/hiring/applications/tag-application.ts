import { sql } from "kysely";
import { cleanLine } from "#shared/text/clean-line.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { addHistory } from "./history.ts";
import { type ApplicationChange, changedMeanwhile } from "./move-application.ts";

/** Longest tag, and most tags of one application. */
const longestTag = 40;
const mostTags = 20;

/** A tag as it is stored: one line in small letters. */
export function foldTag(text: string): string {
  return cleanLine(text.toLowerCase(), longestTag);
}

interface Tagging extends ApplicationChange {
  add?: readonly string[];
  remove?: readonly string[];
}

/**
 * Adds tags to an application and takes others away. Returns the new version.
 * @throws {ConflictError} when it is no longer as it was seen; nothing has changed then
 * @throws {InvalidInputError} for an empty tag, and for too many
 * @throws {NotFoundError} when it is gone
 */
export async function tagApplication(
  db: Db,
  { known, add = [], remove = [], actor }: Tagging,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const added = [...new Set(add.map(foldTag))];
  const removed = remove.map(foldTag).filter((tag) => !added.includes(tag));
  if (added.includes("")) throw new InvalidInputError({ tag: ["Write the tag."] });
  if (added.length > mostTags) throw new InvalidInputError({ tag: [`At most ${mostTags} tags.`] });
  const fits = sql<boolean>`(select count(*) from application_tags where application_id = ${known.id}) <= ${mostTags - added.length}`;
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "applications",
    conflict: `${changedMeanwhile} Or it has ${mostTags} tags already.`,
    where: fits,
    set: { updated_at: now() },
    audit: { action: "application.tagged", detail: { added: added.length, removed: removed.length } },
    queries: [
      ...added.map((tag) =>
        db
          .insertInto("application_tags")
          .values({ application_id: known.id, tag })
          .onConflict((conflict) => conflict.doNothing()),
      ),
      ...(removed.length > 0
        ? [db.deleteFrom("application_tags").where("application_id", "=", known.id).where("tag", "in", removed)]
        : []),
      addHistory(db, { applicationId: known.id, actor, kind: "tagged", detail: { added, removed } }),
    ],
  });
}
