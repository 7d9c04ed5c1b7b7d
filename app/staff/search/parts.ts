import { page } from "./page.ts";

/** The parts of the page, each at an address of its own, in the order of their tabs. */
export const parts = {
  overview: { path: page.path, name: "Overview" },
  test: { path: `${page.path}/test`, name: "Query tester" },
  documents: { path: `${page.path}/documents`, name: "Documents" },
  log: { path: `${page.path}/log`, name: "Query log" },
  words: { path: `${page.path}/words`, name: "Synonyms and pins" },
} as const;

export type Part = keyof typeof parts;

/** The address of a part, with what it is asked; what is "" is left out. */
export function buildPartPath(part: Part, query: Readonly<Record<string, string | number>> = {}): string {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === "" ? [] : [[name, String(value)]]));
  const text = new URLSearchParams(asked).toString();
  return text === "" ? parts[part].path : `${parts[part].path}?${text}`;
}

/** What kinds of documents are called. */
export const kindNames: Readonly<Record<string, { one: string; many: string }>> = {
  page: { one: "Page", many: "Pages" },
  service: { one: "Service page", many: "Service pages" },
  industry: { one: "Industry page", many: "Industry pages" },
  article: { one: "Article", many: "Articles" },
  opening: { one: "Opening", many: "Openings" },
};

export function nameKind(kind: string): string {
  return kindNames[kind]?.one ?? kind;
}
