import { sql } from "kysely";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId, OpeningStatus } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { type OpeningVersion, purgeOpenings, type SaveScope } from "./save-opening.ts";

interface Change {
  known: OpeningVersion;
  actor: AccountId | null;
}

const movedOn = "This job is no longer in the state you saw.";

/**
 * Moves the end of an opening, also in what is written of it and not shown yet. Instants are epoch milliseconds.
 * @throws {ConflictError} when it has moved on, is no opening, or would close before it opens
 * @throws {NotFoundError} when it is gone
 */
export async function extendOpening(
  db: Db,
  { known, actor, closesAt }: Change & { closesAt: number },
  scope: SaveScope,
): Promise<OpeningVersion> {
  const version = await runVersioned(db, {
    ...known,
    actor,
    requestId: scope.requestId,
    table: "openings",
    where: sql<boolean>`status in ('published', 'internal') and publish_at < ${closesAt}`,
    set: { closes_at: closesAt, updated_at: now() },
    audit: { action: "job.extended", detail: { closesAt } },
    conflict: movedOn,
    queries: [moveDraftEnd(db, known.id, closesAt)],
  });
  await purgeOpenings(scope, ["jobs"]);
  return { id: known.id, version };
}

/** What of a job decides who sees it. */
export interface FormerOpeningState {
  status: Exclude<OpeningStatus, "draft">;
  publishAt: number;
  closesAt: number;
}

/**
 * Takes back that an opening was closed, or that its end was moved: it stands as it did before.
 * @throws {ConflictError} when it has moved on, or lacks what an opening must say
 * @throws {NotFoundError} when it is gone
 */
export async function putBackOpening(
  db: Db,
  { known, actor, before }: Change & { before: FormerOpeningState },
  scope: SaveScope,
): Promise<OpeningVersion> {
  const { status, publishAt, closesAt } = before;
  const version = await runVersioned(db, {
    ...known,
    actor,
    requestId: scope.requestId,
    table: "openings",
    // A draft was an opening before if it has the day on which it appeared.
    where: sql<boolean>`publish_at = ${publishAt} and ${closesAt} > publish_at and pay_min is not null
      and (workplace = 'remote' or exists (select 1 from opening_locations where opening_id = openings.id))`,
    set: { status, closes_at: closesAt, closed_at: null, updated_at: now() },
    audit: { action: "job.put_back", detail: { status, closesAt } },
    conflict: movedOn,
    queries: [moveDraftEnd(db, known.id, closesAt)],
  });
  await purgeOpenings(scope, ["jobs"]);
  return { id: known.id, version };
}

function moveDraftEnd(db: Db, id: OpeningId, closesAt: number) {
  return db
    .updateTable("opening_drafts")
    .set({ content: sql`json_set(content, '$.closesAt', ${closesAt})` })
    .where("opening_id", "=", id);
}
