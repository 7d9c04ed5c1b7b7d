/** What there is to choose from, for goals and for steps of funnels: what visits of 90 days have seen, sent, fetched or pressed. */
import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { eventsWithPanel } from "./event-properties.ts";

const looksBack = 90 * day;
/** Of each kind: more than a list can offer. What is not among them is named by a pattern. */
const mostOffered = 150;

export interface Seen {
  pages: { path: string; title: string | null }[];
  files: { path: string }[];
  /** Events with what they were about, such as `form-sent` and `contact`. */
  events: { name: string; about: string }[];
}

/** From the sums of days, the most frequent first. `at` is now, in epoch milliseconds. */
export async function listSeen(db: Db, at: number): Promise<Seen> {
  const since = at - looksBack;
  const [pages, files] = [selectWords(db, "page", since), selectWords(db, "download", since)];
  const events = selectEvents(db, since);
  const [seen, fetched, happened] = await runBatch(db, [pages, files, events]);
  return { pages: readRows(pages, seen), files: readRows(files, fetched), events: readRows(events, happened) };
}

/** What has a comma or a star would be read as several, or as a pattern. */
const isPlain = (word: string) => sql`instr(${sql.ref(word)}, ',') = 0 and instr(${sql.ref(word)}, '*') = 0`;

/** Day by day, as the key begins with the day: no row of another dimension is read. */
const figuresOf = (dimension: string) =>
  sql`rolled_days cross join daily_figures as figures
    on figures.day = rolled_days.day and figures.dimension = ${sql.lit(dimension)}`;

function selectWords(
  db: Db,
  dimension: "page" | "download",
  since: number,
): Compilable<{ path: string; title: string | null }> {
  const select = sql<{ path: string; title: string | null }>`
    select word.value as path, word.label as title from ${figuresOf(dimension)}
    cross join dimension_values as word on word.id = figures.value
    where rolled_days.day >= ${since} and ${isPlain("word.value")}
    group by word.id order by sum(figures.visits) desc, word.value limit ${mostOffered}`;
  return { compile: () => select.compile(db) };
}

function selectEvents(db: Db, since: number): Compilable<{ name: string; about: string }> {
  const select = sql<{ name: string; about: string }>`
    select name.value as name, about.value as about from ${figuresOf("property")}
    cross join dimension_values as about on about.id = figures.detail and about.dimension = 'data'
    cross join dimension_values as name on name.id = figures.value
    where rolled_days.day >= ${since} and ${isPlain("about.value")}
      and name.value not in (${sql.join(eventsWithPanel.map((name) => sql.lit(name)))})
    group by name.id, about.id order by sum(figures.visits) desc, about.value limit ${mostOffered}`;
  return { compile: () => select.compile(db) };
}
