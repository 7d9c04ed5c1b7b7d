/** Deletes words that no row names any longer, such as those that one erased visitor sought. */
import { sql } from "kysely";
import { day, hour } from "#app/shared/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { longestDelay } from "./lifetimes.ts";
import { visitFacts } from "./messages.ts";
import { visitorWords } from "./write-visitors.ts";

/** It reads every visit once, so it runs at this hour (UTC) alone. */
const quietHour = 3;
/** How much time one statement reads. */
const step = 28 * day;
/** How many words one statement deletes: D1 takes no value over 2 MB. */
const idsAtOnce = 50_000;

const ofVisits = [...visitFacts, "entry", "exit"] as const;
const ofEvents = ["path", "name", "value", "from_path"] as const;

/** Selects the ids in these columns of visits that began in a range, each once. */
function selectUsed(table: "visits" | "visit_events", names: readonly string[], range: { from: number; to: number }) {
  const columns = sql.join(names.map((name) => sql.ref(`${table}.${name}`)));
  return sql<{ id: number }>`select distinct used.value as id
    from ${sql.table(table)}, json_each(json_array(${columns})) as used
    where started_at >= ${range.from} and started_at < ${range.to}`;
}

/** Runs within the one hour of the day. Returns how many words went. */
export async function deleteUnusedWordsAtNight(db: Db): Promise<{ words: number } | undefined> {
  return new Date(now()).getUTCHours() === quietHour ? deleteUnusedWords(db) : undefined;
}

/**
 * Looks for words without a row in steps, and deletes them by statements that look again where rows may have come
 * meanwhile: no row is stored later than `longestDelay` after it was received.
 */
async function deleteUnusedWords(db: Db): Promise<{ words: number }> {
  const started = now();
  const words = await db.selectFrom("dimension_values").select("id").execute();
  const unused = new Set(words.map(({ id }) => id));
  const oldest = await db
    .selectFrom("visits")
    .select(({ fn }) => fn.min("started_at").as("at"))
    .executeTakeFirst();
  // The clock of a device may be a day ahead.
  for (let to = started + 2 * day; to > (oldest?.at ?? started) && unused.size > 0; to -= step) {
    const range = { from: to - step, to };
    for (const query of [selectUsed("visits", ofVisits, range), selectUsed("visit_events", ofEvents, range)])
      for (const { id } of (await query.execute(db)).rows) unused.delete(id);
  }
  const others = [
    sql`select value from daily_figures union select detail from daily_figures`,
    ...Object.keys(visitorWords).map((name) => sql`select ${sql.ref(name)} from visitors`),
  ];
  for (const query of others)
    for (const row of (await sql<Record<string, number>>`${query}`.execute(db)).rows)
      for (const id of Object.values(row)) unused.delete(id);
  if (unused.size === 0) return { words: 0 };
  const late = { from: started - longestDelay - day, to: started + hour + 2 * day };
  const used = [selectUsed("visits", ofVisits, late), selectUsed("visit_events", ofEvents, late), ...others];
  const isUnused = sql.join(
    used.map((query) => sql`id not in (${query})`),
    sql` and `,
  );
  const ids = [...unused];
  let deleted = 0;
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const gone = sql`delete from dimension_values
      where id in (select value from json_each(${JSON.stringify(ids.slice(from, from + idsAtOnce))})) and ${isUnused}`;
    const [result] = await runBatch(db, [{ compile: () => gone.compile(db) }]);
    deleted += result?.meta.changes ?? 0;
  }
  return { words: deleted };
}
