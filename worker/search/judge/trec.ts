/** Judged queries in the form of TREC: topics (number, tab, text, tab, kind) and judgements (number, 0, document, grade). */
import type { JudgedQuery } from "./read-judged.ts";

/** A query as a file has it: documents by whatever names it, a key or a path. */
export interface TrecQuery {
  text: string;
  kind: string;
  grades: ReadonlyMap<string, number>;
}

/** Both files. `nameOf` gives what documents are called in them, such as their paths. */
export function writeTrec(
  judged: readonly JudgedQuery[],
  nameOf: (key: string) => string = (key) => key,
): { queries: string; qrels: string } {
  const lines = judged.map(({ text, kind }, index) =>
    [index + 1, text.replaceAll(/\s+/g, " "), ...(kind === "" ? [] : [kind])].join("\t"),
  );
  const grades = judged.flatMap((query, index) =>
    Array.from(query.grades, ([key, grade]) => `${index + 1} 0 ${nameOf(key)} ${grade}`),
  );
  return { queries: join(lines), qrels: join(grades) };
}

function join(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** What could not be read: `line` counts from 1. */
export interface TrecMistake {
  file: "queries" | "qrels";
  line: number;
  reason: string;
}

/** Reads both files. Lines with mistakes are left out and told. Grades are held to 0 to 3. */
export function readTrec({ queries, qrels }: { queries: string; qrels: string }): {
  judged: TrecQuery[];
  mistakes: TrecMistake[];
} {
  const mistakes: TrecMistake[] = [];
  const found = new Map<string, { text: string; kind: string; grades: Map<string, number> }>();
  for (const { line, number } of splitLines(queries)) {
    const [, id, rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    const [text = "", kind = ""] = rest.split("\t").map((part) => part.trim());
    const reason =
      id === undefined || text === ""
        ? "A query needs a number and a text."
        : text.length > 300
          ? "A query has at most 300 characters."
          : "";
    if (reason !== "" || id === undefined) mistakes.push({ file: "queries", line: number, reason });
    else found.set(id, { text, kind: kind.slice(0, 20), grades: new Map() });
  }
  for (const { line, number } of splitLines(qrels)) {
    const parts = line.split(/\s+/);
    const [id = "", document = "", grade = ""] = parts.length >= 4 ? [parts[0], parts[2], parts[3]] : parts;
    const query = found.get(id);
    if (document === "" || !/^-?\d+$/.test(grade))
      mistakes.push({ file: "qrels", line: number, reason: "A judgement needs a query, a document and a grade." });
    else if (!query) mistakes.push({ file: "qrels", line: number, reason: `There is no query ${id}.` });
    else query.grades.set(document, Math.min(3, Math.max(0, Number(grade))));
  }
  return { judged: [...found.values()], mistakes };
}

function splitLines(content: string): { line: string; number: number }[] {
  return content
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== "");
}
