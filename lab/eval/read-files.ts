import { sql } from "kysely";
import type { SearchDb } from "../../worker/search/engine/search-db.ts";
import { type JudgedQuery, keyGrades, readTrec, writeMistakes } from "./trec.ts";

interface Read {
  queries: JudgedQuery[];
  /** Each with the number of its line. */
  problems: string[];
}

/** Reads judged queries in TREC form. Documents are named by key or path, and must be in the index. Asks once. */
export async function readFiles(db: SearchDb, files: { queries: string; qrels: string }): Promise<Read> {
  const { judged, mistakes } = readTrec(files);
  const names = judged.flatMap(({ grades }) => grades.map(({ name }) => name));
  const { queries, mistakes: unknown } = keyGrades(judged, await findKeys(db, names));
  return { queries, problems: writeMistakes([...mistakes, ...unknown]) };
}

async function findKeys(db: SearchDb, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`select value as name, documents.key
    from json_each(${JSON.stringify([...new Set(names)])})
    join documents on documents.key = value or documents.path = value`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
}
