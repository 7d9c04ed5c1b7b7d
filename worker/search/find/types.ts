import type { StemRow } from "../versions/lsa-provider.ts";
import type { SearchDb } from "../engine/search-db.ts";
import type { Db } from "../../db/client.ts";

/** What a search runs with. */
export interface SearchScope {
  /** The site's database. */
  db: Db;
  searchDb: SearchDb;
  /** Finds by meaning. Null: words alone. */
  leg: VectorLeg | null;
}

/** The version whose vectors are asked. */
export interface VersionInUse {
  id: number;
  provider: "lsa" | "workers-ai";
  model: string;
  dimensions: number;
  pooling: string;
  /** How ranks are fused: `FusionWeights` of worker/search/engine/fuse.ts. */
  weights: { lexical: number; vector: number; flattening: number };
  /** state.generation: another number means that vectors in memory are old. */
  generation: number;
  /** When and from how many texts a learnt model was learnt: another text means that its words in memory are old. */
  learnt: string;
  /** 1: Vectorize has its vectors, and is asked where it is bound. */
  inVectorize: 0 | 1;
}

/** What a version has learnt of the stems that were asked for with a query; nothing of those that it does not know. */
export interface AskedStems {
  asked: ReadonlySet<string>;
  rows: readonly StemRow[];
}

/** A chunk that is near, by its id or by the first 40 digits or more of its text's hash. The score is the cosine. */
export type NearChunk = { id: number; score: number } | { hash: string; score: number };

export interface VectorLeg {
  /**
   * The chunks nearest to a query, the best first. `meant` are words that are sought in place of those of the text or beside them: a
   * learnt model knows no others than the site's. `stems` is what it has learnt of the query's own. Rejects where its provider fails: the search goes on with words.
   */
  findNear(
    version: VersionInUse,
    query: { text: string; stems: AskedStems; meant: readonly string[] },
  ): Promise<NearChunk[]>;
}

export interface SearchOptions {
  text: string;
  /** The last word may not be whole. */
  isTyping?: boolean;
  /** Words are taken as they are written: nothing else is sought for those that no document has. */
  isExact?: boolean;
  /** Kinds of documents; all by default. */
  kinds?: readonly string[];
  /** Documents that are left out at the beginning, and how many come then at most; 0 and 10 by default. */
  skip?: number;
  most?: number;
  /** Epoch milliseconds. */
  now: number;
  /** A version other than the live one. */
  version?: number;
}

/** Where words that were sought stand in a text: from, and to the character after. */
export type Mark = readonly [from: number, to: number];

export interface Passage {
  /** The id of its heading in the page; "" for the beginning. */
  anchor: string;
  /** Headings from the first level below the title down to its own. */
  trail: readonly string[];
  text: string;
  marks: readonly Mark[];
}

/** Where a leg has put a document: rank from 1 on, and the score of its best chunk. */
interface Place {
  rank: number;
  score: number;
}

export interface Hit {
  key: string;
  kind: string;
  path: string;
  title: string;
  titleMarks: readonly Mark[];
  summary: string;
  score: number;
  lexical: Place | null;
  vector: Place | null;
  isPinned: boolean;
  /** Its passages that fit, the best first; at most three, and none of what ranks low. */
  passages: readonly Passage[];
}

/** A word that was sought, as its stem and those of what was sought in its place. */
export interface SoughtWord {
  stems: readonly string[];
  /** Its weight: higher the fewer chunks have it. */
  weight: number;
}

export interface SearchAnswer {
  /** As it was asked, with single spaces. */
  text: string;
  hits: readonly Hit[];
  /**
   * Where nothing was found: documents of other kinds that have the words, or those that have words written like them; at most three.
   */
  nearest: readonly Hit[];
  /** How many documents were found, those that are not shown too; at most `mostRanked`. */
  total: number;
  /** How many of each kind. */
  kinds: Readonly<Record<string, number>>;
  /** Words that no document has, with what was sought in their place; would have been, where words are taken as they are. */
  corrected: readonly { typed: string; meant: string }[];
  /** Words that were left out, as enough others are rarer. */
  left: readonly string[];
  sought: readonly SoughtWord[];
  /** Null where words alone were asked; `failed` where the version's provider did not answer. */
  version: (VersionInUse & { failed: boolean }) | null;
}
