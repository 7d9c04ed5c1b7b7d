/** What the address of the documents asks for. */
import { cleanLine } from "#shared/text/clean-line.ts";
import { buildPartPath, kindNames } from "../parts.ts";

export interface DocumentsAsked {
  words: string;
  kind: string;
  page: number;
  /** Of the document that is open; "" for none. */
  key: string;
  /** Of the chunk whose neighbours are shown; 0 for none. */
  near: number;
}

export function readDocumentsAsked(query: URLSearchParams): DocumentsAsked {
  const page = Number(query.get("p") ?? "1");
  const near = Number(query.get("near") ?? "0");
  const kind = query.get("kind") ?? "";
  return {
    words: cleanLine(query.get("q") ?? "", 100),
    kind: Object.hasOwn(kindNames, kind) ? kind : "",
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
    key: cleanLine(query.get("key") ?? "", 300),
    near: Number.isSafeInteger(near) && near > 0 ? near : 0,
  };
}

export function buildDocumentsPath(asked: DocumentsAsked, change: Partial<DocumentsAsked> = {}): string {
  const { words, kind, page, key, near } = { ...asked, near: 0, ...change };
  return buildPartPath("documents", { q: words, kind, p: page === 1 ? "" : page, key, near: near === 0 ? "" : near });
}
