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
 * Documents of a file, which gzip may have compressed: JSON lines, or a JSON list, with `_id`, `title` and `text` (BEIR); `<DOC>` with
 * `<DOCNO>` (TREC); `.I`, `.T`, `.W` (Cranfield), and `.K` with words that others chose for it (CACM); lines of id, tab and text, or of id, title and text with tabs between them.
 * @throws {Error} with the place of what cannot be read
 */
export async function readDocuments(file: string): Promise<CollectionDocument[]> {
  const content = await readText(file);
  if (/^\s*[{[]/.test(content)) return readJson(content, file);
  if (/<DOC>/i.test(content))
    return readElements(content, "DOC").map((element) => {
      const title = strip(
        readElement(element, "TITLE") ?? readElement(element, "HEADLINE") ?? readElement(element, "HL") ?? "",
      );
      const text = strip(readElement(element, "TEXT") ?? element.replaceAll(noText, " "));
      return { id: strip(readElement(element, "DOCNO") ?? ""), title, text: removeTitle(text, title) };
    });
  if (!/^\.I\s/m.test(content)) return readTable(content, file);
  return readFields(content).map(({ id, T = "", W = "", K = "" }) => {
    const [title, text] = [T, `${W} ${K}`].map((part) => part.replaceAll(/\s+/g, " ").trim()) as [string, string];
    return { id, title, text: removeTitle(text, title) };
  });
}

/** Elements of a document that are beside its text, where it has none for the text alone. */
const noText = /<(DOCNO|DOCID|TITLE|HEADLINE|HL|AUTHOR|BIB|DATE)>[^]*?<\/\1>/gi;

/** In Cranfield the text begins with the title once more. */
function removeTitle(text: string, title: string): string {
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
}

function readTable(content: string, file: string): CollectionDocument[] {
  return splitLines(content).map(({ line, number }) => {
    const [id = "", first, ...others] = line.split("\t");
    if (first === undefined) throw new Error(`${file}:${number}: this is none of the forms that can be read.`);
    return others.length === 0 ? { id, title: "", text: first } : { id, title: first, text: others.join(" ") };
  });
}

/** Queries of a file: JSON with `_id` and `text`; `<top>`; lines of number, tab and text; `.I` and `.W`. */
export async function readQueries(file: string): Promise<CollectionQuery[]> {
  const content = await readText(file);
  if (/^\s*[{[]/.test(content)) return readJson(content, file).map(({ id, text }) => ({ id, text }));
  if (/<top>/i.test(content))
    return readElements(content, "top").map((element) => ({
      id: /<num>\s*(?:Number:)?\s*([^\s<]+)/i.exec(element)?.[1] ?? "",
      text: readTopic(element),
    }));
  if (/^\.I\s/m.test(content)) return readFields(content).map(({ id, W = "" }) => ({ id, text: W.trim() }));
  return splitLines(content).map(({ line, number }) => {
    const tab = line.search(/\t|\s/);
    if (tab === -1) throw new Error(`${file}:${number}: a query needs a number and a text.`);
    return { id: line.slice(0, tab), text: line.slice(tab).trim() };
  });
}

/** The title of a topic, or its description where it has no title. */
function readTopic(element: string): string {
  const [title, description] = [/<title>\s*(?:Topic:)?([^<]*)/i, /<desc>\s*(?:Description:)?([^<]*)/i].map((part) =>
    strip(part.exec(element)?.[1] ?? ""),
  );
  return title || description || "";
}

/**
 * Judgements of a file, a line each: query, iteration, document, grade (TREC); query, document, grade (BEIR, with a line of
 * names above); query and document with two noughts, which are of use (CACM, CISI). Grades are as they are written, also those below 0.
 */
export async function readQrels(file: string): Promise<Qrels> {
  const qrels = new Map<string, Map<string, number>>();
  const lines = splitLines(await readText(file));
  const isListed = lines.every(({ line }) => /^\s*\S+\s+\S+\s+0\s+0(?:\.0+)?\s*$/.test(line));
  for (const { line, number } of lines) {
    const parts = line.trim().split(/\s+/);
    const [query, document, grade] = isListed
      ? [parts[0], parts[1], "1"]
      : parts.length >= 4
        ? [parts[0], parts[2], parts[3]]
        : parts;
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

/** Numbers are the same with noughts before them and without. */
function trim(id: string): string {
  return id.replace(/^0+(?=\d)/, "");
}

/** Judgements of documents by the ids that these have: the same, or the same number with other noughts before it. */
export function matchDocuments(documents: readonly CollectionDocument[], qrels: Qrels): Qrels {
  const own = new Set(documents.map(({ id }) => id));
  const trimmed = new Map(documents.map(({ id }) => [trim(id), id]));
  const find = (id: string) => (own.has(id) ? id : (trimmed.get(trim(id)) ?? id));
  return new Map(
    Array.from(qrels, ([query, grades]) => [query, new Map(Array.from(grades, ([id, grade]) => [find(id), grade]))]),
  );
}

/**
 * The queries that have judgements, by their numbers, whether or not these begin with noughts. In Cranfield judgements count
 * the queries from 1 on, while these have numbers with gaps: where nearly every place from the first to the last is judged, and
 * some judged number is none of a query, numbers are places.
 */
export function matchQueries(queries: readonly CollectionQuery[], qrels: Qrels): Matched {
  const judged = new Map<string, ReadonlyMap<string, number>>();
  for (const [id, grades] of qrels) judged.set(trim(id), new Map([...(judged.get(trim(id)) ?? []), ...grades]));
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

interface JsonRow {
  _id?: string | number;
  id?: string | number;
  title?: string;
  text?: string;
  body?: string;
}

/** A row a line, or a list of all. */
function readJson(content: string, file: string): CollectionDocument[] {
  const rows = /^\s*\[/.test(content)
    ? (parseJson(content, file) as JsonRow[])
    : splitLines(content).map(({ line, number }) => parseJson(line, `${file}:${number}`) as JsonRow);
  return rows.map(({ _id, id, title = "", body = "", text = body }) => ({ id: String(_id ?? id), title, text }));
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${place}: this is no JSON.`);
  }
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

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function strip(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

type Fields = { id: string } & Partial<Record<"T" | "A" | "B" | "K" | "W", string>>;

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
