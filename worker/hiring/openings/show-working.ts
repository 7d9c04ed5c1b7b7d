import { sql } from "kysely";
import { findOpeningProblems } from "#shared/hiring/opening-checks.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { computeUsualEnd, requireComplete } from "./complete-opening.ts";
import { moveAddress, refuseTaken, replacePlaces, toColumns } from "./opening-columns.ts";
import { planQuestions } from "./questions.ts";
import { savedMeanwhile } from "./read-before.ts";
import { selectWorkingOpening, toWorkingOpening } from "./read-working.ts";
import { type OpeningVersion, purgeOpenings, type SaveScope } from "./save-opening.ts";
import { toOpeningDraft } from "./working-draft.ts";

interface Show {
  known: OpeningVersion;
  /** Who shows it; null for the seed. */
  actor: AccountId | null;
  /** Whom it is open to from now on; "as-before" shows the changes and leaves the rest as it is. */
  to: "published" | "internal" | "as-before";
}

/**
 * Shows a job as it was saved last: to the public, to colleagues only, or to whoever sees it already. What was public and
 * is opened again is dated anew; what is public keeps its date. One without an end gets the usual one. Returns the new
 * version.
 * @throws {InvalidInputError} by field, for what keeps it from being shown
 * @throws {ConflictError} when it has moved on, or another job has its address or its requisition id
 * @throws {NotFoundError} when it is gone
 */
export async function showWorkingOpening(
  db: Db,
  { known, actor, to }: Show,
  scope: SaveScope,
): Promise<OpeningVersion> {
  const row = await selectWorkingOpening(db, known.id).executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.version !== known.version) throw new ConflictError(savedMeanwhile);
  const status = to === "as-before" ? row.status : to;
  if (status === "draft") throw new ConflictError("This job has no readers yet. Publish it.");
  const at = now();
  const keepsDate = row.status === status && row.publish_at !== null;
  const publishAt = keepsDate && row.publish_at !== null ? row.publish_at : at;
  const { draft: working } = toWorkingOpening(row);
  refuseProblems(findOpeningProblems(working, { now: status === "closed" ? null : at }));
  const draft = toOpeningDraft(working);
  const closesAt = draft.closesAt ?? computeUsualEnd(Math.max(publishAt, at));
  requireComplete({
    workplace: draft.workplace,
    hasPay: draft.pay !== null,
    places: draft.places.length,
    countries: draft.remoteCountries.length,
    closesAt,
    publishAt,
  });
  const version = await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table: "openings",
    ...known,
    where: sql<boolean>`status = ${row.status} and slug = ${row.slug}`,
    set: {
      ...toColumns({ ...draft, closesAt }),
      status,
      publish_at: publishAt,
      closed_at: status === "closed" ? row.closed_at : null,
    },
    audit: { action: "job.published", detail: { slug: draft.slug, publishAt, to } },
    conflict: savedMeanwhile,
    queries: [
      ...replacePlaces(db, draft, known.id),
      ...planQuestions(db, { openingId: known.id, questions: working.questions, at }),
      ...moveAddress(db, draft, row),
      db.deleteFrom("opening_drafts").where("opening_id", "=", known.id),
    ],
  }).catch(refuseTaken);
  await purgeOpenings(scope, ["jobs", `job:${row.slug}`]);
  return { id: known.id, version };
}

function refuseProblems(problems: ReturnType<typeof findOpeningProblems>): void {
  const errors = problems.filter(({ level }) => level === "error");
  if (errors.length === 0) return;
  const fields = Map.groupBy(errors, ({ place }) => place.field);
  throw new InvalidInputError(
    Object.fromEntries([...fields].map(([field, found]) => [field, found.map(({ text }) => text)])),
    "The job is not published. Put right what its checks have found first.",
  );
}
