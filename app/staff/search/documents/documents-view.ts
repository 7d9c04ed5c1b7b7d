import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { listDocuments, type OneDocument, readDocument } from "#worker/search/staff/list-documents.ts";
import { findNeighbours } from "#worker/search/staff/neighbours.ts";
import { readShownRelated } from "#worker/search/staff/read-related.ts";
import { kindNames, nameKind } from "../parts.ts";
import type { Reading } from "../read-part.ts";
import { buildDocumentsPath, type DocumentsAsked, readDocumentsAsked } from "./asked.ts";

interface ChunkView {
  id: number;
  trail: string;
  to: string;
  text: string;
  hash: string;
  vectors: { about: string; at: Instant }[];
  failure: string | null;
  nearTo: string;
  neighbours: { title: string; trail: string; to: string; text: string; score: string; openTo: string }[] | null;
}

export interface DocumentView {
  key: string;
  title: string;
  kind: string;
  path: string;
  summary: string;
  changed: Instant;
  indexed: Instant;
  chunks: ChunkView[];
  /** What its page names as related; null where that is written in its copy. `score` is null where tags or dates have chosen. */
  related: { title: string; path: string; score: string | null }[] | null;
  closeTo: string;
}

export interface DocumentsView {
  asked: DocumentsAsked;
  kinds: { value: string; name: string }[];
  total: string;
  rows: {
    key: string;
    title: string;
    kind: string;
    path: string;
    chunks: string;
    isWhole: boolean;
    embedded: string;
    indexed: Instant;
    openTo: string;
  }[];
  previousTo: string | null;
  nextTo: string | null;
  open: DocumentView | null;
  /** The address names a document that the search does not have. */
  isMissing: boolean;
}

const pageSize = 40;

/** Documents, and the one that the address opens. Two trips, and those of the neighbours. */
export async function loadDocuments(reading: Reading): Promise<DocumentsView> {
  const { search, query, locale } = reading;
  const asked = readDocumentsAsked(query);
  const [found, one] = await Promise.all([
    listDocuments(search.searchDb, { ...asked, skip: (asked.page - 1) * pageSize, most: pageSize }),
    asked.key === "" ? null : readDocument(search.searchDb, asked.key),
  ]);
  const number = new Intl.NumberFormat(locale);
  const all = found[0]?.all ?? 0;
  return {
    asked,
    kinds: Object.entries(kindNames).map(([value, { many }]) => ({ value, name: many })),
    total: number.format(all),
    rows: found.map(({ key, title, kind, path, chunks, embedded, indexedAt }) => ({
      key,
      title,
      kind: nameKind(kind),
      path,
      chunks: number.format(chunks),
      isWhole: embedded >= chunks,
      embedded: `${number.format(embedded)} of ${number.format(chunks)}`,
      indexed: toInstant(indexedAt, locale),
      openTo: `${buildDocumentsPath(asked, { key })}#document`,
    })),
    previousTo: asked.page > 1 ? buildDocumentsPath(asked, { page: asked.page - 1, key: "" }) : null,
    nextTo: asked.page * pageSize < all ? buildDocumentsPath(asked, { page: asked.page + 1, key: "" }) : null,
    open: one && (await toDocumentView(one, asked, reading)),
    isMissing: asked.key !== "" && one === null,
  };
}

async function toDocumentView(
  { key, title, kind, path, summary, changedAt, indexedAt, chunks }: OneDocument,
  asked: DocumentsAsked,
  { scope, search, locale, at }: Reading,
): Promise<DocumentView> {
  const chosen = chunks.find(({ id }) => id === asked.near);
  const [near, related] = await Promise.all([
    chosen ? findNeighbours(scope, search.searchDb, { chunk: chosen.id, most: 8 }) : null,
    readShownRelated(search.db, { key, path }, at),
  ]);
  const cosine = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return {
    key,
    title,
    kind: nameKind(kind),
    path,
    summary,
    changed: toInstant(changedAt, locale),
    indexed: toInstant(indexedAt, locale),
    related:
      related?.map(({ title: name, path: to, score }) => ({
        title: name,
        path: to,
        score: score === null ? null : cosine.format(score),
      })) ?? null,
    closeTo: buildDocumentsPath(asked, { key: "" }),
    chunks: chunks.map((chunk) => ({
      id: chunk.id,
      trail: chunk.trail.join(" › "),
      to: chunk.anchor === "" ? path : `${path}#${chunk.anchor}`,
      text: chunk.text,
      hash: chunk.hash.slice(0, 12),
      vectors: chunk.vectors.map(({ version, state, model, embeddedAt }) => ({
        about: `v${version}, ${model}${state === "live" ? " (serves)" : ""}`,
        at: toInstant(embeddedAt, locale),
      })),
      failure: chunk.failure && `Failed ${chunk.failure.tries} times: ${chunk.failure.reason}`,
      nearTo: `${buildDocumentsPath(asked, { key, near: chunk.id === asked.near ? 0 : chunk.id })}#chunk-${chunk.id}`,
      neighbours:
        chunk.id === asked.near && near
          ? near.map((other) => ({
              title: other.title,
              trail: other.trail.join(" › "),
              to: other.anchor === "" ? other.path : `${other.path}#${other.anchor}`,
              text: other.text.length > 240 ? `${other.text.slice(0, 239).trimEnd()}…` : other.text,
              score: cosine.format(other.score),
              openTo: `${buildDocumentsPath(asked, { key: other.key })}#chunk-${other.id}`,
            }))
          : null,
    })),
  };
}
