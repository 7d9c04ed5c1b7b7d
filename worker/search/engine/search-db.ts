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
  synonyms: {
    id: string;
    /** JSON: a list of texts. */
    texts: string;
    version: Generated<number>;
    updated_at: number;
  };
}

export type SearchDb = Kysely<SearchTables>;

/** The database of the search, which is apart from the site's. */
export function openSearchDb(d1: D1Database | D1DatabaseSession): SearchDb {
  return openTables<SearchTables>(d1);
}
