import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Role } from "#shared/permissions.ts";
import { refreshIndex } from "#worker/hiring/applications/text/search-index.ts";
import { openDb } from "#worker/db/client.ts";
import { industry, service } from "../../listed.ts";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { makeApplication } from "../hiring/application-rows.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { type Cost, countPage } from "./count-page.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "../insights/insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { resetSearch } from "../search/search-make.ts";

/** Health reads which of them the database has. */
const migrations = Object.keys(import.meta.glob("../../../migrations/*.sql"));

/**
 * The most that each address may ask of D1 and send, with a dozen articles, openings and enquiries: [trips, queries, rows
 * read, rows written, kilobytes]. What D1 does is exact; a page has room for a tenth more copy. Lower a number when it can
 * be lower. `npm run lab -- bench` measures the same with more rows, and the time.
 */
const most: Record<string, Cost> = {
  "/": [0, 0, 0, 0, 52],
  [`/${service.slug}`]: [0, 0, 0, 0, 61],
  [`/${industry.slug}`]: [0, 0, 0, 0, 77],
  "/contact": [0, 0, 0, 0, 40],
  // What the search's own database is asked is counted in site-search.test.ts.
  "/search": [0, 0, 0, 0, 45],
  "/search?q=cloud": [1, 1, 160, 0, 45],
  "/api/search?q=cloud": [1, 1, 160, 0, 1],
  "/auth": [0, 0, 0, 0, 12],
  "/insights": [1, 2, 64, 0, 41],
  "/insights/post-1": [1, 2, 133, 0, 42],
  "/insights/rss.xml": [1, 1, 109, 0, 10],
  "/careers": [1, 2, 124, 0, 63],
  "/careers/opening-1": [1, 2, 54, 0, 47],
  "/sitemap.xml": [2, 2, 10, 0, 1],
  "/sitemap/pages.xml": [0, 0, 0, 0, 3],
  "/sitemap/articles.xml": [1, 2, 27, 0, 2],
  "/sitemap/openings.xml": [1, 2, 41, 0, 2],
  "/marketing-admin": [4, 7, 135, 0, 51],
  "/marketing-admin/inbox": [4, 7, 165, 0, 101],
  "/blog-management": [4, 7, 600, 0, 140],
  // Beside one trip to the search's own database, which is asked at the same time as the last one here.
  "/embeddings-management": [4, 7, 160, 0, 70],
  "/embeddings-management/test?q=cloud": [5, 5, 90, 0, 45],
  "/embeddings-management/documents": [4, 7, 160, 0, 70],
  "/embeddings-management/log": [4, 7, 160, 0, 70],
  "/embeddings-management/words": [4, 7, 160, 0, 70],
  "/visitor-analytics": [4, 19, 610, 0, 64],
  "/visitor-analytics/consent": [5, 5, 200, 0, 60],
  "/visitor-analytics/consent/proofs": [4, 7, 200, 0, 90],
  "/api/auth/session": [0, 0, 0, 0, 1],
  "/api/health": [2, 13, 19 + migrations.length, 0, 2],
  // What HR works with, whose account the numbers above are without.
  "/job-management": [3, 6, 138, 0, 83],
  "/job-applications": [3, 4, 117, 0, 95],
  "/job-applications?q=ada": [4, 6, 320, 0, 98],
  "/job-applications/board": [3, 5, 300, 0, 81],
  "/job-applications/figures": [3, 5, 658, 0, 50],
  // What a super admin alone opens: the guard, three numbers of the navigation, and everything else in one trip. The last,
  // because their account is among those that could take an application.
  "/operations": [5, 33, 121 + migrations.length, 0, 102],
};

async function makeInsights(
  from: number,
  to: number,
  shared: Pick<Parameters<typeof makeInsight>[0] & object, "categoryId" | "authorIds" | "tagIds">,
) {
  for (let number = from; number <= to; number += 1)
    await makeInsight({ ...shared, slug: `post-${number}`, publishAt: Date.now() - number * 3_600_000 });
}

async function makeTopics() {
  return { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
}

async function signIn(role: Role = "marketing_admin") {
  const user = await makeAccount({ roles: [role] });
  return { Cookie: writeCookies(await makeSession(user.id)) };
}

test("no address asks more of the database, or sends more, than it may", async () => {
  // Its database is not emptied between tests.
  await resetSearch();
  await makeInsights(1, 12, await makeTopics());
  for (let number = 1; number <= 12; number += 1) {
    await makeOpening({ slug: `opening-${number}`, closesAt: Date.now() + 86_400_000 });
    await makeEnquiry();
    await makeApplication();
  }
  await refreshIndex(openDb(env.DB));
  const cookies = await signIn();
  let hr: { Cookie: string } | undefined;
  // The keys that tokens are signed with are read once.
  await countPage("/marketing-admin", cookies);
  const dearer: Record<string, { is: Cost; most: Cost }> = {};
  for (const [path, limits] of Object.entries(most)) {
    const isStaff = /^\/(marketing-admin|blog-management|embeddings-management|visitor-analytics)/.test(path);
    if (path.startsWith("/job-")) hr ??= await signIn("HR");
    const own = path === "/operations" ? await signIn("super_admin") : isStaff ? cookies : (hr ?? {});
    const is = await countPage(path, own);
    if (is.some((cost, kind) => cost > (limits[kind] ?? 0))) dearer[path] = { is, most: limits };
  }
  expect(dearer).toEqual({});
});

test("what goes through a session, a batch or a statement is counted, and so is what is written", async () => {
  const counts = startCounts();
  const database = countD1(env.DB, counts);
  await database.prepare("SELECT 1").all();
  await database.batch([database.prepare("SELECT ?").bind(1), database.prepare("SELECT 2")]);
  const user = await makeAccount();
  await database.withSession().prepare("DELETE FROM accounts WHERE id = ?").bind(user.id).run();
  expect(counts).toMatchObject({ trips: 3, queries: 4 });
  expect(counts.rowsRead).toBeGreaterThan(0);
  expect(counts.rowsWritten).toBeGreaterThan(0);
});
