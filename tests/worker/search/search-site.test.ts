/** One search of the site: words, meaning and staff's rules together, and nothing that is not public. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Indexed, putDocuments, removeDocuments } from "#worker/search/engine/put-documents.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { indexChanges } from "#worker/search/corpus/index-changes.ts";
import { searchCached } from "#worker/search/find/search-cached.ts";
import { searchSite } from "#worker/search/find/search-site.ts";
import { makeScope } from "../make-scope.ts";
import type { SearchOptions, VectorLeg } from "#worker/search/find/types.ts";

const db = openDb(env.DB);
const searchDb = openSearchDb(env.SEARCH_DB);
const now = Date.UTC(2026, 10, 20);

function makeDocument(key: string, title: string, sections: Indexed["sections"]): Indexed {
  return {
    key,
    kind: key.split(":", 1)[0] ?? "",
    path: `/${title}`,
    title,
    summary: "In short.",
    changedAt: 1,
    sections,
  };
}

beforeEach(async () => {
  const { results } = await env.SEARCH_DB.prepare("select key from documents").all<{ key: string }>();
  await removeDocuments(
    searchDb,
    results.map(({ key }) => key),
  );
  await searchDb.deleteFrom("versions").execute();
  const section = (text: string, anchor = "", trail: string[] = []) => ({ anchor, trail, text });
  await putDocuments(
    searchDb,
    [
      makeDocument("page:/cloud", "Cloud", [
        section("We run machines."),
        section("Moving to the cloud takes weeks, not years.", "moving", ["Moving"]),
      ]),
      makeDocument("article:1", "Clouds compared", [section("Three providers, and what each costs.")]),
      makeDocument("opening:1", "Engineer", [section("You build a cloud that many use.")]),
    ],
    now,
  );
});

const search = (options: Omit<SearchOptions, "now">, leg: VectorLeg | null = null) =>
  searchSite({ db, searchDb, leg }, { now, ...options });
const keys = async (...asked: Parameters<typeof search>) => (await search(...asked)).hits.map(({ key }) => key);

async function goLive(vector: number) {
  const weights = { lexical_weight: 1, vector_weight: vector, flattening: 60 };
  const model = { provider: "lsa", model: "lsa", dimensions: 2, pooling: "sum", cutting: 1 } as const;
  await searchDb
    .insertInto("versions")
    .values({ ...model, ...weights, state: "live", created_at: now })
    .execute();
}

test("what is found has its passages with their headings, and where the words stand", async () => {
  const { hits, total, kinds, version } = await search({ text: "moving clouds" });
  expect(hits[0]).toMatchObject({
    key: "page:/cloud",
    path: "/Cloud",
    lexical: { rank: 1 },
    vector: null,
    titleMarks: [[0, 5]],
  });
  const [passage] = hits[0]?.passages ?? [];
  expect(passage).toMatchObject({ anchor: "moving", trail: ["Moving"] });
  expect(passage?.marks.map(([from, to]) => passage.text.slice(from, to))).toEqual(["Moving", "cloud"]);
  expect([total, kinds, version]).toEqual([3, { page: 1, article: 1, opening: 1 }, null]);
  expect(await keys({ text: "moving clouds", kinds: ["opening"] })).toEqual(["opening:1"]);
  expect(await keys({ text: "moving clouds", skip: 1, most: 1 })).toHaveLength(1);
  expect(await keys({ text: "" })).toEqual([]);
});

test("meaning adds what the words do not say; a provider that fails leaves the words", async () => {
  await goLive(0.5);
  const { id, document } = await searchDb
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document")
    .where("documents.key", "=", "opening:1")
    .select(["chunks.id", "document"])
    .executeTakeFirstOrThrow();
  const near: VectorLeg = { findNear: () => Promise.resolve([{ id, document, score: 0.9 }]) };
  const found = await search({ text: "providers" }, near);
  expect(found.hits).toMatchObject([
    { key: "article:1", lexical: { rank: 1 }, vector: null },
    { key: "opening:1", lexical: null, vector: { rank: 1, score: 0.9 }, passages: [{ anchor: "" }] },
  ]);
  const failing: VectorLeg = { findNear: () => Promise.reject(new Error("away")) };
  expect(await search({ text: "providers" }, failing)).toMatchObject({ total: 1, version: { failed: true } });
});

test("what is not public now is not found, whatever the index has", async () => {
  // Rows of nothing: an article and an opening that are deleted.
  const change = (key: string) => ({ key, due_at: 1, stamp: 1 });
  await db
    .insertInto("search_changes")
    .values([change("article:1"), change("opening:1")])
    .execute();
  expect(await keys({ text: "cloud" })).toEqual(["page:/cloud"]);
});

test("an answer that is kept is not handed out when the index follows a change between the two questions", async () => {
  const answers = () => searchCached({ db, searchDb, leg: null }, { text: "providers", now });
  await answers();
  expect((await answers()).hits.map(({ key }) => key)).toEqual(["article:1"]);
  // The index answers before the article is taken out of it, the site's database after that is settled.
  const [asked, followed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lateDb = openDb(hold(env.DB, { before: () => followed.promise }));
  const earlySearchDb = openSearchDb(hold(env.SEARCH_DB, { after: asked.resolve }));
  const late = searchCached({ db: lateDb, searchDb: earlySearchDb, leg: null }, { text: "providers", now });
  await asked.promise;
  await db.insertInto("search_changes").values({ key: "article:1", due_at: 1, stamp: 1 }).execute();
  await indexChanges(makeScope());
  followed.resolve();
  expect((await late).hits).toEqual([]);
});

/** A database whose statements wait before they are asked, and say when they are answered. */
function hold(d1: D1Database, { before = () => Promise.resolve(), after = () => {} }: Partial<Held>): D1Database {
  const prepare = (text: string) => ({
    bind: (...values: unknown[]) => ({
      all: async () => {
        await before();
        const result = await d1
          .prepare(text)
          .bind(...values)
          .all();
        after();
        return result;
      },
    }),
  });
  return { prepare } as unknown as D1Database;
}

interface Held {
  before: () => Promise<void>;
  after: () => void;
}

test("staff put documents first, leave them out, and say what means the same", async () => {
  const dates = { created_at: now, updated_at: now };
  const rule = (kind: "pin" | "exclusion", query: string, key: string) => ({
    id: crypto.randomUUID(),
    kind,
    query,
    key,
    ...dates,
  });
  await db
    .insertInto("search_rules")
    .values([rule("pin", "cloud", "opening:1"), rule("exclusion", "cloud", "article:1")])
    .execute();
  await db
    .insertInto("search_synonyms")
    .values({ id: crypto.randomUUID(), texts: JSON.stringify(["hoster", "cloud"]), ...dates })
    .execute();
  const { hits } = await search({ text: "Cloud!" });
  expect(hits.map(({ key, isPinned }) => [key, isPinned])).toEqual([
    ["opening:1", true],
    ["page:/cloud", false],
  ]);
  expect(await keys({ text: "hoster" })).toHaveLength(3);
});
