/** Reads test collections in the forms in which they are handed around: TREC, BEIR, tables, and that of Cranfield. */
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";

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

/** A file as text: compressed by gzip or not, with or without a byte order mark. Bytes that are no UTF-8 are Latin-1. */
async function readText(file: string): Promise<string> {
  const read = await readFile(file);
  const bytes = read[0] === 0x1f && read[1] === 0x8b ? gunzipSync(read) : read;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Documents of a file, which gzip may have compressed: JSON lines with `_id`, `title` and `text` (BEIR); `<DOC>` with `<DOCNO>`
 * (TREC); `.I`, `.T`, `.W` (Cranfield); lines of id, tab and text, or of id, title and text with tabs between them.
 * @throws {Error} with the place of what cannot be read
 */
export async function readDocuments(file: string): Promise<CollectionDocument[]> {
  const content = await readText(file);
  if (/^\s*\{/.test(content))
    return readJsonLines(content, file).map((row) => ({ id: row.id, title: row.title ?? "", text: row.text ?? "" }));
  if (/<DOC>/i.test(content))
    return readElements(content, "DOC").map((element) => {
      const title =
        readElement(element, "TITLE") ?? readElement(element, "HEADLINE") ?? readElement(element, "HL") ?? "";
      const text = readElement(element, "TEXT") ?? element.replaceAll(/<(DOCNO|TITLE|HEADLINE|HL)>[^]*?<\/\1>/gi, " ");
      return { id: strip(readElement(element, "DOCNO") ?? ""), title: strip(title), text: strip(text) };
    });
  if (!/^\.I\s/m.test(content)) return readTable(content, file);
  const fields = readFields(content);
  return fields.map(({ id, T = "", W = "" }) => {
    const title = T.trim();
    // In Cranfield the text begins with the title once more.
    const text = W.trim().startsWith(title) ? W.trim().slice(title.length) : W;
    return { id, title, text: text.trim() };
  });
}

function readTable(content: string, file: string): CollectionDocument[] {
  return splitLines(content).map(({ line, number }) => {
    const [id = "", first, ...others] = line.split("\t");
    if (first === undefined) throw new Error(`${file}:${number}: this is none of the forms that can be read.`);
    return others.length === 0 ? { id, title: "", text: first } : { id, title: first, text: others.join(" ") };
  });
}

/** Queries of a file: JSON lines with `_id` and `text`; `<top>`; lines of number, tab and text; `.I` and `.W`. */
export async function readQueries(file: string): Promise<CollectionQuery[]> {
  const content = await readText(file);
  if (/^\s*\{/.test(content)) return readJsonLines(content, file).map(({ id, text = "" }) => ({ id, text }));
  if (/<top>/i.test(content))
    return readElements(content, "top").map((element) => ({
      id: /<num>\s*(?:Number:)?\s*([^\s<]+)/i.exec(element)?.[1] ?? "",
      text: strip(/<title>\s*(?:Topic:)?([^<]*)/i.exec(element)?.[1] ?? ""),
    }));
  if (/^\.I\s/m.test(content)) return readFields(content).map(({ id, W = "" }) => ({ id, text: W.trim() }));
  return splitLines(content).map(({ line, number }) => {
    const tab = line.search(/\t|\s/);
    if (tab === -1) throw new Error(`${file}:${number}: a query needs a number and a text.`);
    return { id: line.slice(0, tab), text: line.slice(tab).trim() };
  });
}

/**
 * Judgements of a file, a line each: query, iteration, document, grade (TREC); query, document, grade (BEIR, with a line of
 * names above). Grades are as they are written, also those below 0.
 */
export async function readQrels(file: string): Promise<Qrels> {
  const qrels = new Map<string, Map<string, number>>();
  for (const { line, number } of splitLines(await readText(file))) {
    const parts = line.trim().split(/\s+/);
    const [query, document, grade] = parts.length >= 4 ? [parts[0], parts[2], parts[3]] : parts;
    if (query === undefined || document === undefined || grade === undefined)
      throw new Error(`${file}:${number}: a judgement needs a query, a document and a grade.`);
    if (Number.isNaN(Number(grade))) {
      if (number === 1) continue;
      throw new Error(`${file}:${number}: “${grade}” is no grade.`);
    }
    const own = qrels.get(query) ?? new Map<string, number>();
    qrels.set(query, own.set(document, Number(grade)));
  }
  return qrels;
}

/** A query with the grades of its documents. */
export interface JudgedQuery {
  id: string;
  text: string;
  grades: ReadonlyMap<string, number>;
}

export interface Matched {
  queries: JudgedQuery[];
  /** Judgements count the queries from 1 on. */
  isCounted: boolean;
  /** Queries that are judged and not there. */
  unknown: number;
}

/** So large a part of the places must be judged, where judgements count the queries. */
const countedPart = 0.9;

/**
 * The queries that have judgements, by their numbers, whether or not these begin with noughts. In Cranfield judgements count
 * the queries from 1 on, while these have numbers with gaps: where nearly every place from the first to the last is judged, and
 * some judged number is none of a query, numbers are places.
 */
export function matchQueries(queries: readonly CollectionQuery[], qrels: Qrels): Matched {
  const trim = (id: string) => id.replace(/^0+(?=\d)/, "");
  const judged = new Map(Array.from(qrels, ([id, grades]) => [trim(id), grades]));
  const own = new Set(queries.map(({ id }) => trim(id)));
  const isPlace = (id: string) => Number(id) >= 1 && Number(id) <= queries.length;
  const ids = [...judged.keys()];
  const isCounted = ids.every(isPlace) && ids.some((id) => !own.has(id)) && ids.length >= countedPart * queries.length;
  const matched = queries.flatMap(({ id, text }, index) => {
    const grades = judged.get(isCounted ? String(index + 1) : trim(id));
    return grades ? [{ id, text, grades }] : [];
  });
  return { queries: matched, isCounted, unknown: isCounted ? 0 : ids.filter((id) => !own.has(id)).length };
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

function readFields(content: string): Fields[] {
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
