/** Versions take their vectors, stems and runs with them, documents their chunks. */
const statements = [
  "DELETE FROM document_index",
  "DELETE FROM chunk_index",
  "DELETE FROM chunk_words",
  "DELETE FROM chunks",
  "DELETE FROM documents",
  "DELETE FROM words",
  "DELETE FROM word_grams",
  "DELETE FROM versions",
  `UPDATE state SET generation = generation + 1, embedded = -1, compared_at = NULL, comparison = NULL, build = '',
    comparing_after = NULL, comparing_since = NULL, comparing_at = NULL, comparing_found = NULL`,
];
/** Empties the index of the search: the Worker fills it anew with its next job. */
export async function emptySearch(db: D1Database): Promise<void> {
  await db.batch(statements.map((statement) => db.prepare(statement)));
}
