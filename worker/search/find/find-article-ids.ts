import { sql } from "kysely";
import type { InsightId } from "../../db/insights-tables.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { splitWords } from "../engine/words.ts";

/** More words than this add work, and hardly ever precision. */
const mostWords = 8;
const mostFound = 1000;

/**
 * The public articles that have each of `words`, in any form or as the beginning of a longer word, anywhere in their text; the best
 * thousand. One query; none where there are no words.
 */
export async function findArticleIds(db: SearchDb, words: string): Promise<InsightId[]> {
  const match = splitWords(words)
    .slice(0, mostWords)
    .map((word) => `"${word}" *`)
    .join(" AND ");
  if (match === "") return [];
  const { rows } = await sql<{ id: InsightId }>`
    select substr(key, length('article:') + 1) as id from document_index
    join documents on documents.id = document_index.rowid and documents.kind = 'article'
    where document_index match ${match} order by document_index.rank limit ${sql.lit(mostFound)}`.execute(db);
  return rows.map(({ id }) => id);
}
