import { sql } from "kysely";
import { type Db, openDb, runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { readArticles } from "./articles.ts";
import { dropDocuments, indexDocuments } from "./index-documents.ts";
import { readOpenings } from "./openings.ts";
import type { Source } from "./source.ts";

/** Changes that one step handles. */
const atOnce = 40;

export interface Indexing {
  indexed: number;
  removed: number;
  /** More changes are due. */
  isMore: boolean;
}

interface Change {
  key: string;
  stamp: number;
}

/**
 * Brings the articles and openings up to date whose changes are due. A row of `search_changes` is taken away only if it is
 * the one that was read before its document was; what changed meanwhile is due again.
 */
export async function indexChanges(scope: RequestScope): Promise<Indexing> {
  const [db, searchDb] = [openDb(scope.env.DB), openSearchDb(scope.env.SEARCH_DB)];
  const due = await selectDue(db, now())
    .select(["key", "stamp"])
    .orderBy("due_at")
    .limit(atOnce + 1)
    .execute();
  const changes = due.slice(0, atOnce);
  const outcome: Indexing = { indexed: 0, removed: 0, isMore: due.length > atOnce };
  const taken = await handle(db, searchDb, changes, outcome);
  // Somebody else handled these as well, perhaps from what was there before: the last one looks again.
  if (taken.length > 0) await handle(db, searchDb, taken, outcome);
  return outcome;
}

/** Returns the changes whose row was taken away meanwhile. */
async function handle(
  db: Db,
  searchDb: SearchDb,
  changes: readonly Change[],
  outcome: { indexed: number; removed: number },
): Promise<Change[]> {
  if (changes.length === 0) return [];
  const sources = await readSources(
    db,
    changes.map(({ key }) => key),
    now(),
  );
  const gone = sources.flatMap(({ key, document }) => (document ? [] : key));
  const documents = sources.flatMap(({ document }) => document ?? []);
  outcome.indexed += await indexDocuments(searchDb, documents, now());
  outcome.removed += await dropDocuments(searchDb, gone);
  return settle(db, changes, sources);
}

/** Rows of changes whose time has come. */
export function selectDue(db: Db, at: number) {
  return db.selectFrom("search_changes").where("due_at", "<=", at);
}

/** What is to be found now under some keys; what does not exist has no document. */
export async function readSources(db: Db, keys: readonly string[], at: number): Promise<Source[]> {
  const [articles, openings] = await Promise.all([
    readArticles(
      db,
      keys.filter((key) => key.startsWith("article:")),
      at,
    ),
    readOpenings(
      db,
      keys.filter((key) => key.startsWith("opening:")),
      at,
    ),
  ]);
  const found = new Map([...articles, ...openings].map((source) => [source.key, source]));
  return keys.map((key) => found.get(key) ?? { key, document: null, changesAt: null });
}

/**
 * Takes the rows of handled changes away, or lets them wait for what changes by itself. Returns those that somebody else has
 * taken away meanwhile.
 */
async function settle(db: Db, changes: readonly Change[], sources: readonly Source[]): Promise<Change[]> {
  const later = new Map(sources.map(({ key, changesAt }) => [key, changesAt]));
  const settled = sql`insert into search_progress (id, settled) values (1, 1)
    on conflict (id) do update set settled = settled + 1`;
  const results = await runBatch(db, [
    ...changes.map(({ key, stamp }) => {
      const at = later.get(key) ?? null;
      const same = sql<boolean>`key = ${key} and stamp = ${stamp}`;
      return at === null
        ? db.deleteFrom("search_changes").where(same)
        : db.updateTable("search_changes").set({ due_at: at }).where(same);
    }),
    { compile: () => settled.compile(db) },
  ]);
  const unsettled = changes.filter((_, index) => results[index]?.meta.changes === 0);
  if (unsettled.length === 0) return [];
  const waiting = await db
    .selectFrom("search_changes")
    .select("key")
    .where("key", "in", sql<string>`(select value from json_each(${JSON.stringify(unsettled.map(({ key }) => key))}))`)
    .execute();
  const keys = new Set(waiting.map(({ key }) => key));
  return unsettled.filter(({ key }) => !keys.has(key));
}
