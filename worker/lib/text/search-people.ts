/** People in lists, found however their names are written: what the columns `folded` hold of them. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import { listSought, writeFolded } from "./fold-text.ts";

/** The folded columns of a row; the last part of an enquiry's id is searched as well (reference.ts). */
const folding = {
  accounts: { texts: ["name", "email"], order: sql`id` },
  enquiries: { texts: ["name", "email", "company", "subject"], order: sql`received_at desc` },
} as const;
type People = keyof typeof folding;

/** A search folds so many rows; the others are found as they are written until the next one. */
const mostAtOnce = 1000;

/** Folds what is new or has changed. Call it before a query with `hasPerson`, where anything was typed. */
export async function foldPeople(db: Db, table: People): Promise<void> {
  const { texts, order } = folding[table];
  const parts = sql.join(texts.map((text) => sql.ref(`${table}.${text}`)));
  const { rows } = await sql<{
    id: string;
    texts: string;
  }>`select id, json_array(${parts}) as texts from ${sql.table(table)}
    where folded is null order by ${order} limit ${sql.lit(mostAtOnce)}`.execute(db);
  if (rows.length === 0) return;
  const folded = rows.map((row) => [row.id, row.texts, writeFolded(JSON.parse(row.texts) as (string | null)[])]);
  // Who was renamed meanwhile is folded by the next search.
  await sql`update ${sql.table(table)} set folded = entry.value ->> 2 from json_each(${JSON.stringify(folded)}) as entry
    where ${sql.ref(`${table}.id`)} = entry.value ->> 0 and json_array(${parts}) = entry.value ->> 1`.execute(db);
}

/**
 * True of rows of `table` that have every one of the `words` in their folded texts, in any order; of one that is not folded yet, of
 * those whose texts have them as they are written. `other` is a further text to search, in small letters.
 */
export function hasPerson(table: People, words: string, other: RawBuilder<string> = sql.lit("")): RawBuilder<boolean> {
  const folded = sql`${sql.ref(`${table}.folded`)} || char(10) || ${other}`;
  const written = sql.join(
    folding[table].texts.map((text) => sql`coalesce(${sql.ref(`${table}.${text}`)}, '')`),
    sql` || char(10) || `,
  );
  const sought = listSought(words);
  if (sought.length === 0) return sql<boolean>`instr(lower(${written}), lower(${words})) > 0`;
  const all = sql.join(
    sought.map((word) => sql`instr(${folded}, ${word}) > 0`),
    sql` and `,
  );
  return sql<boolean>`iif(${sql.ref(`${table}.folded`)} is null,
    instr(lower(${written} || char(10) || ${other}), lower(${words})) > 0, ${all})`;
}
