import type { Db } from "../../db/client.ts";
import type { Judgements } from "../engine/measure-ranking.ts";

/** A query of search_queries with its judgements. */
export interface JudgedQuery {
  id: string;
  text: string;
  kind: string;
  /** Grades by key of document, from 0 to 3. */
  grades: Judgements;
}

/** All judged queries by their texts; those without judgements too. Two queries. */
export async function readJudged(db: Db): Promise<JudgedQuery[]> {
  const [queries, judgements] = await Promise.all([
    db.selectFrom("search_queries").select(["id", "text", "kind"]).orderBy("text").execute(),
    db.selectFrom("search_judgements").select(["query_id", "key", "grade"]).execute(),
  ]);
  const byQuery = Map.groupBy(judgements, ({ query_id }) => query_id);
  return queries.map(({ id, text, kind }) => ({
    id,
    text,
    kind,
    grades: new Map((byQuery.get(id) ?? []).map(({ key, grade }) => [key, grade])),
  }));
}
