import type { Generated, Kysely } from "kysely";
import { openTables } from "#worker/db/client.ts";

/** The tables of migrations-search that queries are built on. The full-text tables are named in SQL. */
interface SearchTables {
  documents: {
    id: Generated<number>;
    key: string;
    kind: string;
    path: string;
    title: string;
    summary: string;
    hash: string;
    changed_at: number;
    indexed_at: number;
  };
  chunks: {
    id: Generated<number>;
    document: number;
    place: number;
    anchor: string;
    /** JSON: a list of headings. */
    trail: string;
    text: string;
    hash: string;
  };
  words: { id: Generated<number>; word: string };
  state: {
    id: 1;
    generation: Generated<number>;
    compared_at: number | null;
    /** JSON: Comparison of worker/search/corpus/compare.ts. */
    comparison: string | null;
    embedded: Generated<number>;
    related: Generated<number>;
    build: Generated<string>;
    comparing_after: string | null;
    comparing_since: number | null;
    comparing_at: number | null;
    comparing_found: string | null;
  };
  versions: {
    id: Generated<number>;
    provider: "lsa" | "workers-ai";
    model: string;
    dimensions: number;
    pooling: string;
    cutting: number;
    state: "building" | "ready" | "live" | "retired";
    lexical_weight: number;
    vector_weight: number;
    flattening: number;
    created_at: number;
    ready_at: number | null;
    live_since: number | null;
    retired_at: number | null;
    learnt_from: number | null;
    in_vectorize: Generated<0 | 1>;
  };
  vectors: { version: number; hash: string; data: string; embedded_at: number; is_pushed: Generated<0 | 1> };
  stems: { version: number; stem: string; weight: number; data: string; scale: number };
  embedding_failures: { version: number; hash: string; tries: number; reason: string; failed_at: number };
  runs: {
    id: string;
    version: number;
    kind: "new" | "missing" | "selected";
    /** JSON: string[]. */
    keys: string | null;
    state: "running" | "paused" | "done" | "cancelled" | "failed";
    step: "learn" | "embed";
    switches: Generated<0 | 1>;
    total: Generated<number>;
    done: Generated<number>;
    failed: Generated<number>;
    step_number: Generated<number>;
    started_at: number;
    updated_at: number;
    finished_at: number | null;
    reason: string | null;
  };
}

export type SearchDb = Kysely<SearchTables>;

/** The database of the search, which is apart from the site's. */
export function openSearchDb(d1: D1Database | D1DatabaseSession): SearchDb {
  return openTables<SearchTables>(d1);
}
