/**
 * Judged queries in the form of TREC: queries as lines of number, text and kind with tabs between them; grades as lines of number
 * of the query, iteration, document and grade.
 */

/** 0 of no use, 1 touches it, 2 answers it, 3 is what was meant. */
type Grade = 0 | 1 | 2 | 3;

/** What somebody might seek, and how good documents are for it. */
export interface JudgedQuery {
  text: string;
  /** What makes it special: "typo", "other words", "compound", "question"; "" for a plain one. */
  kind: string;
  /** By keys of documents. */
  grades: Readonly<Record<string, Grade>>;
}

/** A query as a file has it: documents by whatever names them, a key or a path. */
interface TrecQuery {
  text: string;
  kind: string;
  grades: { name: string; grade: Grade; line: number }[];
}

/** What cannot be taken: `line` counts from 1; 0 for the whole file. */
interface TrecMistake {
  file: "Queries" | "Grades";
  line: number;
  reason: string;
}

/** What a file that is no text in UTF-8 is read as. */
const unreadable = "\uFFFD";
const notText = "it is not UTF-8";

/** Reads both files. Lines with mistakes are left out and reported. */
export function readTrec(files: { queries: string; qrels: string }): { judged: TrecQuery[]; mistakes: TrecMistake[] } {
  const mistakes: TrecMistake[] = [];
  const judged = new Map<string, TrecQuery>();
  const texts = new Set<string>();
  for (const [line, content] of listLines(files.queries)) {
    const [written = "", text = "", kind = ""] = content.split("\t").map((cell) => cell.replaceAll(/\s+/g, " ").trim());
    const id = trim(written);
    const reason = content.includes(unreadable)
      ? notText
      : id === "" || text === ""
        ? "no tab between its number and its text"
        : text.length > 300
          ? "its text is longer than 300 characters"
          : kind.length > 20
            ? "its kind is longer than 20 characters"
            : judged.has(id)
              ? `number ${written} stands twice`
              : texts.has(text)
                ? "its text stands twice"
                : null;
    if (reason) mistakes.push({ file: "Queries", line, reason });
    else judged.set(id, { text, kind, grades: [] });
    texts.add(text);
  }
  for (const [line, content] of listLines(files.qrels)) {
    const cells = content.trim().split(/\s+/);
    const [id = "", , name = "", grade = ""] = cells;
    const query = judged.get(trim(id));
    const reason = content.includes(unreadable)
      ? notText
      : cells.length !== 4
        ? "it does not have four parts"
        : !query
          ? `no query has the number ${id}`
          : !/^[0-3]$/.test(grade)
            ? `a grade is a number from 0 to 3, not “${grade}”`
            : null;
    if (reason) mistakes.push({ file: "Grades", line, reason });
    else query?.grades.push({ name, grade: Number(grade) as Grade, line });
  }
  if (judged.size === 0 && mistakes.length === 0) mistakes.push({ file: "Queries", line: 0, reason: "there are none" });
  return { judged: [...judged.values()], mistakes };
}

/** Numbers are the same with noughts before them and without. */
function trim(id: string): string {
  return id.replace(/^0+(?=\d)/, "");
}

/** Lines that are not blank, with their numbers. */
function listLines(text: string): [line: number, content: string][] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((content, place): [number, string] => [place + 1, content])
    .filter(([, content]) => content.trim() !== "");
}

/** The queries by keys of documents, which `keys` has by names. Grades of what it does not have are left out and reported. */
export function keyGrades(
  judged: readonly TrecQuery[],
  keys: ReadonlyMap<string, string>,
): { queries: JudgedQuery[]; mistakes: TrecMistake[] } {
  const mistakes = judged.flatMap(({ grades }) =>
    grades.flatMap(({ name, line }): TrecMistake[] =>
      keys.has(name) ? [] : [{ file: "Grades", line, reason: `the search has no document “${name}”` }],
    ),
  );
  const queries = Array.from(judged, ({ text, kind, grades }) => {
    const known = grades.flatMap(({ name, grade }): [string, Grade][] => {
      const key = keys.get(name);
      return key === undefined ? [] : [[key, grade]];
    });
    return { text, kind, grades: Object.fromEntries(known) };
  });
  return { queries, mistakes };
}

/** Mistakes in the order of the files, in words: "Grades, line 3: it does not have four parts." */
export function writeMistakes(mistakes: readonly TrecMistake[]): string[] {
  return mistakes
    .toSorted((one, other) => (one.file === other.file ? one.line - other.line : one.file === "Queries" ? -1 : 1))
    .map(({ file, line, reason }) => `${file}${line === 0 ? "" : `, line ${line}`}: ${reason}.`);
}
