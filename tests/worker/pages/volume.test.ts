/**
 * With many articles, revisions and files: every address of the writers, their programs and the readers of articles reads
 * the same however many there are, or what is said here; each of its queries uses an index; each page asks few. A new
 * route, and a new query of a known one, is met here without being named.
 */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { hour } from "#shared/dates/durations.ts";
import { createApiToken } from "#worker/accounts/api-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { createInsight } from "#worker/insights/save-insight.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { columns } from "#worker/db/tables.ts";
import { publishing } from "../../../lab/bench/subjects/publishing.ts";
import { builtRoutes } from "../built-worker.ts";
import { makeAuthor, makeCategory, makeDraft, makeInsight, makeTag } from "../insights/insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { listScans, watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);
/** Numbers of articles, each with five revisions. */
const [few, many] = isDeep ? [1000, 10_000] : [200, 600];

/** What may grow, in rows for each article more, and why. */
const growing: readonly (readonly [paths: RegExp, rows: number, why: string])[] = [
  [/^\/blog-management\?.*after=/, 1, "How many stand before a later page is counted, in an index."],
  [/^\/blog-management\?(author|category|tag)=/, 10, "How many are left by a filter is counted, in an index."],
  [
    /^\/blog-management\?q/,
    8,
    "As below; and an index of all is walked for those whose texts the search of the site does not have, of which a thousand are read.",
  ],
  [
    /^\/(blog-management\/pages\?q|staff-search)/,
    6,
    "A part of a title, a standfirst or a tag may be anywhere: an index of all is walked.",
  ],
  [/^\/blog-management\?(status=(?!published)|mine)/, 2, "Where few are left, the order is walked to its end."],
  [/^\/blog-management\?sort=-?publication/, 1, "Drafts have no such time: all of them are put in order by their ids."],
  [/^\/blog-management\/(media|media-files)\b/, 10, "How many files are left by a filter is counted, in an index."],
  [/^\/blog-management\/calendar/, 3, "A month lists what is in it, 300 entries at most."],
  [/^\/sitemap\//, 1, "A part of the sitemap lists what is in it, 2,000 addresses or so."],
];

/** Routes that answer nothing of D1 to a reader, as they take files and posts; and the export, which reads everything. */
const withoutPages = new Set([
  "blog-management/:id/addresses",
  "blog-management/covers",
  "blog-management/export",
  "blog-management/import-files",
  "blog-management/import-run",
  "blog-management/media-uploads",
  "blog-management/media-uploads/:id",
]);

/**
 * Queries of the guard of staff pages, beside those of the page itself; those of the list beside a file; and whether people
 * are there whose names were not folded yet, before they are searched.
 */
const ofGuard = 3;
const ofList = 3;
const ofFolding = 1;
/** The first part of the sitemap that lists articles, whatever it is called. */
const articlesPart = "/sitemap/articles.xml";

async function makeSite() {
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  const model = await makeInsight({ ...topics, slug: "leaving-a-data-centre" });
  await makeInsight({ ...topics, slug: "soon", publishAt: Date.now() + hour });
  const trashed = await createInsight(
    db,
    { draft: await makeDraft({ ...topics, slug: "trashed" }), actor: null },
    makeWholeScope(),
  );
  await trashInsight(db, { id: trashed, version: 1, actor: null }, makeWholeScope());
  const writer = await makeAccount({ roles: ["marketing_admin"] });
  const given = { owner: writer.id, name: "CI", scopes: ["posts:read"] as const, life: 30 as const };
  return {
    topics,
    model,
    preview: await makePreviewPath(env.AUTH_SECRET, model.id),
    cookies: { Cookie: writeCookies(await makeSession(writer.id)) },
    token: {
      Authorization: `Bearer ${await createApiToken(db, { ...given, scopes: [...given.scopes] }, makeWholeScope())}`,
    },
  };
}

type Site = Awaited<ReturnType<typeof makeSite>>;

async function fill(from: number, to: number): Promise<void> {
  for (const statement of publishing.growth?.fill(from, to) ?? []) await env.DB.prepare(statement).run();
}

function listAddresses({ topics, model, preview }: Site) {
  const desk = "/blog-management";
  const grown = "00000000-0000-7000-9100-000000000007";
  const item = "00000000-0000-7000-9200-000000000007";
  const staff = [
    desk,
    ...["draft", "scheduled", "published", "changes", "ending", "archived", "trash"].map(
      (name) => `${desk}?status=${name}`,
    ),
    ...["title", "-title", "updated", "publication", "-publication"].map((sort) => `${desk}?sort=${sort}`),
    `${desk}?author=${topics.authorIds[0]}`,
    `${desk}?category=${topics.categoryId}`,
    `${desk}?tag=${topics.tagIds[0]}&status=published`,
    `${desk}?mine=me`,
    `${desk}?status=draft&mine=me`,
    ...["appears=today", "appears=7", "ended=30", "cover=missing"].map((filter) => `${desk}?${filter}`),
    `${desk}?q=desk`,
    `${desk}?q=zebra`,
    `${desk}?after=${grown}.${Date.now()}`,
    `${desk}/calendar`,
    `${desk}/authors`,
    `${desk}/categories`,
    `${desk}/tags?q=cost`,
    `${desk}/media`,
    ...["kind=picture", "kind=document", "use=none", "alt=missing", "q=desk", "sort=name"].map(
      (q) => `${desk}/media?${q}`,
    ),
    `${desk}/media/${item}`,
    `${desk}/media-files?q=desk`,
    `${desk}/media-widths`,
    `${desk}/missing-covers`,
    `${desk}/import`,
    `${desk}/imported-pages`,
    `${desk}/imported-pages/00000000-0000-7000-9400-000000000007`,
    `${desk}/pages?q=desk`,
    `${desk}/${model.id}`,
    `${desk}/${grown}`,
    `${desk}/${grown}/live`,
    `${desk}/${grown}/revisions`,
    `${desk}/${grown}/revisions?from=1&to=4`,
    "/staff-search?q=desk",
    "/marketing-admin",
  ];
  const visitors = [
    "/insights",
    "/insights?page=3",
    "/thought-leadership",
    "/thoughtleadership",
    "/insights/category/cloud",
    "/insights/tag/cost?page=2",
    "/insights/author/desk",
    "/insights/leaving-a-data-centre",
    "/blog/leaving-a-data-centre",
    preview,
    "/insights/rss.xml",
    "/insights/atom.xml",
    "/insights/feed.json",
    "/sitemap.xml",
    articlesPart,
    "/sitemap/topics.xml",
  ];
  const programs = [
    "/api/posts",
    "/api/posts?status=draft&limit=5",
    "/api/posts?slug=desk-7",
    `/api/posts/${grown}`,
    "/api/topics",
  ];
  return { staff, visitors, programs };
}

test("nothing reads more rows where there are more articles but what says why, all of it by an index, in few queries", async () => {
  const site = await makeSite();
  const { staff, visitors, programs } = listAddresses(site);
  const watch = watchQueries();
  const measured: Record<string, { rows: number; queries: number; status: number }>[] = [];
  let filled = 0;
  for (const size of [few, many]) {
    await fill(filled + 1, size);
    filled = size;
    const read: (typeof measured)[number] = {};
    const sitemap = await (await watch.visit("/sitemap.xml", {})).response.text();
    // Thousands of articles are in several parts.
    const [part = articlesPart] = /\/sitemap\/articles[^<]*/.exec(sitemap) ?? [];
    const note = async (path: string, headers: HeadersInit) => {
      // A page of the desk is drawn of its data, which asks all that it asks.
      const asked = isDeep || !path.startsWith("/blog-management") ? path : path.replace(/(?=\?|$)/, ".data");
      const { rowsRead, queries, response } = await watch.visit(path === articlesPart ? part : asked, { headers });
      read[path] = { rows: rowsRead, queries, status: response.status };
    };
    // The keys that sessions are signed with are read once.
    await watch.visit("/account", { headers: site.cookies });
    for (const path of staff) await note(path, site.cookies);
    for (const path of visitors) await note(path, {});
    for (const path of programs) await note(path, site.token);
    measured.push(read);
  }
  const [before = {}, after = {}] = measured;

  const patterns = [...staff, ...visitors].map((path) => path.split("?")[0] ?? "");
  const missed = builtRoutes
    .filter(({ id }) => /^(staff\/(insights|imports|media)|site\/insights|insights)\//.test(id))
    .filter(({ path = "" }) => !withoutPages.has(path))
    .filter(
      ({ path = "" }) => !patterns.some((each) => new RegExp(`^/${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(each)),
    );
  expect(missed.map(({ path }) => path)).toEqual([]);

  const wrong: string[] = [];
  for (const [path, { rows, queries, status }] of Object.entries(after)) {
    const growth = (rows - (before[path]?.rows ?? 0)) / (many - few);
    const [, allowed = 0] = growing.find(([paths]) => paths.test(path)) ?? [];
    const isFolded = path.startsWith("/staff-search");
    const beside = path.startsWith("/blog-management/media/") ? ofList : isFolded ? ofFolding : 0;
    const most = staff.includes(path) ? 4 + ofGuard + beside : visitors.includes(path) ? 2 : 6;
    if (status !== 200) wrong.push(`${path} answers ${status}`);
    if (growth > allowed) wrong.push(`${path} reads ${growth} rows for each article, ${rows} in all`);
    if (queries > most) wrong.push(`${path} asks ${queries} queries`);
  }
  expect(wrong).toEqual([]);

  const save = { method: "POST", headers: { ...site.cookies, "Content-Type": "application/json" } };
  const live = `/blog-management/${site.model.id}/live`;
  const draft = { ...site.model.draft, markdown: "A line of words." };
  const tab = crypto.randomUUID();
  for (const change of [
    { intent: "save", version: 2, draft },
    { intent: "save", version: 3, draft: { ...draft, title: "Another" } },
    { intent: "publish", version: 4 },
    { intent: "present", tab, typedAgo: 10 },
    { intent: "absent", tab },
  ]) {
    const { response, rowsRead } = await watch.visit(live, { ...save, body: JSON.stringify(change) });
    expect(response.status, `${change.intent}: ${await response.text()}`).toBeLessThan(300);
    expect(rowsRead, change.intent).toBeLessThan(few);
  }
  const question = { addresses: ["/insights/desk-7#none", "/insights/tag/cost", "/gone"], slug: "desk-7" };
  const asked = await watch.visit(`/blog-management/${site.model.id}/addresses`, {
    ...save,
    body: JSON.stringify(question),
  });
  expect([asked.response.status, await asked.response.json()]).toMatchObject([200, { freeSlug: "desk-7-2" }]);
  expect(asked.rowsRead).toBeLessThan(few / 4);
  await watch.count((DB) => runJobs(schedules.everyFiveMinutes, makeWholeScope({ DB })));
  // Not in the hour in which all visits are read.
  vi.setSystemTime(new Date().setUTCHours(12));
  const hourly = await watch.count((DB) => runJobs(schedules.hourly, makeWholeScope({ DB })));
  expect(hourly.rowsRead).toBeLessThan(2 * few);

  const tables = new Set(Object.keys(columns));
  const scans: string[] = [];
  for (const [sql, values] of watch.statements)
    if (/^\s*(select|insert|update|delete|with)\b/i.test(sql))
      scans.push(...(await listScans(sql, values, tables)).map((step) => `${step}: ${sql.slice(0, 300)}`));
  expect(scans).toEqual([]);
  expect(watch.statements.size).toBeGreaterThan(60);
});

test("a table that is read from end to end is noticed", async () => {
  const tables = new Set(Object.keys(columns));
  expect(await listScans("SELECT * FROM insights WHERE words > ?", [1], tables)).toEqual(["SCAN insights"]);
  expect(await listScans(`select 1 from insights as "p" where words > 1`, [], tables)).toEqual(["SCAN p"]);
  expect(await listScans("SELECT * FROM insights WHERE id = ?", ["x"], tables)).toEqual([]);
});
