import { type Compilable, type RawBuilder, sql } from "kysely";
import {
  type Ending,
  endReasons,
  hiredStage,
  isEnding,
  mayMove,
  nameStage,
  readStages,
} from "#shared/hiring/hiring-stages.ts";
import { runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { withdrawRejections } from "./withdraw-rejections.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { addHistory } from "./history.ts";

/** What is done in the batch of a move, and only if `where` holds of the application then. */
export interface BesideMove {
  where: RawBuilder<boolean>;
  queries: readonly Compilable[];
}

/** An application as its reader saw it, and who changes it. */
export interface ApplicationChange {
  known: { id: ApplicationId; version: number };
  /** Null for the seed and for scheduled work. */
  actor: AccountId | null;
}

interface Move extends ApplicationChange {
  /** A stage of its job, "rejected" or "withdrawn". */
  to: string;
  /** Why it ends: a key of `endReasons[to]`; an end needs one. */
  reason?: string | undefined;
  /** What staff write about the end, at most 1,000 characters. */
  note?: string | undefined;
  beside?: BesideMove | undefined;
}

/** How an application stood before a move; in the history, so that the move can be taken back. */
interface Standing {
  since: number;
  reason: string | null;
  note: string;
  endedAt: number | null;
}

export const changedMeanwhile = "Somebody changed this application while you had it open.";

/**
 * Moves an application to another stage or to its end. The only function that changes `stage`, with `takeBackMove`.
 * Returns the new version.
 * @throws {ConflictError} when it is no longer as it was seen; nothing has changed then
 * @throws {InvalidInputError} when its job does not lead there from its stage, or an end has no reason
 * @throws {NotFoundError} when it is gone
 */
export async function moveApplication(
  db: Db,
  { known, to, reason, note = "", actor, beside }: Move,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const row = await readStanding(db, known);
  const stages = readStages(row.stages);
  if (!mayMove(stages, row.stage, to)) {
    const [from, there] = [nameStage(stages, row.stage), nameStage(stages, to)];
    throw new InvalidInputError({ to: [`From ${from} an application cannot be moved to ${there}.`] });
  }
  const ends = isEnding(to);
  if (ends && !isReason(to, reason)) throw new InvalidInputError({ reason: ["Choose a reason."] });
  if (note.length > 1000) throw new InvalidInputError({ note: ["Keep it within 1,000 characters."] });
  const at = now();
  const end = ends ? { reason: reason ?? "", ...(note !== "" && { note }) } : {};
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "applications",
    conflict: changedMeanwhile,
    // The stages say where it may go; an end it has in any case.
    where: sql<boolean>`stage = ${row.stage} and (${ends ? 1 : 0}
      or (select stages from openings where openings.id = applications.opening_id) is ${row.stages})
      and (${beside?.where ?? sql`true`})`,
    set: {
      stage: to,
      stage_since: at,
      end_reason: ends ? (reason ?? null) : null,
      end_note: ends ? note : "",
      ended_at: ends || to === hiredStage ? at : null,
      // Who moves it has seen it.
      opened_at: row.opened_at ?? at,
      updated_at: at,
    },
    audit: { action: "application.moved", detail: { from: row.stage, to, reason: ends ? (reason ?? null) : null } },
    queries: [
      addHistory(db, {
        applicationId: known.id,
        actor,
        kind: "moved",
        detail: { from: row.stage, to, ...end, was: toStanding(row) },
      }),
      ...(row.stage === "rejected" ? withdrawRejections(db, known.id) : []),
      ...(beside?.queries ?? []),
    ],
  });
}

/**
 * Takes the last move back: the application stands as before it, with its days in that stage. Returns the new version.
 * @throws {ConflictError} when the application has changed since the move, or has never been moved
 * @throws {InvalidInputError} when its job no longer has that stage
 */
export async function takeBackMove(
  db: Db,
  { known, actor, beside }: ApplicationChange & { beside?: BesideMove },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<number> {
  const row = await readStanding(db, known);
  const last = await db
    .selectFrom("application_history")
    .select("detail")
    .where("application_id", "=", known.id)
    .where("kind", "=", "moved")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  const { from, to, was } = JSON.parse(last?.detail ?? "{}") as { from?: string; to?: string; was?: Standing };
  if (from === undefined || was === undefined || to !== row.stage) throw new ConflictError(changedMeanwhile);
  const stages = readStages(row.stages);
  if (!isEnding(from) && !stages.some(({ key }) => key === from))
    throw new InvalidInputError({
      to: [`Its job no longer has the stage it came from (${nameStage(stages, from)}). Choose another one.`],
    });
  return runVersioned(db, {
    ...known,
    actor,
    requestId,
    table: "applications",
    conflict: changedMeanwhile,
    where: sql<boolean>`stage = ${row.stage} and (${isEnding(from) ? 1 : 0}
      or (select stages from openings where openings.id = applications.opening_id) is ${row.stages}) and (${beside?.where ?? sql`true`})`,
    set: {
      stage: from,
      stage_since: was.since,
      end_reason: was.reason,
      end_note: was.note,
      ended_at: was.endedAt,
      updated_at: now(),
    },
    audit: { action: "application.moved", detail: { from: row.stage, to: from, undone: true } },
    queries: [
      addHistory(db, {
        applicationId: known.id,
        actor,
        kind: "moved",
        detail: { from: row.stage, to: from, undone: true },
      }),
      ...(row.stage === "rejected" ? withdrawRejections(db, known.id) : []),
      ...(beside?.queries ?? []),
    ],
  });
}

/** @throws {NotFoundError} when it is gone, {ConflictError} when it has another version */
async function readStanding(db: Db, { id, version }: ApplicationChange["known"]) {
  const row = await db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select([
      "stage",
      "stage_since",
      "end_reason",
      "end_note",
      "ended_at",
      "opened_at",
      "applications.version",
      "stages",
    ])
    .where("applications.id", "=", id)
    .where("sealed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new NotFoundError();
  if (row.version !== version) throw new ConflictError(changedMeanwhile);
  return row;
}

function toStanding(row: Awaited<ReturnType<typeof readStanding>>): Standing {
  return { since: row.stage_since, reason: row.end_reason, note: row.end_note, endedAt: row.ended_at };
}

function isReason(ending: Ending, reason: string | undefined): boolean {
  return reason !== undefined && Object.hasOwn(endReasons[ending], reason);
}
