import { searchSite } from "#worker/search/find/search-site.ts";
import type { Grade } from "#worker/search/judge/judged-query.ts";
import type { StoredQuery } from "#worker/search/staff/judged-queries.ts";
import { nameDocuments } from "#worker/search/staff/list-documents.ts";
import { nameKind } from "../parts.ts";
import { limitWork, type Reading } from "../read-part.ts";
import type { EvaluationAsked } from "./asked.ts";

export interface EditorRow {
  key: string;
  title: string;
  path: string;
  kind: string;
  grade: Grade | null;
  /** Where it comes from: "rank 3", "found by your words", "judged". */
  from: string;
}

export interface EditorView {
  id: string;
  version: string;
  text: string;
  kind: string;
  find: string;
  rows: EditorRow[];
}

const offered = 10;

/** The form of a judged query: documents that are judged, those that are found now, and those that somebody looks for. */
export async function loadEditor(
  asked: EvaluationAsked,
  queries: readonly StoredQuery[],
  reading: Reading,
): Promise<EditorView | null> {
  const stored =
    queries.find(({ id }) => id === asked.open) ??
    (asked.query === "" ? undefined : queries.find(({ text }) => text === asked.query));
  if (!stored && asked.open !== "new" && asked.query === "") return null;
  const { search, at } = reading;
  const text = stored?.text ?? asked.query;
  await limitWork(reading);
  const [ranked, sought] = await Promise.all(
    [text, asked.find].map(async (words) =>
      words === "" ? [] : (await searchSite(search, { text: words, now: at, most: offered })).hits,
    ),
  );
  const grades = stored?.grades ?? {};
  const found = new Map<string, EditorRow>();
  const add = (row: Omit<EditorRow, "grade">) => {
    if (!found.has(row.key)) found.set(row.key, { ...row, grade: grades[row.key] ?? null });
  };
  for (const { key, title, path, kind } of sought ?? [])
    add({ key, title, path, kind: nameKind(kind), from: "found by your words" });
  for (const [place, { key, title, path, kind }] of (ranked ?? []).entries())
    add({ key, title, path, kind: nameKind(kind), from: `rank ${place + 1}` });
  const others = Object.keys(grades).filter((key) => !found.has(key));
  const names = await nameDocuments(search.searchDb, others);
  for (const key of others) {
    const name = names.get(key);
    add({
      key,
      title: name?.title ?? key,
      path: name?.path ?? "",
      kind: name ? nameKind(name.kind) : "",
      from: name ? "not among the first ten" : "not in the search",
    });
  }
  return {
    id: stored?.id ?? "",
    version: stored ? String(stored.version) : "",
    text,
    kind: stored?.kind ?? "",
    find: asked.find,
    rows: [...found.values()],
  };
}
