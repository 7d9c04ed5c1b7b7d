/** An article is seen until its end, everywhere and without anybody doing anything; the job only tidies. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import { listTopicAddresses } from "#worker/insights/list-addresses.ts";
import { listInsights } from "#worker/insights/list-insights.ts";
import { subject as insights } from "#worker/insights/subject.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { askWorker } from "../pages/edge-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { selectNextChange } from "#worker/insights/insight-cards.ts";
import { makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

/** A featured article that ends in an hour, and one that stays; both of one category, tag and author. */
async function makeEnding() {
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  await makeInsight({ ...topics, slug: "stays", title: "This one stays" });
  const ends = await makeInsight({ ...topics, slug: "ends", title: "This one ends", featured: true });
  const unpublishAt = Date.now() + hour;
  await publishInsight(db, { id: ends.id, version: 2, actor: null, publishAt: 1, unpublishAt }, makeScope());
  return { id: ends.id, unpublishAt };
}

const pages = [
  "/insights",
  "/insights/category/cloud",
  "/insights/tag/cost",
  "/insights/author/desk",
  "/insights/stays",
  "/insights/rss.xml",
  "/insights/atom.xml",
  "/insights/feed.json",
];

test(
  "an article is on every public page until its end, and from that instant on none",
  { timeout: 60_000 },
  async () => {
    const { id, unpublishAt } = await makeEnding();
    vi.useFakeTimers({ toFake: ["Date"], now: unpublishAt - 1 });
    for (const path of [...pages, "/insights/ends"]) {
      const { status, body, headers } = await askWorker(path);
      expect([status, body.includes("This one ends")], path).toEqual([200, true]);
      // No cache keeps it past its end.
      expect(headers["cache-control"], path).toMatch(/s-maxage=[01]\b/);
    }
    expect((await askWorker("/sitemap/articles.xml")).body).toContain("/insights/ends");
    vi.setSystemTime(unpublishAt);
    for (const path of pages) expect((await askWorker(path)).body, path).not.toContain("This one ends");
    const gone = await askWorker("/insights/ends");
    expect([gone.status, gone.body.includes("/insights/category/cloud")]).toEqual([410, true]);
    expect((await askWorker("/sitemap/articles.xml")).body).not.toContain("/insights/ends");
    const all = await listInsights(openReads(env), { filter: { kind: "all" }, page: 1, now: Date.now() });
    expect([all.lead?.slug, all.posts.length, all.total]).toEqual(["stays", 0, 0]);
    const row = db.selectFrom("insights").select(["status", "unpublish_at"]).where("id", "=", id);
    expect(await row.executeTakeFirst()).toMatchObject({ status: "published" });
    await runJobs(schedules.everyFiveMinutes, makeScope({}, [insights]));
    expect(await row.executeTakeFirst()).toEqual({ status: "archived", unpublish_at: unpublishAt });
    expect((await askWorker("/insights/ends")).status).toBe(410);
    const entries = await db.selectFrom("audit_log").select("actor_id").where("action", "=", "post.ended").execute();
    expect(entries).toEqual([{ actor_id: null }]);
  },
);

test("a moved article that has ended answers 410 at its old address, too, and a lone one leaves its topics empty", async () => {
  const lone = await makeInsight({ slug: "before", tagIds: [await makeTag()] });
  await lone.save({ slug: "after" });
  await publishInsight(db, { id: lone.id, version: 3, actor: null, publishAt: 1, unpublishAt: 2 }, makeScope());
  const reads = openReads(env);
  for (const slug of ["before", "after"])
    expect(await readArticle(reads, { slug, now: Date.now() })).toEqual({ kind: "withdrawn", category: null });
  expect(await listTopicAddresses(reads, { now: Date.now() })).toMatchObject({ addresses: null });
  expect((await askWorker("/insights/tag/cost")).body).toContain('content="noindex"');
});

test("search engines are told title, description, the first address and to stay away, as the article says", async () => {
  const seo = { seoTitle: "Another title", seoDescription: "Another description." };
  await makeInsight({ slug: "told", ...seo, canonicalUrl: "https://elsewhere.example/first" });
  await makeInsight({ slug: "hidden", title: "Hidden", noindex: true });
  const { body } = await askWorker("/insights/told");
  expect(body).toMatch(/<title>Another title/);
  expect(body).toContain('<meta name="description" content="Another description."/>');
  expect(body).toContain('<link rel="canonical" href="https://elsewhere.example/first"/>');
  expect((await askWorker("/insights/hidden")).body).toContain('<meta name="robots" content="noindex"/>');
  expect((await askWorker("/insights")).body).toContain("/insights/hidden");
  expect((await askWorker("/insights/rss.xml")).body).not.toContain("/insights/hidden");
  const { body: sitemap } = await askWorker("/sitemap/articles.xml");
  expect(sitemap).not.toMatch(/insights\/(told|hidden)</);
});

test("when something next appears or ends is read from an index", async () => {
  await makeEnding();
  await expectIndexed(db.selectNoFrom(selectNextChange(db, Date.now()).as("at")));
});
