import { sql } from "kysely";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { addHistory } from "./history.ts";

interface Merge {
  /** The row that is put into the other, as its reader saw it. */
  known: { id: CandidateId; version: number };
  /** The row that stays. */
  into: CandidateId;
  /** From which application it was done, for the history. */
  from: ApplicationId;
  actor: AccountId;
}

/** Whoever may hire sees an application no longer that was withdrawn and is only held. */
function isThere(id: ApplicationId) {
  return sql<boolean>`exists (select 1 from applications where id = ${id} and sealed_at is null)`;
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
  const { along } = await db
    .selectFrom("candidates")
    .select(({ fn }) => fn.countAll<number>().as("along"))
    .where("merged_into", "=", known.id)
    .executeTakeFirstOrThrow();
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "candidates",
    conflict: changed,
    where: sql<boolean>`${isThere(from)} and merged_into is null and id <> ${into}
      and exists (select 1 from candidates as other where other.id = ${into} and other.merged_into is null)
      and (select count(*) from candidates as other where other.merged_into = ${known.id}) = ${along}`,
    set: { merged_into: into, came_with: null, updated_at: at },
    audit: { action: "candidate.merged", detail: { into } },
    queries: [
      db.updateTable("applications").set({ candidate_id: into }).where("candidate_id", "=", known.id),
      db
        .updateTable("candidates")
        .set({ merged_into: into, came_with: known.id, updated_at: at })
        .where("merged_into", "=", known.id),
      addHistory(db, { applicationId: from, actor, kind: "merged", detail: { candidate: known.id, into } }),
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
  const into = row.merged_into;
  const along = db
    .selectFrom("candidates as other")
    .select("other.id")
    .where("other.merged_into", "=", into)
    .where("other.came_with", "=", known.id);
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "candidates",
    conflict: changed,
    where: sql<boolean>`${isThere(from)} and merged_into = ${into}`,
    set: { merged_into: null, came_with: null, updated_at: now() },
    audit: { action: "candidate.parted", detail: { from: into } },
    queries: [
      db
        .updateTable("applications")
        .set({ candidate_id: known.id })
        .where("candidate_id", "=", into)
        .where(({ eb, selectFrom }) =>
          eb(
            "email",
            "in",
            selectFrom("candidates as own")
              .select("own.email")
              .where((own) => own.or([own("own.id", "=", known.id), own("own.id", "in", along)])),
          ),
        ),
      db.updateTable("candidates").set({ merged_into: known.id, came_with: null }).where("id", "in", along),
      addHistory(db, { applicationId: from, actor, kind: "parted", detail: { candidate: known.id } }),
    ],
  });
}
