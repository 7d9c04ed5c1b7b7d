import type { Db } from "#worker/db/client.ts";
import type { StoredResult } from "./evaluations.ts";
import type { EvaluationRow } from "./read-overview.ts";

const mostListed = 60;

/** The latest evaluations, the newest first, without their rankings. Asks once. */
export async function listEvaluations(db: Db): Promise<EvaluationRow[]> {
  return db
    .selectFrom("search_evaluations")
    .select(["id", "created_at as createdAt", "search_version as version", "about", "queries", "figures"])
    .orderBy("created_at", "desc")
    .limit(mostListed)
    .execute();
}

/** What an evaluation made of each query; nothing where there is no such evaluation. Asks once. */
export async function readResults(db: Db, id: string): Promise<StoredResult[]> {
  const row = await db.selectFrom("search_evaluations").select("results").where("id", "=", id).executeTakeFirst();
  const results = JSON.parse(row?.results ?? "[]") as (StoredResult & { legs?: Partial<StoredResult> })[];
  // What each ranking made of a query may stand together under one name.
  return Array.from(results, ({ legs, ...result }) => ({ ...result, ...legs }));
}
