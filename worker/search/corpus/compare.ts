import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { type Db, openDb, readRows, runBatch } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { cutting } from "../engine/cut-text.ts";
import type { Indexed } from "../engine/put-documents.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { pruneVersions } from "../versions/prune.ts";
import { type Comparison, findDiffering } from "./find-differing.ts";
import { readSources } from "./index-changes.ts";
import { dropDocuments, replaceDocuments } from "./index-documents.ts";
import type { SearchMessage } from "./messages.ts";
import { readPage } from "./pages.ts";

/** Articles and openings of one step. */
const atOnce = 40;
/** Keys that are named of each kind. */
const mostNamed = 50;
/** Before the keys of all articles and openings, and after them. */
const firstRow = "article:";
const afterRows = "prune";
const nothing = JSON.stringify({ documents: 0, missing: [], changed: [], extra: [] });
/** A comparison that has not gone on for so long has lost its message. */
const patience = 3 * minute;
/** Since midnight, UTC: the nightly comparison begins then. */
const night = 2 * hour;
/** How pages, articles and openings are read. Whoever changes that changes this number, so that all is read anew. */
const reading = 1;

/** The message that begins a comparison, goes on with one that has stopped, or null when there is nothing to do. */
export async function findComparison(scope: RequestScope): Promise<SearchMessage | null> {
  const state = await readState(openSearchDb(scope.env.SEARCH_DB));
  if (state.comparing_after !== null)
    return (state.comparing_at ?? 0) > now() - patience ? null : { kind: "compare", after: state.comparing_after };
  return isDue(state, await readBuild(scope)) ? { kind: "compare", after: null } : null;
}

/** True each night, and where the deployment has other pages than those that were compared, or reads and cuts them otherwise. */
function isDue({ compared_at, build }: { compared_at: number | null; build: string }, current: string): boolean {
  const at = now();
  const latest = Math.floor((at - night) / day) * day + night;
  return build !== current || compared_at === null || compared_at < latest;
}

async function readBuild(scope: RequestScope): Promise<string> {
  const { build } = await scope.openSitePages();
  return [build, reading, cutting].join(".");
}

function readState(db: SearchDb) {
  return db.selectFrom("state").selectAll().executeTakeFirstOrThrow();
}

/**
 * A step of the comparison: all pages, or some articles and openings, or some of what is of no use any more. Returns the message of
 * the next one, or null when another message has done it; unless this one came before (`isRepeated`), for then the next one may never
 * have been sent. What differs is put right at once, or has become due.
 */
export async function compareStep(
  scope: RequestScope,
  { after }: { after: string | null },
  { isRepeated = false } = {},
): Promise<SearchMessage | null> {
  const db = openSearchDb(scope.env.SEARCH_DB);
  const state = await readState(db);
  if (state.comparing_after !== after)
    return isRepeated && state.comparing_after !== null ? { kind: "compare", after: state.comparing_after } : null;
  const found = JSON.parse(state.comparing_found ?? nothing) as Comparison;
  const build = await readBuild(scope);
  const next = await findNext(scope, db, after, found);
  const same = sql<boolean>`comparing_after is ${after}`;
  const at = now();
  if (next !== null) {
    const progress = { comparing_after: next, comparing_at: at, comparing_found: write(found) };
    const since = state.comparing_since ?? at;
    await db
      .updateTable("state")
      .set({ ...progress, comparing_since: since })
      .where(same)
      .execute();
    return { kind: "compare", after: next };
  }
  const over = { comparing_after: null, comparing_since: null, comparing_at: null, comparing_found: null };
  await db
    .updateTable("state")
    // What is related is compared with it, too.
    .set({ ...over, compared_at: at, comparison: write(found), build, related: -1 })
    .where(same)
    .execute();
  const { documents, missing, changed, extra } = found;
  const counts = { documents, missing: missing.length, changed: changed.length, extra: extra.length };
  // The first one finds everything missing.
  const keys = state.compared_at === null ? [] : [...missing, ...changed, ...extra].slice(0, mostNamed);
  scope.log.info("search index compared", { ...counts, keys });
  return { kind: "changes" };
}

/** Does what follows `after`, and returns after what the next step goes on; null when all is done. */
async function findNext(
  scope: RequestScope,
  db: SearchDb,
  after: string | null,
  found: Comparison,
): Promise<string | null> {
  if (after === null) return comparePages(scope, db, found);
  if (after !== afterRows) return (await compareRows(scope, db, after, found)) ?? afterRows;
  return (await pruneVersions(db, scope.env)) ? afterRows : null;
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
    select value ->> 'key', value ->> 'at', random() >> 12 from json_each(${JSON.stringify(later)}) where true
    on conflict (key) do nothing`.execute(site);
  return last;
}

/** The keys that follow `after`, of what is published and of what is indexed. */
async function listKeys(site: Db, db: SearchDb, after: string): Promise<string[]> {
  const published = (table: "insights" | "openings", prefix: string) => {
    const key = sql<string>`${sql.lit(prefix)} || id`;
    return site
      .selectFrom(table)
      .select(key.as("key"))
      .where("status", "=", "published")
      .where("id", ">", (after.startsWith(prefix) ? after.slice(prefix.length) : "") as never)
      .orderBy("id")
      .limit(atOnce);
  };
  const articles = published("insights", "article:");
  const openings = published("openings", "opening:");
  const [inArticles, inOpenings] = await runBatch(site, [articles, openings]);
  const stored = await db
    .selectFrom("documents")
    .select("key")
    .where("key", ">", after)
    .where(sql<boolean>`((key >= 'article:' and key < 'article;') or (key >= 'opening:' and key < 'opening;'))`)
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
    select value, ${now()}, random() >> 12 from json_each(${list}) where true
    on conflict (key) do update set due_at = excluded.due_at, stamp = excluded.stamp`.execute(site);
}
