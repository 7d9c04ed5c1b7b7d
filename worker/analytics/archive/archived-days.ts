/**
 * The table of the days in the archive. Who writes a day claims it before, so that two runs never write the same one; a claim
 * of a run that died ends by itself. A day counts as stored only if its visits have not changed while it was written.
 */
import { type Compilable, sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { type Db, firstRow, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { readErrorMessage } from "#worker/lib/error-message.ts";
import type { Sink } from "./types.ts";
import type { Tally } from "./visit-lines.ts";

/** No run of a job lasts longer than fifteen minutes. */
const claimLife = 20 * minute;

/** How long a day waits after it has failed once; as much longer with each time, up to an hour. */
const pause = 5 * minute;
const longestPause = 12;

export interface DueDay {
  day: number;
  ends: number;
  /** Its date. */
  name: string;
  sink: Sink;
}

export interface Claim {
  day: number;
  /** Of the visits that the claim is about. */
  revision: number;
  claimed_until: number;
}

/** True of days that nobody writes, and that have not failed just now. */
export function isFree(at: number) {
  return sql<boolean>`archived_days.claimed_until <= ${at}
    and (archived_days.attempts = 0
      or archived_days.tried_at + min(archived_days.attempts, ${sql.lit(longestPause)}) * ${sql.lit(pause)} <= ${at})`;
}

/**
 * Claims a day that is to be written; from then on the archive has nothing of it that counts. Null where somebody else has it,
 * or where its visits have moved.
 */
export async function claimToStore(db: Db, { day, ends, name, sink }: DueDay): Promise<Claim | null> {
  const at = now();
  const claimed_until = at + claimLife;
  const row = await db
    .insertInto("archived_days")
    .values({ day, ends, name, sink, claimed_until, attempts: 1, tried_at: at })
    .onConflict((conflict) =>
      conflict
        .column("day")
        .doUpdateSet(({ ref }) => ({
          claimed_until,
          stored_revision: null,
          attempts: sql<number>`${ref("archived_days.attempts")} + 1`,
          tried_at: at,
        }))
        .where("archived_days.claimed_until", "<=", at)
        .where("archived_days.moved_at", "is", null),
    )
    .returning("revision")
    .executeTakeFirst();
  return row ? { day, revision: row.revision, claimed_until } : null;
}

/** Claims a day that has a row, for anything else. Null where somebody else has it. */
export async function claimDay(db: Db, day: number): Promise<Claim | null> {
  const at = now();
  const claimed_until = at + claimLife;
  const row = await db
    .updateTable("archived_days")
    .set(({ ref }) => ({ claimed_until, attempts: sql<number>`${ref("attempts")} + 1`, tried_at: at }))
    .where("day", "=", day)
    .where("claimed_until", "<=", at)
    .returning("revision")
    .executeTakeFirst();
  return row ? { day, revision: row.revision, claimed_until } : null;
}

/**
 * Notes what is stored, and ends the claim; `also` runs in the same transaction. Returns false where the visits have changed
 * meanwhile: then the day is due again.
 */
export async function finishStoring(
  db: Db,
  claim: Claim,
  { tally, when, also = [] }: { tally: Tally; when?: ReturnType<typeof sql<boolean>>; also?: readonly Compilable[] },
): Promise<boolean> {
  const stored = db
    .updateTable("archived_days")
    .set({ ...tally, stored_revision: claim.revision, stored_at: now() })
    .where("day", "=", claim.day)
    .where("claimed_until", "=", claim.claimed_until)
    .where("revision", "=", claim.revision)
    .$if(when !== undefined, (query) => query.where(when as NonNullable<typeof when>))
    .returning("day");
  const [result] = await runBatch(db, [stored, ...also, endClaim(db, claim)]);
  return firstRow(result) !== undefined;
}

export function endClaim(db: Db, { day, claimed_until }: Claim) {
  return db
    .updateTable("archived_days")
    .set({ claimed_until: 0, attempts: 0, error: null })
    .where("day", "=", day)
    .where("claimed_until", "=", claimed_until);
}

/** Notes why it failed, and ends the claim. */
export async function noteFailure(db: Db, { day, claimed_until }: Claim, error: unknown): Promise<void> {
  await db
    .updateTable("archived_days")
    .set({ claimed_until: 0, error: readErrorMessage(error) })
    .where("day", "=", day)
    .where("claimed_until", "=", claimed_until)
    .execute();
}
