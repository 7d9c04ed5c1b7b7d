import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { type Filter, listInsights } from "#worker/insights/list-insights.ts";
import { listInsightAddresses, listTopicAddresses } from "#worker/insights/list-addresses.ts";
import { listForFeed } from "#worker/insights/list-for-feed.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { countQueries, makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";

async function list(filter: Filter = { kind: "all" }, page = 1, now = Date.now()) {
  return listInsights(openReads(env), { filter, page, now });
}

const slugs = (posts: readonly { slug: string }[]) => posts.map(({ slug }) => slug);

test("the newest featured article leads, the others follow by time, nine a page", async () => {
  const categoryId = await makeCategory();
  const authorIds = [await makeAuthor()];
  for (let age = 1; age <= 12; age += 1)
    await makeInsight({
      slug: `aged-${age}`,
      categoryId,
      authorIds,
      featured: age === 5 || age === 7,
      publishAt: Date.now() - age * hour,
    });
  const first = await list();
  expect(first.lead?.slug).toBe("aged-5");
  expect(slugs(first.posts)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10].map((age) => `aged-${age}`));
  expect(first.total).toBe(11);
  const second = await list({ kind: "all" }, 2);
  expect(second.lead).toBeNull();
  expect(slugs(second.posts)).toEqual(["aged-11", "aged-12"]);
});

test("without a featured article the newest leads", async () => {
  const categoryId = await makeCategory();
  await makeInsight({ slug: "older", categoryId, publishAt: Date.now() - 2 * hour });
  await makeInsight({ slug: "newer", categoryId });
  expect(await list()).toMatchObject({ lead: { slug: "newer" }, posts: [{ slug: "older" }], total: 1 });
});

test("drafts, archived and scheduled articles are seen nowhere, and a scheduled one when its time has come", async () => {
  const tagId = await makeTag();
  const soon = Date.now() + hour;
  const scheduled = await makeInsight({ slug: "scheduled", tagIds: [tagId], publishAt: soon, markdown: "Zebra." });
  const archived = await makeInsight({ slug: "archived", tagIds: [tagId], markdown: "Zebra." });
  await archived.archive();
  const everywhere = async (now: number) => [
    ...slugs((await list({ kind: "tag", slug: "cost" }, 1, now)).posts),
    ...slugs((await list({ kind: "found", ids: [scheduled.id, archived.id] }, 1, now)).posts),
    ...slugs((await listForFeed(openReads(env), { now })).posts.map(({ card }) => card)),
    ...((await listInsightAddresses(openReads(env), { part: "", now })).addresses ?? []).map(({ path }) => path),
    ...((await listTopicAddresses(openReads(env), { now })).addresses ?? []).map(({ path }) => path),
    (await readArticle(openReads(env), { slug: "scheduled", now })).kind,
    (await readArticle(openReads(env), { slug: "archived", now })).kind,
  ];
  expect(await everywhere(soon - 1)).toEqual(["missing", "withdrawn"]);
  expect((await list({ kind: "all" }, 1, soon - 1)).changesAt).toBe(soon);
  expect(await everywhere(soon)).toEqual([
    "scheduled",
    "scheduled",
    "scheduled",
    "/insights/scheduled",
    "/insights/category/category-scheduled",
    "/insights/tag/cost",
    "/insights/author/author-scheduled",
    "article",
    "withdrawn",
  ]);
  expect((await list({ kind: "all" }, 1, soon)).changesAt).toBeNull();
});

test("a category and a tag narrow the list and say what they are; empty categories are not offered", async () => {
  const cloud = await makeCategory();
  const data = await makeCategory({ slug: "data", name: "Data" });
  await makeCategory({ slug: "empty", name: "Empty" });
  const cost = await makeTag();
  await makeInsight({ slug: "one", categoryId: cloud, tagIds: [cost] });
  await makeInsight({ slug: "two", categoryId: data, tagIds: [cost] });
  await makeInsight({ slug: "three", categoryId: data });
  const byCategory = await list({ kind: "category", slug: "data" });
  expect(byCategory).toMatchObject({ total: 2, topic: { name: "Data", description: "All about Data." }, lead: null });
  expect(slugs(byCategory.posts).toSorted()).toEqual(["three", "two"]);
  expect(byCategory.categories.map(({ slug }) => slug)).toEqual(["cloud", "data"]);
  const byTag = await list({ kind: "tag", slug: "cost" });
  expect(byTag).toMatchObject({ total: 2, topic: { name: "Cost" } });
  expect(slugs(byTag.posts).toSorted()).toEqual(["one", "two"]);
  for (const kind of ["category", "tag"] as const)
    expect(await list({ kind, slug: "no-such" })).toMatchObject({ topic: null, posts: [], total: 0 });
});

test("what was found is listed in its order, without what is not public now", async () => {
  const at = Date.now();
  const first = await makeInsight({ slug: "first" });
  const second = await makeInsight({ slug: "second" });
  const later = await makeInsight({ slug: "later", publishAt: at + 3_600_000 });
  const ids = [second.id, later.id, "of-nothing" as InsightId, first.id];
  const { posts, total, lead } = await list({ kind: "found", ids }, 1, at);
  expect([slugs(posts), total, lead]).toEqual([["second", "first"], 2, null]);
});

test("an article comes with its authors in order, its tags, its contents and the articles nearest to it", async () => {
  const categoryId = await makeCategory();
  const tagIds = [await makeTag(), await makeTag({ slug: "data", name: "Data" })];
  const [first, second] = [await makeAuthor({ slug: "z", name: "Zed" }), await makeAuthor({ slug: "a", name: "Ann" })];
  await makeInsight({ slug: "here", categoryId, tagIds, authorIds: [first, second] });
  await makeInsight({ slug: "same-tags", tagIds });
  await makeInsight({ slug: "same-category", categoryId });
  await makeInsight({ slug: "both", categoryId, tagIds });
  await makeInsight({ slug: "neither" });
  const found = await readArticle(openReads(env), { slug: "here", now: Date.now() });
  expect(found).toMatchObject({
    kind: "article",
    article: {
      authors: [{ name: "Zed" }, { name: "Ann" }],
      tags: [{ slug: "cost" }, { slug: "data" }],
      contents: [{ id: "a-section", text: "A section" }],
      category: { name: "Cloud" },
      minutes: 1,
    },
    related: [{ slug: "both" }, { slug: "same-tags" }, { slug: "same-category" }, { slug: "neither" }],
  });
});

test("every page asks the database at most twice", async () => {
  const categoryId = await makeCategory();
  const post = await makeInsight({ slug: "here", categoryId, tagIds: [await makeTag()] });
  const filters: Filter[] = [
    { kind: "all" },
    { kind: "category", slug: "cloud" },
    { kind: "tag", slug: "cost" },
    { kind: "found", ids: [post.id] },
  ];
  for (const filter of filters) {
    const { session, queries } = countQueries();
    const { posts, lead } = await listInsights(openDb(session), { filter, page: 1, now: Date.now() });
    expect([...posts, lead].filter(Boolean), filter.kind).toHaveLength(1);
    expect(queries.length, filter.kind).toBeLessThanOrEqual(2);
  }
  for (const [slug, trips] of [
    ["here", 1],
    ["nowhere", 2],
  ] as const) {
    const counts = startCounts();
    await readArticle(openReads({ DB: countD1(env.DB, counts) }), { slug, now: Date.now() });
    expect(counts.trips, slug).toBe(trips);
  }
});

test("with 10,000 articles every query of a page goes by an index", { timeout: 120_000 }, async () => {
  const categoryId = await makeCategory();
  const [tagId, authorId] = [await makeTag(), await makeAuthor()];
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
       INSERT INTO insights (id, slug, title, category_id, status, publish_at, markdown, html, contents, words, minutes, created_at, updated_at)
       SELECT printf('%036d', i), 'post-' || i, 'Post ' || i, ?, 'published', i, '', '', '[]', 1, 1, i, i FROM n`,
    ).bind(categoryId),
    env.DB.prepare(
      "INSERT INTO insight_tags (insight_id, tag_id) SELECT id, ? FROM insights WHERE publish_at % 20 = 0",
    ).bind(tagId),
    env.DB.prepare("INSERT INTO insight_authors (insight_id, position, author_id) SELECT id, 0, ? FROM insights").bind(
      authorId,
    ),
  ]);
  const filters: Filter[] = [
    { kind: "all" },
    { kind: "category", slug: "cloud" },
    { kind: "tag", slug: "cost" },
    { kind: "found", ids: [7, 9].map((number) => String(number).padStart(36, "0") as InsightId) },
  ];
  const plans: Record<string, string[]> = {};
  const explain = async (name: string, run: (session: D1DatabaseSession) => Promise<unknown>) => {
    const { session, bound } = rememberQueries();
    await run(session);
    expect(bound.length, name).toBeGreaterThan(0);
    for (const { query, values } of bound) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...values)
        .all<{ detail: string }>();
      (plans[name] ??= []).push(...results.map(({ detail }) => detail));
    }
  };
  for (const filter of filters)
    for (const page of [1, 3])
      await explain(`${filter.kind} ${page}`, (session) =>
        listInsights(openDb(session), { filter, page, now: Date.now() }),
      );
  await explain("article", (session) => readArticle(openDb(session), { slug: "post-77", now: Date.now() }));
  await explain("missing", (session) => readArticle(openDb(session), { slug: "gone", now: Date.now() }));
  await explain("feed", (session) => listForFeed(openDb(session), { now: Date.now() }));
  for (const [name, details] of Object.entries(plans)) {
    expect(details.join("\n"), name).toMatch(/SEARCH insights USING (COVERING )?INDEX/);
    expect(
      details.filter((detail) => /^SCAN (posts|insight_tags|insight_authors|redirects|theirs|ours)\b/.test(detail)),
      name,
    ).toEqual([]);
  }
});

/** A session that keeps every query with its values. */
function rememberQueries() {
  const bound: { query: string; values: unknown[] }[] = [];
  const real = env.DB.withSession("first-unconstrained");
  const session = {
    prepare: (query: string) => ({
      bind: (...values: unknown[]) => {
        bound.push({ query, values });
        return real.prepare(query).bind(...values);
      },
    }),
    batch: (statements: D1PreparedStatement[]) => real.batch(statements),
  } as unknown as D1DatabaseSession;
  return { session, bound };
}

test("a redirect leads to the article's present address", async () => {
  const post = await makeInsight({ slug: "first" });
  await post.save({ slug: "second" });
  expect(await readArticle(openReads(env), { slug: "first", now: Date.now() })).toEqual({
    kind: "moved",
    to: "/insights/second",
  });
  expect(await openDb(env.DB).selectFrom("redirects").selectAll().execute()).toHaveLength(1);
});
