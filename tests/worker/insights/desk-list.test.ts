/** The list of articles: what it finds, counts and reads. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { standings } from "#shared/insights/insight-standing.ts";
import { recordSource } from "#app/staff/insights/records.ts";
import { openDb } from "#worker/db/client.ts";
import {
  countStaffInsights,
  listForStaff,
  orderInsights,
  insightSorts,
  insightsPerStaffPage,
  selectInsights,
} from "#worker/insights/list-for-staff.ts";
import type { StaffInsightFilter } from "#worker/insights/filter-for-staff.ts";
import { putDocuments } from "#worker/search/engine/put-documents.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveDraft } from "#worker/insights/save-insight.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { listTitles, openDesk } from "./desk-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { pageSearch } from "../visit-staff.ts";
import { countQueries, makeAuthor, makeCategory, makeDraft, makeInsight, makeTag } from "./insights-make.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

/** One article of each standing, named after it. */
async function makeOneOfEach() {
  const scope = makeScope();
  const actor = (await makeAccount({ roles: ["marketing_admin"] })).id;
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  const draft = (title: string) => makeDraft({ ...topics, slug: title, title });
  await createInsight(db, { draft: await draft("draft"), actor }, scope);
  const change = { actor, version: 1 };
  const scheduled = await createInsight(db, { draft: await draft("scheduled"), actor: null }, scope);
  await publishInsight(db, { ...change, id: scheduled, publishAt: Date.now() + hour }, scope);
  await makeInsight({ ...topics, slug: "published", title: "published", tagIds: [] });
  const changes = await makeInsight({ ...topics, slug: "changes", title: "changes" });
  await saveDraft(db, { id: changes.id, version: 2, actor, draft: { ...changes.draft, title: "newer" } }, scope);
  const ending = await createInsight(db, { draft: await draft("ending"), actor: null }, scope);
  await publishInsight(db, { ...change, id: ending, publishAt: 1, unpublishAt: Date.now() + day }, scope);
  const archived = await makeInsight({ ...topics, slug: "archived", title: "archived" });
  await archived.archive();
  const trash = await makeInsight({ ...topics, slug: "trash", title: "trash" });
  await trashInsight(db, { id: trash.id, version: 2, actor: null }, scope);
  return { ...topics, actor };
}

test("each standing, author, category, tag and writer filters the list, and each view says how many it has", async () => {
  const { categoryId, authorIds, tagIds, actor } = await makeOneOfEach();
  const visit = { user: actor };
  for (const standing of standings) {
    const titles = await listTitles(`?status=${standing}`, visit);
    const expected = standing === "published" ? ["changes", "ending", "published"] : [standing];
    expect(titles?.toSorted(), standing).toEqual(expected);
  }
  expect((await listTitles("", visit))?.toSorted()).toEqual(standings.filter((each) => each !== "trash").toSorted());
  const { views } = await openDesk("", visit);
  expect(Object.fromEntries(views.map(({ name, count }) => [name, count]))).toEqual({
    All: "6",
    Mine: "2",
    Drafts: "1",
    Scheduled: "1",
    Published: "3",
    "Changes not published": "1",
    Ending: "1",
    Archived: "1",
    Trash: "1",
  });
  expect((await listTitles("?mine=me", visit))?.toSorted()).toEqual(["changes", "draft"]);
  expect(await listTitles(`?author=${authorIds[0]}`, visit)).toHaveLength(6);
  expect(await listTitles(`?category=${categoryId}`, visit)).toHaveLength(6);
  expect(await listTitles(`?tag=${tagIds[0]}`, visit)).toHaveLength(5);
  expect(await listTitles(`?tag=${tagIds[0]}&status=published&mine=me`, visit)).toEqual(["changes"]);
  expect(await listTitles("?status=x&author=x&tag=x&mine=x&sort=x&after=x", visit)).toHaveLength(6);
});

test("what has ended counts as archived before any job has run", async () => {
  const post = await makeInsight({ slug: "over", title: "over" });
  await publishInsight(db, { id: post.id, version: 2, actor: null, publishAt: 1, unpublishAt: 2 }, makeScope());
  expect(await listTitles("?status=archived")).toEqual(["over"]);
  expect(await listTitles("?status=published")).toEqual([]);
});

test("words are found in part of titles, standfirsts and names of tags, also of drafts", async () => {
  const scope = makeScope();
  const tagIds = [await makeTag({ slug: "logistics", name: "Logistics" })];
  const text = { dek: "A zebra crosses the warehouse, 100 % of the time.", tagIds };
  const draft = await makeDraft({ slug: "one", title: "Leaving a data centre", ...text });
  await createInsight(db, { draft, actor: null }, scope);
  await makeInsight({ slug: "two", title: "Cloud bills" });
  for (const words of ["data cen", "DATA", "zebra", "Zebra warehous", "logistics", "zebra data logist crosses"])
    expect(await listTitles(`?q=${encodeURIComponent(words)}`), words).toEqual(["Leaving a data centre"]);
  expect(await listTitles("?q=zebra+bills")).toEqual([]);
  expect(await listTitles("?q=_")).toEqual([]);
  expect(await listTitles("?q=%25")).toEqual([]);
  const found = await recordSource.find(db, "zebra");
  expect(found).toMatchObject([{ name: "Leaving a data centre", note: "Draft" }]);
});

test("pages lead there and back in every order", async () => {
  const total = 2 * insightsPerStaffPage + 3;
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()] };
  const row = await makeInsight({ ...topics, slug: "row" });
  const columns = "category_id, status, publish_at, markdown, html, contents, words, minutes, created_at, updated_at";
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO insights (id, slug, title, edited_at, ${columns})
     SELECT printf('00000000-0000-7000-8000-%012d', i), 'p' || i, 'T' || (i % 7), i % 5, ${columns} FROM n, insights WHERE insights.id = ?2`,
  )
    .bind(total - 1, row.id)
    .run();
  for (const by of Object.keys(insightSorts))
    for (const sort of [by, `-${by}`]) {
      const seen: string[][] = [];
      let shown = await openDesk(`?sort=${sort}`);
      seen.push(shown.page?.rows.map(({ id }) => id) ?? []);
      while (shown.page?.next) {
        shown = await openDesk(`?sort=${sort}${pageSearch(shown.page.next).replace("?", "&")}`);
        seen.push(shown.page?.rows.map(({ id }) => id) ?? []);
      }
      expect(
        seen.map(({ length }) => length),
        sort,
      ).toEqual([insightsPerStaffPage, insightsPerStaffPage, 3]);
      expect(new Set(seen.flat()).size, sort).toBe(total);
    }
});

test("views of the last 30 days are those of the figures of days, also where these are to be computed anew", async () => {
  await makeInsight({ slug: "read", title: "read" });
  const today = Math.floor(Date.now() / day) * day;
  const path = { dimension: "path", value: "/insights/read" };
  const db = openDb(env.DB);
  const { id } = await db.insertInto("dimension_values").values(path).returning("id").executeTakeFirstOrThrow();
  for (const [days, value, hits] of [
    [1, id, 2],
    [10, id, 3],
    [31, id, 90],
    [1, id + 1, 400],
  ] as const) {
    const ends = today - (days - 1) * day;
    await db
      .insertInto("daily_figures")
      .values({ day: ends - day, dimension: "page", value, hits })
      .execute();
  }
  expect((await openDesk()).page?.rows[0]?.views).toBe("5");
});

test("the page asks four queries in one round trip, each on an index, whatever it is filtered by", async () => {
  const { categoryId, authorIds, tagIds, actor } = await makeOneOfEach();
  const { session, queries } = countQueries();
  const anything: StaffInsightFilter = {
    standing: null,
    author: null,
    category: null,
    tag: null,
    editor: null,
    words: "",
  };
  const asked = { cursor: null, reader: actor, list: "posts", now: Date.now() };
  await listForStaff(openDb(session), { ...asked, filter: anything, sort: { by: "updated", direction: "desc" } });
  expect(queries).toHaveLength(4);
  for (const query of queries) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
      .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => "x"))
      .all<{ detail: string }>();
    expect(
      results.map(({ detail }) => detail).filter((step) => /^SCAN (posts|authors|tags|categories)$/.test(step)),
    ).toEqual([]);
  }
  const filters: Partial<StaffInsightFilter>[] = [
    {},
    ...standings.map((standing) => ({ standing })),
    { author: authorIds[0] ?? null },
    { category: categoryId },
    { tag: tagIds[0] ?? null },
    { editor: actor },
    { words: "zebra crossing" },
  ];
  for (const filter of filters)
    for (const by of Object.keys(insightSorts) as (keyof typeof insightSorts)[]) {
      const order = orderInsights({ by, direction: "desc" }, null);
      const selected = { filter: { ...anything, ...filter }, order, now: Date.now() };
      await expectIndexed(selectInsights(db, selected));
      await expectIndexed(countStaffInsights(db, { ...selected, reader: actor }));
    }
});

test("a database that does not answer is told as such", async () => {
  const DB = {
    prepare: () => {
      throw new Error("D1_ERROR: gone");
    },
    batch: () => {
      throw new Error("D1_ERROR: gone");
    },
  };
  const { status, page } = await openDesk("", { env: { DB: DB as unknown as D1Database } });
  expect([status, page]).toEqual([503, null]);
});

test("a word of a text finds its article: public ones by the search of the site, all others by what was saved last", async () => {
  const about = (slug: string, markdown: string) => ({ slug, title: slug, markdown });
  const shown = await makeInsight(about("shown", "Herons wade in the shallows."));
  const other = await makeInsight(about("other", "Nothing of them."));
  const actor = (await makeAccount({ roles: ["marketing_admin"] })).id;
  await createInsight(db, { draft: await makeDraft(about("draft", "A **heron** waits.")), actor }, makeScope());
  await saveDraft(
    db,
    { id: other.id, version: 2, actor, draft: { ...other.draft, markdown: "The heron came." } },
    makeScope(),
  );
  const archived = await makeInsight(about("archived", "The last heron left."));
  await archived.archive();
  await makeInsight({ ...about("unlisted", "A heron for few."), noindex: true });
  const visit = { user: actor };
  expect((await listTitles("?q=heron", visit))?.toSorted()).toEqual(["archived", "draft", "other", "unlisted"]);
  await putDocuments(
    openSearchDb(env.SEARCH_DB),
    [
      {
        key: `article:${shown.id}`,
        kind: "article",
        path: "/insights/shown",
        title: "shown",
        summary: "",
        changedAt: 1,
        sections: [{ anchor: "", trail: [], text: "Herons wade in the shallows." }],
      },
    ],
    1,
  );
  // In its title and its text, in other forms, and every word.
  expect(await listTitles("?q=shown+heron+shallow", visit)).toEqual(["shown"]);
  expect((await listTitles("?q=heron", visit))?.length).toBe(5);
  expect(await listTitles("?q=heron+zebra", visit)).toEqual([]);
});
