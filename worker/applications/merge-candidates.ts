import { sql } from "kysely";
import { runVersioned } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { ApplicationId, CandidateId } from "../db/applications-tables.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { addHistory } from "./history.ts";

interface Merge {
  /** The row that is put into the other, as its reader saw it. */
  known: { id: CandidateId; version: number };
  /** The row that stays. */
  into: CandidateId;
  /** From which application it was done, for the history. */
  from: ApplicationId;
  actor: UserId;
}

const changed = "Somebody changed this person while you had the page open.";

/**
 * Puts two rows of one person together: the applications of the first go to the second, and so do rows that were put into
 * the first before. Later applications under either address join them. Returns the new version of the first.
 * @throws {ConflictError} when either is no longer as it was seen, or they are one already; nothing has changed then
 * @throws {NotFoundError} when the first is gone
 */
export async function mergeCandidates(
  db: Db,
  { known, into, from, actor }: Merge,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const at = now();
  const found = await db.selectFrom("candidates").select("id").where("merged_into", "=", known.id).execute();
  const along = found.map(({ id }) => id);
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "candidates",
    conflict: changed,
    where: sql<boolean>`merged_into is null and id <> ${into}
      and exists (select 1 from candidates as other where other.id = ${into} and other.merged_into is null)
      and (select count(*) from candidates as other where other.merged_into = ${known.id}) = ${along.length}`,
    set: { merged_into: into, updated_at: at },
    audit: { action: "candidate.merged", detail: { into } },
    queries: [
      db.updateTable("applications").set({ candidate_id: into }).where("candidate_id", "=", known.id),
      db.updateTable("candidates").set({ merged_into: into, updated_at: at }).where("merged_into", "=", known.id),
      addHistory(db, { applicationId: from, actor, kind: "merged", detail: { candidate: known.id, into, along } }),
    ],
  });
}

/**
 * Parts a row from the one that it was put into: it gets back the applications under its own address, and the rows that had
 * been put into it before, with theirs.
 * @throws {ConflictError} when it is no longer as it was seen; nothing has changed then
 * @throws {NotFoundError} when it is gone
 */
export async function partCandidates(
  db: Db,
  { known, from, actor }: Omit<Merge, "into">,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const row = await db.selectFrom("candidates").select("merged_into").where("id", "=", known.id).executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.merged_into === null) throw new ConflictError(changed);
  const merge = await db
    .selectFrom("application_history")
    .select("detail")
    // They may have been put together on the page of another application.
    .where(
      "application_id",
      "in",
      db.selectFrom("applications").select("id").where("candidate_id", "=", row.merged_into),
    )
    .where("kind", "=", "merged")
    .where(sql<boolean>`detail ->> 'candidate' = ${known.id}`)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  const { along = [] } = JSON.parse(merge?.detail ?? "{}") as { along?: CandidateId[] };
  const own = [known.id, ...along];
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "candidates",
    conflict: changed,
    where: sql<boolean>`merged_into = ${row.merged_into}`,
    set: { merged_into: null, updated_at: now() },
    audit: { action: "candidate.parted", detail: { from: row.merged_into } },
    queries: [
      db
        .updateTable("applications")
        .set({ candidate_id: known.id })
        .where("candidate_id", "=", row.merged_into)
        .where("email", "in", db.selectFrom("candidates").select("email").where("id", "in", own)),
      ...(along.length === 0
        ? []
        : [
            db
              .updateTable("candidates")
              .set({ merged_into: known.id })
              .where("id", "in", along)
              .where("merged_into", "=", row.merged_into),
          ]),
      addHistory(db, { applicationId: from, actor, kind: "parted", detail: { candidate: known.id } }),
    ],
  });
}
