import { type RawBuilder, sql } from "kysely";
import { type AuditNote, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { OpeningStatus } from "#worker/db/openings-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { NotFoundError } from "#worker/lib/errors.ts";
import { computeUsualEnd, requireComplete } from "./complete-opening.ts";
import { type OpeningVersion, purgeOpenings, type SaveScope } from "./save-opening.ts";

/** The states from which a job may get into each state. */
const transitions = {
  published: ["draft", "internal", "closed"],
  closed: ["published", "internal"],
} as const satisfies Partial<Record<OpeningStatus, readonly OpeningStatus[]>>;

interface Change {
  known: OpeningVersion;
  /** Who changes it; null for the seed. */
  actor: AccountId | null;
}

/**
 * Opens a job to the public from `publishAt` (epoch milliseconds) on; now by default. One without an end gets
 * the usual one.
 * Throws InvalidInputError when something is missing that an opening must say, ConflictError when it has moved on.
 */
export async function publishOpening(
  db: Db,
  { known, actor, publishAt = now() }: Change & { publishAt?: number },
  scope: SaveScope,
): Promise<OpeningVersion> {
  const job = await db
    .selectFrom("openings")
    .select((query) => [
      "workplace",
      "pay_min",
      "closes_at",
      query
        .selectFrom("opening_locations")
        .whereRef("opening_id", "=", "openings.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("places"),
      query
        .selectFrom("opening_remote_countries")
        .whereRef("opening_id", "=", "openings.id")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("countries"),
    ])
    .where("id", "=", known.id)
    .executeTakeFirst();
  if (!job) throw new NotFoundError();
  const closesAt = job.closes_at ?? computeUsualEnd(publishAt);
  requireComplete({
    workplace: job.workplace,
    hasPay: job.pay_min !== null,
    places: job.places ?? 0,
    countries: job.countries ?? 0,
    closesAt,
    publishAt,
  });
  const change = { status: "published" as const, publish_at: publishAt, closes_at: closesAt, closed_at: null };
  const audit = { action: "job.published", detail: { publishAt } } as const;
  return moveOpening(db, { known, actor, to: "published", change, audit }, scope);
}

/**
 * Closes an opening at once. Its page stays and says so. An opening that was never public (internal or scheduled)
 * becomes a draft again.
 */
export async function closeOpening(db: Db, { known, actor }: Change, scope: SaveScope): Promise<OpeningVersion> {
  const wasSeen = sql<boolean>`status = 'published' AND publish_at <= ${now()}`;
  const status = sql<OpeningStatus>`CASE WHEN ${wasSeen} THEN 'closed' ELSE 'draft' END`;
  const closedAt = sql<number | null>`CASE WHEN ${wasSeen} THEN ${now()} END`;
  const change = { status, closed_at: closedAt };
  return moveOpening(db, { known, actor, to: "closed", change, audit: { action: "job.closed" } }, scope);
}

interface Move extends Change {
  to: keyof typeof transitions;
  change: {
    status: OpeningStatus | RawBuilder<OpeningStatus>;
    closed_at: RawBuilder<number | null> | null;
    publish_at?: number;
    closes_at?: number;
  };
  audit: AuditNote;
}

async function moveOpening(
  db: Db,
  { known, actor, to, change, audit }: Move,
  scope: SaveScope,
): Promise<OpeningVersion> {
  const version = await runVersioned(db, {
    ...known,
    actor,
    requestId: scope.requestId,
    table: "openings",
    where: sql<boolean>`status in (${sql.join(transitions[to])})`,
    set: { ...change, updated_at: now() },
    audit,
    conflict: "This job is no longer in the state you saw.",
  });
  await purgeOpenings(scope, ["jobs"]);
  return { id: known.id, version };
}
