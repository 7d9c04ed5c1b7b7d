/** Missing, scheduled and withdrawn articles, as the built Worker answers them. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { brand } from "#app/content/brand.ts";
import { makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { worker } from "../built-worker.ts";

async function visit(path: string) {
  const request = new Request(`${env.SITE_ORIGIN}${path}`) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, env, createExecutionContext());
  const html = await response.text();
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  const isUnlisted = html.includes('<meta name="robots" content="noindex"/>');
  return { status: response.status, cacheControl: response.headers.get("Cache-Control"), html, title, isUnlisted };
}

test("an archived article answers 410 at all its addresses, says so and leads on, and is listed nowhere", async () => {
  const categoryId = await makeCategory();
  await makeInsight({ slug: "stays", categoryId });
  const post = await makeInsight({ slug: "before", title: "Not for long", categoryId });
  await post.save({ slug: "gone" });
  const lists = [
    "/insights",
    "/sitemap/articles.xml",
    "/insights/rss.xml",
    "/insights/atom.xml",
    "/insights/feed.json",
  ];
  for (const path of lists) expect((await visit(path)).html, path).toContain("/insights/gone");
  await post.archive(3);
  for (const path of ["/insights/gone", "/blog/gone", "/insights/before"]) {
    const { status, cacheControl, title, html, isUnlisted } = await visit(path);
    expect(status, path).toBe(410);
    expect(cacheControl, path).not.toMatch(/s-maxage=(?!60$)|stale/);
    expect(title, path).toBe(`This article was withdrawn | ${brand.name}`);
    expect(isUnlisted, path).toBe(true);
    expect(html, path).toContain('href="/insights/category/cloud"');
    expect(html, path).not.toContain("Not for long");
  }
  expect((await visit("/insights/gone.data")).status).toBe(410);
  for (const path of lists) {
    const { status, html } = await visit(path);
    expect(status, path).toBe(200);
    expect(html, path).toContain("/insights/stays");
    expect(html, path).not.toContain("/insights/gone");
  }
});

test("an article that was archived before its time was never there; one that is published again is back", async () => {
  const early = await makeInsight({ slug: "early", publishAt: Date.now() + 60_000 });
  await early.archive();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
  expect((await visit("/insights/early")).status).toBe(404);
  vi.useRealTimers();
  const back = await makeInsight({ slug: "back" });
  await back.archive();
  expect((await visit("/insights/back")).html).not.toContain('href="/insights/category/');
  await back.publish(3);
  expect((await visit("/insights/back")).status).toBe(200);
});

test("a category or tag without articles is not for search engines, and not in the sitemap", async () => {
  const category = await makeCategory();
  const tagId = await makeTag();
  for (const path of ["/insights/category/cloud", "/insights/tag/cost"]) {
    const { status, isUnlisted } = await visit(path);
    expect([status, isUnlisted], path).toEqual([200, true]);
    expect((await visit("/sitemap/topics.xml")).html).not.toContain(path);
  }
  await makeInsight({ categoryId: category, tagIds: [tagId] });
  for (const path of ["/insights/category/cloud", "/insights/tag/cost"]) {
    expect((await visit(path)).isUnlisted, path).toBe(false);
    expect((await visit("/sitemap/topics.xml")).html).toContain(path);
  }
});

test("what was never there has the title of a page that is not found", async () => {
  for (const path of [
    "/insights/unknown",
    "/blog/unknown",
    "/insights/category/unknown",
    "/insights/tag/unknown",
    "/insights?page=9",
    "/unknown",
  ]) {
    const { status, title, isUnlisted } = await visit(path);
    expect([status, title, isUnlisted], path).toEqual([404, `Page not found | ${brand.name}`, true]);
  }
});
