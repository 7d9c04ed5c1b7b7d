/** Deletes words that no row names any longer, such as those that one erased visitor sought. */
import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { BitSet } from "#worker/lib/bit-set.ts";
import { now } from "#worker/lib/clock.ts";
import type { Sql } from "./insert-rows.ts";
import { longestDelay } from "./lifetimes.ts";
import { visitFacts } from "./messages.ts";
import { visitorWords } from "./write-visitors.ts";

/** It reads every visit once, so it runs at this hour (UTC) alone. */
const quietHour = 3;
/** How much time one statement reads. */
const step = 7 * day;
/** How many words one statement deletes: D1 takes no value over 2 MB. */
const idsAtOnce = 50_000;
/** How many ids one row of an answer has: a row of D1 is no larger than 2 MB, and a row each would fill the memory. */
const idsInRow = 10_000;

const ofVisits = [...visitFacts, "entry", "exit"] as const;
const ofEvents = ["path", "name", "value", "from_path", "properties"] as const;

/** Selects the ids in these columns of visits that began in a range. */
function selectUsed(table: "visits" | "visit_events", names: readonly string[], range: { from: number; to: number }) {
  const columns = sql.join(names.map((name) => sql.ref(`${table}.${name}`)));
  return sql<{ id: number }>`select distinct used.value as id
    from ${sql.table(table)}, json_each(json_array(${columns})) as used
    where started_at >= ${range.from} and started_at < ${range.to}`;
}

/** Reads the ids that a query gives, many to a row, and hands over each. */
async function readIds(db: Db, query: Sql, tell: (id: number) => void): Promise<void> {
  const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (${query})
    group by id / ${sql.lit(idsInRow)}`.execute(db);
  for (const { ids } of rows) for (const id of JSON.parse(ids) as number[]) tell(id);
}

/** Runs within the one hour of the day. Returns how many words went. */
export async function deleteUnusedWordsAtNight(db: Db): Promise<{ words: number } | undefined> {
  return new Date(now()).getUTCHours() === quietHour ? deleteUnusedWords(db) : undefined;
}

/**
 * Looks for words without a row in steps, and deletes them by statements that look again where rows may have come
 * meanwhile: no row is stored later than `longestDelay` after it was received, unless a day comes back from the archive. While
 * somebody has claimed a day, and where somebody did meanwhile, no word goes.
 */
async function deleteUnusedWords(db: Db): Promise<{ words: number }> {
  const started = now();
  const claimed = db.selectFrom("archived_days").select("day").where("claimed_until", ">", started).limit(1);
  if (await claimed.executeTakeFirst()) return { words: 0 };
  const unused = new BitSet();
  const keep = (id: number) => unused.delete(id);
  await readIds(db, sql`select id from dimension_values`, (id) => unused.add(id));
  const oldest = await db
    .selectFrom("visits")
    .select(({ fn }) => fn.min("started_at").as("at"))
    .executeTakeFirst();
  // The clock of a device may be a day ahead.
  for (let to = started + 2 * day; to > (oldest?.at ?? started); to -= step) {
    const range = { from: to - step, to };
    for (const query of [selectUsed("visits", ofVisits, range), selectUsed("visit_events", ofEvents, range)])
      await readIds(db, query, keep);
  }
  const others = [
    sql`select value as id from daily_figures union select detail from daily_figures`,
    // Each property of a set goes after the set has gone.
    sql`select word.id from dimension_values as packed, json_each(packed.value) as each
      cross join dimension_values as word on word.dimension = 'property' and word.value = each.value
      where packed.dimension = 'properties'`,
    // Devices, which are within the JSON, are in daily_figures, too.
    sql`select distinct path as id from daily_vitals`,
    ...Object.keys(visitorWords).map((name) => sql`select distinct ${sql.ref(name)} as id from visitors`),
  ];
  for (const query of others) await readIds(db, query, keep);
  const late = { from: started - longestDelay - day, to: started + hour + 2 * day };
  const used = [selectUsed("visits", ofVisits, late), selectUsed("visit_events", ofEvents, late), ...others];
  const isUnused = sql.join(
    used.map((query) => sql`id not in (${query})`),
    sql` and `,
  );
  let deleted = 0;
  for (const ids of unused.list(idsAtOnce)) {
    const gone = sql`delete from dimension_values
      where id in (select value from json_each(${JSON.stringify(ids)})) and ${isUnused}
        and not exists (select 1 from archived_days where tried_at >= ${started} or claimed_until > ${now()})`;
    const [result] = await runBatch(db, [{ compile: () => gone.compile(db) }]);
    deleted += result?.meta.changes ?? 0;
  }
  return { words: deleted };
}
