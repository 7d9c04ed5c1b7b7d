import type { Db } from "#worker/db/client.ts";
import type { Figures, QueryResult } from "../judge/evaluate.ts";

export interface EvaluationRow {
  id: string;
  createdAt: number;
  version: number;
  about: string;
  queries: number;
  figures: Figures;
}

const mostListed = 60;

/** The latest evaluations, the newest first, without their rankings. Asks once. */
export async function listEvaluations(db: Db): Promise<EvaluationRow[]> {
  const rows = await db
    .selectFrom("search_evaluations")
    .select(["id", "created_at as createdAt", "search_version as version", "about", "queries", "figures"])
    .orderBy("created_at", "desc")
    .limit(mostListed)
    .execute();
  return Array.from(rows, (row) => ({ ...row, figures: JSON.parse(row.figures) as Figures }));
}

/** What an evaluation made of each query; nothing where there is no such evaluation. Asks once. */
export async function readResults(db: Db, id: string): Promise<QueryResult[]> {
  const row = await db.selectFrom("search_evaluations").select("results").where("id", "=", id).executeTakeFirst();
  return JSON.parse(row?.results ?? "[]") as QueryResult[];
}
