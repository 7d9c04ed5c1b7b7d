/** Visits that leave D1, so that the archive alone has them. */
import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { listMonths } from "#shared/dates/zoned-buckets.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { readAnalyticsZone } from "../figures/zone.ts";

/** Most rows that one statement deletes, and statements of one run. */
const rowsPerStatement = 5000;
const mostStatements = 20;

/**
 * Moves days whose month ended `after` days ago or earlier. It changes only whose visits count: deleting them is
 * `emptyMoved`. A day is moved in one statement, which sees that the archive has it as it is. Returns how many days it was.
 */
export async function moveOut(db: Db, after: number): Promise<number> {
  const at = now();
  const { zone } = await readAnalyticsZone(db);
  const until = at - after * day;
  const [month] = listMonths({ from: until, to: until + 1 }, zone);
  const { numUpdatedRows } = await db
    .updateTable("archived_days")
    .set({ moved_at: at, is_emptied: 0 })
    .where("ends", "<=", month?.from ?? 0)
    .where("moved_at", "is", null)
    .where("keep_until", "<=", at)
    .where("claimed_until", "<=", at)
    .where(({ eb, ref }) => eb("stored_revision", "=", ref("revision")))
    .where(
      sql<boolean>`exists (select 1 from rolled_days
        where rolled_days.day = archived_days.day and rolled_days.ends = archived_days.ends)`,
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes visits and events of days that have moved, so many in one run. */
export async function emptyMoved(db: Db): Promise<void> {
  const moved = await db
    .selectFrom("archived_days")
    .select(["day", "ends"])
    .where("moved_at", "is not", null)
    .where("is_emptied", "=", 0)
    .where("claimed_until", "<=", now())
    .orderBy("day")
    .execute();
  let statements = 0;
  for (const { day: start, ends } of moved) {
    for (const [table, key] of [
      ["visit_events", "started_at, visit_no, seq"],
      ["visits", "started_at, visit_no"],
    ] as const)
      for (let deleted = Infinity; deleted >= rowsPerStatement;) {
        if ((statements += 1) > mostStatements) return;
        deleted = await deleteSome(db, { table, key, start, ends });
      }
    await db
      .updateTable("archived_days")
      .set({ is_emptied: 1 })
      .where("day", "=", start)
      .where("moved_at", "is not", null)
      .where("claimed_until", "<=", now())
      .execute();
  }
}

/** Nothing goes while somebody brings the day back, nor afterwards. */
async function deleteSome(
  db: Db,
  { table, key, start, ends }: { table: string; key: string; start: number; ends: number },
): Promise<number> {
  const columns = sql.raw(key);
  const statement = sql`delete from ${sql.table(table)} where (${columns}) in (
    select ${columns} from ${sql.table(table)} where started_at >= ${start} and started_at < ${ends}
      and exists (select 1 from archived_days where day = ${start} and moved_at is not null and claimed_until <= ${now()})
    limit ${sql.lit(rowsPerStatement)})`;
  const query: Compilable = { compile: () => statement.compile(db) };
  const [result] = await runBatch(db, [query]);
  return result?.meta.changes ?? 0;
}

/** True of an instant (SQL) on a day whose visits have moved. */
export function isMoved(at: string) {
  return sql<boolean>`exists (select 1 from archived_days
    where moved_at is not null and archived_days.day <= ${sql.ref(at)} and archived_days.ends > ${sql.ref(at)})`;
}
