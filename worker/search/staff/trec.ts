import { sql } from "kysely";
import type { SearchDb } from "../engine/search-db.ts";
import type { Grade, JudgedQuery } from "./judgements.ts";

interface Read {
  queries: JudgedQuery[];
  judgements: number;
  /** Each with the number of its line. */
  problems: string[];
}

const mostQueries = 2000;

/**
 * Reads judged queries in TREC form: queries as lines of number, text and kind with tabs between them; grades as lines of
 * number, iteration, document and grade. Documents are named by key or path. Asks once.
 */
export async function readTrec(db: SearchDb, files: { queries: string; qrels: string }): Promise<Read> {
  const problems: string[] = [];
  const queries = new Map<string, { text: string; kind: string; grades: Record<string, Grade> }>();
  const texts = new Set<string>();
  for (const [number, line] of listLines(files.queries)) {
    const [id = "", text = "", kind = ""] = line.split("\t").map((cell) => cell.replaceAll(/\s+/g, " ").trim());
    const problem =
      text === ""
        ? "no tab between its number and its text"
        : text.length > 300
          ? "its text is longer than 300 characters"
          : kind.length > 20
            ? "its kind is longer than 20 characters"
            : queries.has(id)
              ? `number ${id} stands twice`
              : texts.has(text)
                ? "its text stands twice"
                : null;
    if (problem) problems.push(`Queries, line ${number}: ${problem}.`);
    else queries.set(id, { text, kind, grades: {} });
    texts.add(text);
  }
  if (queries.size > mostQueries) problems.push(`Queries: more than ${mostQueries} at once.`);
  const judged = [...listLines(files.qrels)].map(([number, line]) => ({ number, cells: line.trim().split(/\s+/) }));
  const keys = await findKeys(
    db,
    judged.map(({ cells }) => cells[2] ?? ""),
  );
  let judgements = 0;
  for (const { number, cells } of judged) {
    const [id = "", , name = "", grade = ""] = cells;
    const query = queries.get(id);
    const key = keys.get(name);
    const problem =
      cells.length !== 4
        ? "it does not have four parts"
        : !query
          ? `no query has the number ${id}`
          : !/^[0-3]$/.test(grade)
            ? `a grade is a number from 0 to 3, not “${grade}”`
            : key === undefined
              ? `the search has no document “${name}”`
              : null;
    if (problem) problems.push(`Grades, line ${number}: ${problem}.`);
    else if (query && key !== undefined) {
      query.grades[key] = Number(grade) as Grade;
      judgements += 1;
    }
  }
  if (queries.size === 0 && problems.length === 0) problems.push("Queries: there are none.");
  return { queries: [...queries.values()], judgements, problems };
}

function* listLines(text: string): Generator<[number: number, line: string]> {
  for (const [place, line] of text.split(/\r?\n/).entries()) if (line.trim() !== "") yield [place + 1, line];
}

async function findKeys(db: SearchDb, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; key: string }>`select value as name, documents.key
    from json_each(${JSON.stringify([...new Set(names)])})
    join documents on documents.key = value or documents.path = value`.execute(db);
  return new Map(rows.map(({ name, key }) => [name, key]));
}
