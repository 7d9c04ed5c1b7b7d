/** The job that keeps the archive in step with the visits. Any step may be repeated, and may be the last one of a run. */
import { sql } from "kysely";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { readLength, terms } from "#worker/lib/terms.ts";
import { selectAnalyticsZone } from "../figures/zone.ts";
import {
  type Claim,
  claimDay,
  claimToStore,
  type DueDay,
  finishStoring,
  isFree,
  noteFailure,
} from "./archived-days.ts";
import { eraseMoved } from "./erase-moved.ts";
import { emptyMoved, moveOut } from "./move-out.ts";
import { openArchive, readMoveAfter, readSink } from "./open-archive.ts";
import type { Sink } from "./types.ts";
import { countLines, readLines } from "./visit-lines.ts";

/** Most days that one run writes, and visits after which it begins no other; the rest waits five minutes. */
const daysAtOnce = 20;
const visitsAtOnce = 100_000;

/** The archive is away when so many days fail one after the other. */
const failuresInRow = 2;

interface Outcome {
  deleted: number;
  erased: number;
  stored: number;
  moved: number;
}

/**
 * Deletes days that are past their term, or whose place in the archive is not configured any more; erases visitors from days that
 * only the archive has; stores days that are rolled and not in it as they are; moves what is old enough out of D1. A day
 * that fails is noted with its error, and stops no other.
 * @throws {AggregateError} of what failed, once all have had their turn
 */
export async function archiveVisits(db: Db, { env }: Pick<RequestScope, "env">): Promise<Outcome | void> {
  const sink = readSink(env);
  if (!sink && !(await db.selectFrom("archived_days").select("day").limit(1).executeTakeFirst())) return;
  const failures: unknown[] = [];
  /** How many of the days were done. */
  async function each<Due extends { day: number }>(due: readonly Due[], work: (one: Due) => Promise<boolean>) {
    let [done, failed] = [0, 0];
    for (const one of due) {
      try {
        if (await work(one)) done += 1;
        failed = 0;
      } catch (error) {
        failures.push(error);
        if ((failed += 1) >= failuresInRow) break;
      }
    }
    return done;
  }
  const deleted = await each(await listUnwanted(db, sink), (one) => deleteDay(db, env, one));
  const erased = await each(await listErased(db), async (one) =>
    claimed(db, await claimDay(db, one.day), (claim) => eraseMoved(db, openArchive(env, one.sink), { ...one, claim })),
  );
  let visits = 0;
  const stored = sink
    ? await each(await listDue(db, sink), async (one) => {
        if (visits >= visitsAtOnce) return false;
        const tally = await storeDay(db, env, one);
        visits += tally?.visits ?? 0;
        return tally !== null;
      })
    : 0;
  const after = readMoveAfter(env);
  const moved = sink && after !== null ? await moveOut(db, after) : 0;
  await emptyMoved(db);
  if (failures.length > 0) throw new AggregateError(failures, "Days of the archive failed.");
  return { deleted, erased, stored, moved };
}

/** Runs `work` with a claim, and notes why it failed. */
async function claimed<Done>(
  db: Db,
  claim: Claim | null,
  work: (claim: Claim) => Promise<Done>,
): Promise<Done | false> {
  if (!claim) return false;
  try {
    return await work(claim);
  } catch (error) {
    await noteFailure(db, claim, error);
    throw error;
  }
}

/** Days whose visits begin to be past their term; and, of those that D1 has as well, days in another place or of another zone. */
async function listUnwanted(db: Db, sink: Sink | null): Promise<DueDay[]> {
  const at = now();
  const ofFormerZone = sql<boolean>`exists (select 1 from rolled_days as other
    where other.day < archived_days.ends and other.ends > archived_days.day
      and (other.day, other.ends) <> (archived_days.day, archived_days.ends))`;
  return db
    .selectFrom("archived_days")
    .select(["day", "ends", "name", "sink"])
    .where((where) =>
      where.or([
        where("day", "<", at - readLength(terms.visits)),
        where.and([where("moved_at", "is", null), where.or([sql<boolean>`sink is not ${sink}`, ofFormerZone])]),
      ]),
    )
    .where(isFree(at))
    .orderBy("day")
    .limit(daysAtOnce)
    .execute();
}

async function deleteDay(db: Db, env: Env, { day, name, sink }: DueDay): Promise<boolean> {
  const done = await claimed(db, await claimDay(db, day), async ({ claimed_until }) => {
    await openArchive(env, sink).deleteDay(name);
    await runBatch(db, [
      db.deleteFrom("archive_erasures").where("day", "=", day),
      db.deleteFrom("archived_days").where("day", "=", day).where("claimed_until", "=", claimed_until),
    ]);
    return true;
  });
  return done;
}

/** Days that the archive alone has, and that an erased visitor may be in. */
function listErased(db: Db) {
  return db
    .selectFrom("archived_days")
    .select(["day", "ends", "name", "sink"])
    .where("moved_at", "is not", null)
    .where(({ eb, ref }) => eb("stored_revision", "is not", ref("revision")))
    .where(isFree(now()))
    .orderBy("attempts")
    .orderBy("day", "desc")
    .limit(daysAtOnce * 5)
    .execute();
}

/**
 * Rolled days with visits that the archive has not, or not as they are; those that changed first, then the latest. A day waits
 * while another has its date: one of a former zone that is not deleted yet, or that has moved, and then it stays in D1.
 */
async function listDue(db: Db, sink: Sink): Promise<DueDay[]> {
  const at = now();
  const zone = selectAnalyticsZone(db);
  const hasVisits = sql<boolean>`exists (select 1 from visits
    where visits.started_at >= rolled_days.day and visits.started_at < rolled_days.ends)`;
  const days = db
    .selectFrom("rolled_days")
    .leftJoin("archived_days", "archived_days.day", "rolled_days.day")
    .select(["rolled_days.day", "rolled_days.ends"])
    .where("rolled_days.day", ">=", at - readLength(terms.visits))
    .where((where) =>
      where.or([
        where.and([where("archived_days.day", "is", null), hasVisits]),
        where.and([
          where("archived_days.moved_at", "is", null),
          sql<boolean>`archived_days.stored_revision is not archived_days.revision`,
          isFree(at),
        ]),
      ]),
    )
    .orderBy("archived_days.attempts")
    .orderBy((order) => order("archived_days.day", "is", null))
    .orderBy("rolled_days.day", "desc");
  const stored = db.selectFrom("archived_days").select(["day", "name"]);
  const [settings, found, named] = await runBatch(db, [zone, days, stored]);
  const { zone: place } = readRow(zone, settings);
  const byName = new Map(readRows(stored, named).map(({ day, name }) => [name, day]));
  return readRows(days, found)
    .map(({ day, ends }): DueDay => ({ day, ends, name: writeZonedTime(day, place).slice(0, 10), sink }))
    .filter(({ day, name }) => {
      if (!byName.has(name)) byName.set(name, day);
      return byName.get(name) === day;
    })
    .slice(0, daysAtOnce);
}

/** Null where somebody else has the day, or its visits changed meanwhile. */
async function storeDay(db: Db, env: Env, due: DueDay) {
  const stored = await claimed(db, await claimToStore(db, due), async (claim) => {
    const { pages, read } = countLines(readLines(db, due));
    await openArchive(env, due.sink).putDay(due.name, pages);
    const tally = read();
    const when = sql<boolean>`exists (select 1 from rolled_days where day = ${due.day} and ends = ${due.ends})`;
    return (await finishStoring(db, claim, { tally, when })) ? tally : null;
  });
  return stored || null;
}
