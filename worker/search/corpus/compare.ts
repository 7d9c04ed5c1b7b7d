import { sql } from "kysely";
import { hour, minute } from "#app/shared/durations.ts";
import { type Db, openDb, readRows, runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { cutDocument, hashDocument, type Indexed } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { readSources } from "./index-changes.ts";
import { dropDocuments, replaceDocuments } from "./index-documents.ts";
import type { SearchMessage } from "./messages.ts";
import { readPage } from "./pages.ts";

/** What a comparison of the whole site with the index has found, and put right. */
export interface Comparison {
  /** How many documents there are to be. */
  documents: number;
  /** Not in the index; in it, but not as they are now or not whole; in it and nowhere else. */
  missing: string[];
  changed: string[];
  extra: string[];
}

/** Articles and openings of one step. */
const atOnce = 40;
/** Keys that are named of each kind. */
const mostNamed = 50;
/** A comparison that has not gone on for so long has lost its message. */
const patience = 3 * minute;
/** Hour of the day, UTC, from which a nightly comparison may begin. */
const night = 2;

/** True when a comparison is due: each night, and where the deployment has other pages than the one that was compared. */
export function isDue({ compared_at, build }: { compared_at: number | null; build: string }, current: string): boolean {
  const at = now();
  const day = 24 * hour;
  const latest = Math.floor((at - night * hour) / day) * day + night * hour;
  return build !== current || compared_at === null || compared_at < latest;
}

/** The message that begins a comparison, goes on with one that has stopped, or null when there is nothing to do. */
export async function findComparison(scope: RequestScope): Promise<SearchMessage | null> {
  const state = await readState(openSearchDb(scope.env.SEARCH_DB));
  if (state.comparing_after !== null)
    return (state.comparing_at ?? 0) > now() - patience ? null : { kind: "compare", after: state.comparing_after };
  const { build } = await scope.openSitePages();
  return isDue(state, build) ? { kind: "compare", after: null } : null;
}

function readState(db: SearchDb) {
  return db.selectFrom("state").selectAll().executeTakeFirstOrThrow();
}

/**
 * A step of the comparison: all pages, or some articles and openings. Returns the message of the next one, or null when it was
 * the last, or another message has done it. What differs is put right at once.
 */
export async function compareStep(
  scope: RequestScope,
  { after }: { after: string | null },
): Promise<SearchMessage | null> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const state = await readState(db);
  // One that begins while another is under way is that one.
  if (after !== null && state.comparing_after !== after) return null;
  if (after === null && state.comparing_after !== null) return null;
  const begins = after === null;
  const found = begins ? nothingFound() : (JSON.parse(state.comparing_found ?? "null") as Comparison);
  const { build } = await scope.openSitePages();
  const next = begins ? await comparePages(scope, db, found) : await compareRows(scope, db, after, found);
  const at = now();
  const same = sql<boolean>`comparing_after is ${after}`;
  if (next !== null) {
    const since = begins ? at : state.comparing_since;
    await db
      .updateTable("state")
      .set({ comparing_after: next, comparing_since: since, comparing_at: at, comparing_found: write(found) })
      .where(same)
      .execute();
    return { kind: "compare", after: next };
  }
  await db
    .updateTable("state")
    .set({ comparing_after: null, comparing_since: null, comparing_at: null, comparing_found: null })
    .set({ compared_at: at, comparison: write(found), build })
    .where(same)
    .execute();
  const { documents, missing, changed, extra } = found;
  const counts = { documents, missing: missing.length, changed: changed.length, extra: extra.length };
  scope.log.info("search index compared", { ...counts, keys: [...missing, ...changed, ...extra].slice(0, mostNamed) });
  return null;
}

function nothingFound(): Comparison {
  return { documents: 0, missing: [], changed: [], extra: [] };
}

function write({ documents, missing, changed, extra }: Comparison): string {
  const [some, others, rest] = [missing, changed, extra].map((keys) => keys.slice(0, mostNamed));
  return JSON.stringify({ documents, missing: some, changed: others, extra: rest });
}

/** Compares the pages, and returns the key after which the rows follow. */
async function comparePages(scope: RequestScope, db: SearchDb, found: Comparison): Promise<string> {
  const site = await scope.openSitePages();
  const documents: Indexed[] = [];
  const unread = new Set<string>();
  for (const page of site.pages) {
    try {
      const document = await readPage(site, page);
      if (document) documents.push(document);
    } catch (error) {
      // It stays as it was indexed last.
      scope.log.error("page not read for the search", error, { path: page.path });
      unread.add(`page:${page.path}`);
    }
  }
  const stored = await db.selectFrom("documents").select("key").where("key", "like", "page:%").execute();
  const keys = [...new Set([...documents.map(({ key }) => key), ...stored.map(({ key }) => key)])];
  const known = keys.filter((key) => !unread.has(key));
  const differing = new Set(await findDiffering(db, known, documents, found));
  await replaceDocuments(
    db,
    documents.filter(({ key }) => differing.has(key)),
    now(),
  );
  const wanted = new Set(documents.map(({ key }) => key));
  await dropDocuments(
    db,
    [...differing].filter((key) => !wanted.has(key)),
  );
  return firstRow;
}

/** Before the keys of all articles and openings. */
const firstRow = "article:";

/** Compares the articles and openings that follow a key; returns the last of their keys, or null at the end. */
async function compareRows(
  scope: RequestScope,
  db: SearchDb,
  after: string,
  found: Comparison,
): Promise<string | null> {
  const site = openDb(scope.env.DB);
  const keys = await listKeys(site, db, after);
  const last = keys.at(-1);
  if (last === undefined) return null;
  const sources = await readSources(site, keys, now());
  const documents = sources.flatMap(({ document }) => document ?? []);
  const differing = await findDiffering(db, keys, documents, found);
  if (differing.length > 0) await askAgain(site, db, differing);
  // What begins or ends later has to be looked at then.
  const later = sources.flatMap(({ key, changesAt }) => (changesAt === null ? [] : { key, at: changesAt }));
  if (later.length > 0)
    await sql`insert into search_changes (key, due_at, stamp)
    select value ->> 'key', value ->> 'at', random() from json_each(${JSON.stringify(later)}) where true
    on conflict (key) do nothing`.execute(site);
  return last;
}

/** The keys that follow `after`, of what is published and of what is indexed. */
async function listKeys(site: Db, db: SearchDb, after: string): Promise<string[]> {
  const published = (table: "posts" | "jobs", prefix: string) => {
    const key = sql<string>`${sql.lit(prefix)} || id`;
    return site
      .selectFrom(table)
      .select(key.as("key"))
      .where("status", "=", "published")
      .where("id", ">", (after.startsWith(prefix) ? after.slice(prefix.length) : "") as never)
      .orderBy("id")
      .limit(atOnce);
  };
  const articles = published("posts", "article:");
  const openings = published("jobs", "opening:");
  const [inArticles, inOpenings] = await runBatch(site, [articles, openings]);
  const stored = await db
    .selectFrom("documents")
    .select("key")
    .where("key", ">", after)
    .where(sql<boolean>`(key >= 'article:' and key < 'article;') or (key >= 'opening:' and key < 'opening;')`)
    .orderBy("key")
    .limit(atOnce)
    .execute();
  const rows = [
    ...(after < "opening:" ? readRows<{ key: string }>(articles, inArticles) : []),
    ...readRows<{ key: string }>(openings, inOpenings),
    ...stored,
  ];
  return [...new Set(rows.map(({ key }) => key))].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, atOnce);
}

/** The keys under which the index does not hold just `documents`; notes them. */
async function findDiffering(
  db: SearchDb,
  keys: readonly string[],
  documents: readonly Indexed[],
  found: Comparison,
): Promise<string[]> {
  const stored = await readStored(db, keys);
  const wanted = new Map(documents.map((document) => [document.key, document]));
  const differing: string[] = [];
  for (const key of keys) {
    const [document, known] = [wanted.get(key), stored.get(key)];
    if (document ? known === (await describe(document)) : known === undefined) continue;
    (document ? (known === undefined ? found.missing : found.changed) : found.extra).push(key);
    differing.push(key);
  }
  found.documents += documents.length;
  return differing;
}

/**
 * Has articles and openings indexed anew as if they had changed: what indexes changes is made for others that do so at the
 * same time.
 */
async function askAgain(site: Db, db: SearchDb, keys: readonly string[]): Promise<void> {
  const list = JSON.stringify(keys);
  await db
    .updateTable("documents")
    .set({ hash: "0".repeat(64) })
    .where("key", "in", sql<string>`(select value from json_each(${list}))`)
    .execute();
  await sql`insert into search_changes (key, due_at, stamp)
    select value, ${now()}, random() from json_each(${list}) where true
    on conflict (key) do update set due_at = excluded.due_at, stamp = excluded.stamp`.execute(site);
}

/** What is stored of documents, each as one text: the hash of the document, and every chunk that is in both indexes. */
async function readStored(db: SearchDb, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; hash: string; chunks: string }>`
    select key, hash, (select json_group_array(json_array(anchor, json(trail), text, hash) order by place) from chunks
      where document = documents.id
        and exists (select 1 from chunk_index_docsize where id = chunks.id)
        and exists (select 1 from chunk_words_docsize where id = chunks.id)) as chunks
    from documents where key in (select value from json_each(${JSON.stringify(keys)}))`.execute(db);
  return new Map(rows.map(({ key, hash, chunks }) => [key, hash + JSON.stringify(JSON.parse(chunks))]));
}

/** The same of a document as it is now. */
async function describe(document: Indexed): Promise<string> {
  const chunks = await cutDocument(document);
  const listed = chunks.map(({ anchor, trail, text, hash }) => [anchor, trail, text, hash]);
  return (await hashDocument(document)) + JSON.stringify(listed);
}
