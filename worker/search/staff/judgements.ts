import { sql } from "kysely";
import { type Doer, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { Grade, JudgedQuery } from "../judge/judged-query.ts";
import type { Known } from "./synonyms.ts";

const conflict = "This query has changed since you opened it. Look at it again.";
const taken = "There is a judged query with these words already.";

/** Sets the grade of one document for the words of a search, which become a judged query if they are none; null takes it away. */
export async function setGrade(
  db: Db,
  { text, key, grade }: { text: string; key: string; grade: Grade | null },
  doer: Doer,
): Promise<void> {
  const [at, id] = [now(), newId()];
  const query = db.selectFrom("search_queries").select("id").where("text", "=", text);
  await runRecorded(db, {
    ...doer,
    subject: null,
    audit: { action: "search_query.judged", detail: { key, grade } },
    queries: [
      db
        .insertInto("search_queries")
        .values({ id, text, created_at: at, updated_at: at })
        .onConflict((found) =>
          found.column("text").doUpdateSet({ version: sql`search_queries.version + 1`, updated_at: at }),
        ),
      grade === null
        ? db.deleteFrom("search_judgements").where("query_id", "=", query).where("key", "=", key)
        : db
            .insertInto("search_judgements")
            .columns(["query_id", "key", "grade"])
            .expression(query.select([sql.val(key).as("key"), sql.val(grade).as("grade")]))
            .onConflict((found) => found.columns(["query_id", "key"]).doUpdateSet({ grade })),
    ],
  });
}

/**
 * Adds a judged query; with `id`, one that was deleted comes back. Returns its id.
 * @throws {ConflictError} where its words are one already
 */
export async function addQuery(
  db: Db,
  { text, kind, grades, id = newId() }: JudgedQuery & { id?: string },
  doer: Doer,
): Promise<string> {
  const at = now();
  const rows = sql`(select 1 where not exists (select 1 from search_queries where id = ${id} or text = ${text}))`;
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "search_query.added", detail: { judged: Object.keys(grades).length } },
    given: { rows, conflict: taken },
    queries: [
      db.insertInto("search_queries").values({ id, text, kind, created_at: at, updated_at: at }),
      insertGrades(db, id, grades),
    ],
  });
  return id;
}

/**
 * Puts words, kind and all grades in place of those that were there.
 * @throws {ConflictError} when it has changed since, or another query has these words
 * @throws {NotFoundError} when it is gone
 */
export async function changeQuery(db: Db, { id, version, text, kind, grades }: JudgedQuery & Known, doer: Doer) {
  try {
    await runVersioned(db, {
      ...doer,
      table: "search_queries",
      id,
      version,
      set: { text, kind, updated_at: now() },
      audit: { action: "search_query.changed", detail: { judged: Object.keys(grades).length } },
      conflict,
      queries: [db.deleteFrom("search_judgements").where("query_id", "=", id), insertGrades(db, id, grades)],
    });
  } catch (error) {
    if (/UNIQUE constraint failed: search_queries/.test(String(error)))
      throw new ConflictError(taken, { cause: error });
    throw error;
  }
}

/** Errors as `changeQuery`. */
export async function deleteQuery(db: Db, { id, version }: Known, doer: Doer): Promise<void> {
  await runVersioned(db, {
    ...doer,
    table: "search_queries",
    id,
    version,
    set: {},
    audit: { action: "search_query.deleted" },
    conflict,
    queries: [db.deleteFrom("search_queries").where("id", "=", id)],
  });
}

function insertGrades(db: Db, id: string, grades: JudgedQuery["grades"]) {
  const insert = sql`insert into search_judgements (query_id, key, grade)
    select ${id}, key, value from json_each(${JSON.stringify(grades)}) where true
    on conflict (query_id, key) do update set grade = excluded.grade`;
  return { compile: () => insert.compile(db) };
}

/**
 * Stores judged queries of a file in one transaction: grades of queries that exist are added to, and replaced where the
 * same document has one.
 */
export async function importQueries(db: Db, queries: readonly JudgedQuery[], doer: Doer): Promise<void> {
  const at = now();
  const entries = JSON.stringify(queries.map((query) => ({ ...query, id: newId() })));
  const insert = sql`insert into search_queries (id, text, kind, created_at, updated_at)
    select ${field("id")}, ${field("text")}, ${field("kind")}, ${at}, ${at} from json_each(${entries}) as entry where true
    on conflict (text) do update set version = search_queries.version + 1, updated_at = excluded.updated_at`;
  const grade = sql`insert into search_judgements (query_id, key, grade)
    select search_queries.id, judged.key, judged.value
    from json_each(${entries}) as entry join search_queries on search_queries.text = ${field("text")},
      json_each(entry.value, '$.grades') as judged where true
    on conflict (query_id, key) do update set grade = excluded.grade`;
  await runRecorded(db, {
    ...doer,
    subject: null,
    audit: { action: "search_query.imported", detail: { queries: queries.length } },
    queries: [insert, grade].map((statement) => ({ compile: () => statement.compile(db) })),
  });
}

/** A field of the row `entry` of a JSON list. */
function field(name: string) {
  return sql`entry.value ->> ${sql.lit(`$.${name}`)}`;
}
