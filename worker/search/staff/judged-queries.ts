import { sql } from "kysely";
import type { Db } from "#worker/db/client.ts";
import type { Grade, JudgedQuery } from "../judge/judged-query.ts";
import type { Known } from "./synonyms.ts";

export interface StoredQuery extends Known, JudgedQuery {
  updatedAt: number;
}

interface Row extends Known {
  text: string;
  kind: string;
  updated_at: number;
  grades: string;
}

/** All judged queries with their grades, by their words. Asks once. */
export async function listQueries(db: Db): Promise<StoredQuery[]> {
  const { rows } = await selectQueries(sql`true`).execute(db);
  return rows.map(readQuery);
}

/** The judged query with that id, or with those words; undefined where there is none. */
export async function findQuery(db: Db, by: { id: string } | { text: string }): Promise<StoredQuery | undefined> {
  const where = "id" in by ? sql`search_queries.id = ${by.id}` : sql`search_queries.text = ${by.text}`;
  const { rows } = await selectQueries(where).execute(db);
  return rows.map(readQuery)[0];
}

function selectQueries(where: ReturnType<typeof sql>) {
  return sql<Row>`select id, text, kind, version, updated_at,
      (select json_group_object(key, grade) from search_judgements where query_id = search_queries.id) as grades
    from search_queries where ${where} order by text`;
}

function readQuery({ grades, updated_at, ...row }: Row): StoredQuery {
  return { ...row, updatedAt: updated_at, grades: JSON.parse(grades) as Record<string, Grade> };
}
