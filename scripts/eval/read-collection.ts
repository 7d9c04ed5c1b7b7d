/** Reads test collections in the forms in which they are handed around: TREC, BEIR, and that of Cranfield. */
import { readFile } from "node:fs/promises";

export interface CollectionDocument {
  id: string;
  title: string;
  text: string;
}

export interface CollectionQuery {
  id: string;
  text: string;
}

/** Grades by document, by query. */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Documents of a file: JSON lines with `_id`, `title` and `text` (BEIR); `<DOC>` with `<DOCNO>` (TREC); `.I`, `.T`, `.W`
 * (Cranfield).
 * @throws {Error} with the place of what cannot be read
 */
export async function readDocuments(file: string): Promise<CollectionDocument[]> {
  const content = await readFile(file, "utf8");
  if (/^\s*\{/.test(content))
    return readJsonLines(content, file).map((row) => ({ id: row.id, title: row.title ?? "", text: row.text ?? "" }));
  if (/<DOC>/i.test(content))
    return readElements(content, "DOC").map((element) => {
      const title =
        readElement(element, "TITLE") ?? readElement(element, "HEADLINE") ?? readElement(element, "HL") ?? "";
      const text = readElement(element, "TEXT") ?? element.replaceAll(/<(DOCNO|TITLE|HEADLINE|HL)>[^]*?<\/\1>/gi, " ");
      return { id: strip(readElement(element, "DOCNO") ?? ""), title: strip(title), text: strip(text) };
    });
  const fields = readFields(content, file);
  return fields.map(({ id, T = "", W = "" }) => {
    const title = T.trim();
    // In Cranfield the text begins with the title once more.
    const text = W.trim().startsWith(title) ? W.trim().slice(title.length) : W;
    return { id, title, text: text.trim() };
  });
}

/** Queries of a file: JSON lines with `_id` and `text`; `<top>`; lines of number, tab and text; `.I` and `.W`. */
export async function readQueries(file: string): Promise<CollectionQuery[]> {
  const content = await readFile(file, "utf8");
  if (/^\s*\{/.test(content)) return readJsonLines(content, file).map(({ id, text = "" }) => ({ id, text }));
  if (/<top>/i.test(content))
    return readElements(content, "top").map((element) => ({
      id: /<num>\s*(?:Number:)?\s*([^\s<]+)/i.exec(element)?.[1] ?? "",
      text: strip(/<title>\s*(?:Topic:)?([^<]*)/i.exec(element)?.[1] ?? ""),
    }));
  if (/^\.I/m.test(content)) return readFields(content, file).map(({ id, W = "" }) => ({ id, text: W.trim() }));
  return splitLines(content).map(({ line, number }) => {
    const tab = line.search(/\t|\s/);
    if (tab === -1) throw new Error(`${file}:${number}: a query needs a number and a text.`);
    return { id: line.slice(0, tab), text: line.slice(tab).trim() };
  });
}

/**
 * Judgements of a file, a line each: query, iteration, document, grade (TREC); query, document, grade (BEIR, with a line of
 * names above). A grade below 0 is 0.
 */
export async function readQrels(file: string): Promise<Qrels> {
  const qrels = new Map<string, Map<string, number>>();
  for (const { line, number } of splitLines(await readFile(file, "utf8"))) {
    const parts = line.trim().split(/\s+/);
    const [query, document, grade] = parts.length >= 4 ? [parts[0], parts[2], parts[3]] : parts;
    if (query === undefined || document === undefined || grade === undefined)
      throw new Error(`${file}:${number}: a judgement needs a query, a document and a grade.`);
    if (Number.isNaN(Number(grade))) {
      if (number === 1) continue;
      throw new Error(`${file}:${number}: “${grade}” is no grade.`);
    }
    const own = qrels.get(query) ?? new Map<string, number>();
    qrels.set(query, own.set(document, Math.max(0, Number(grade))));
  }
  return qrels;
}

/** A query with the grades of its documents. */
export interface JudgedQuery {
  text: string;
  grades: ReadonlyMap<string, number>;
}

/**
 * The queries that have judgements, by their numbers, whether or not these begin with noughts. In Cranfield judgements count
 * the queries from 1 on, while these have numbers with gaps: there a judged number is none of theirs.
 */
export function matchQueries(queries: readonly CollectionQuery[], qrels: Qrels): JudgedQuery[] {
  const trim = (id: string) => id.replace(/^0+(?=\d)/, "");
  const judged = new Map(Array.from(qrels, ([id, grades]) => [trim(id), grades]));
  const own = new Set(queries.map(({ id }) => trim(id)));
  const isPlace = (id: string) => Number(id) >= 1 && Number(id) <= queries.length;
  const isCounted = [...judged.keys()].every(isPlace) && [...judged.keys()].some((id) => !own.has(id));
  return queries.flatMap(({ id, text }, index) => {
    const grades = judged.get(isCounted ? String(index + 1) : trim(id));
    return grades ? [{ text, grades }] : [];
  });
}

function readJsonLines(content: string, file: string) {
  return splitLines(content).map(({ line, number }) => {
    try {
      const { _id, id, title, text } = JSON.parse(line) as { _id?: string; id?: string; title?: string; text?: string };
      return { id: String(_id ?? id), title, text };
    } catch {
      throw new Error(`${file}:${number}: this is no JSON.`);
    }
  });
}

function splitLines(content: string): { line: string; number: number }[] {
  return content
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== "");
}

function readElements(content: string, name: string): string[] {
  return Array.from(content.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, "gi")), ([, inner = ""]) => inner);
}

function readElement(content: string, name: string): string | undefined {
  const all = readElements(content, name);
  return all.length === 0 ? undefined : all.join(" ");
}

function strip(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

type Fields = { id: string } & Partial<Record<"T" | "A" | "B" | "W", string>>;

function readFields(content: string, file: string): Fields[] {
  if (!/^\.I\s/m.test(content)) throw new Error(`${file}: this is none of the forms that can be read.`);
  return content
    .split(/^\.I\s+/m)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [id = "", ...rest] = part.split(/\r?\n/);
      const fields: Fields & Record<string, string> = { id: id.trim() };
      let name = "";
      for (const line of rest) {
        const begun = /^\.([A-Z])\s*$/.exec(line)?.[1];
        if (begun) name = begun;
        else if (name !== "") fields[name] = `${fields[name] ?? ""} ${line}`;
      }
      return fields;
    });
}
