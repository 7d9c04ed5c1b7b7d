/** The index of the sitemap and its parts, as the built Worker answers them. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { listParts } from "#worker/lib/http/sitemap-parts.ts";
import { worker } from "../built-worker.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { makeCategory, makeInsight } from "../insights/insights-make.ts";

async function ask(path: string) {
  const request = new Request(`${env.SITE_ORIGIN}${path}`) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, env, createExecutionContext());
  const text = await response.text();
  const listed = Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = ""]) => new URL(url).pathname);
  return { status: response.status, tags: response.headers.get("Cache-Tag"), text, listed };
}

test("the index names the parts that there are, and each part carries the tags of what it lists", async () => {
  expect((await ask("/sitemap.xml")).listed).toEqual(["/sitemap/pages.xml"]);
  for (const kind of ["topics", "articles", "openings"]) expect((await ask(`/sitemap/${kind}.xml`)).status).toBe(404);
  await makeInsight();
  await makeOpening();
  const { listed, tags, text } = await ask("/sitemap.xml");
  expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(tags).toBe("site,findability,insights,jobs");
  const found = [];
  for (const part of listed) found.push([part, (await ask(part)).tags]);
  expect(found).toEqual([
    ["/sitemap/pages.xml", "site,findability"],
    ["/sitemap/topics.xml", "site,findability,insights,insights-edits"],
    ["/sitemap/articles.xml", "site,findability,insights,insights-edits"],
    ["/sitemap/openings.xml", "site,findability,jobs,jobs-edits"],
  ]);
});

test("more than two thousand articles are spread over parts that list each of them once", async () => {
  const categoryId = await makeCategory();
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
     INSERT INTO insights (id, slug, title, category_id, status, publish_at, markdown, html, contents, words, minutes, created_at, updated_at)
     SELECT lower(printf('%033d', i) || substr(hex(randomblob(2)), 2)), 'post-' || i, 'Post', ?, 'published', i, '', '', '[]', 1, 1, i, i FROM n`,
  )
    .bind(categoryId)
    .run();
  const parts = (await ask("/sitemap.xml")).listed.filter((path) => path.includes("articles"));
  expect(parts).toHaveLength(16);
  const found = [];
  for (const part of parts) {
    const { status, listed } = await ask(part);
    expect(status, part).toBe(200);
    expect(listed.length, part).toBeLessThan(300);
    found.push(...listed);
  }
  expect(found.toSorted()).toEqual(
    Array.from({ length: 2100 }, (_, index) => `/insights/post-${index + 1}`).toSorted(),
  );
  // The only part of a small site is none of these.
  expect((await ask("/sitemap/articles.xml")).status).toBe(404);
  expect((await ask("/sitemap/articles-00.xml")).status).toBe(404);
});

test("parts hold two thousand addresses at most, however many there are", () => {
  fc.assert(
    fc.property(fc.nat(8_000_000), (total) => {
      const parts = listParts(total);
      expect(new Set(parts).size).toBe(parts.length);
      expect(total / Math.max(1, parts.length)).toBeLessThanOrEqual(2000);
      expect(parts.length).toBeLessThanOrEqual(Math.max(1, (16 * total) / 2000));
    }),
    { numRuns: countRuns(2000) },
  );
});

test("no name of a part fails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 20 }), async (name) => {
      expect((await ask(`/sitemap/${encodeURIComponent(name.toWellFormed()) || "x"}`)).status).toBe(404);
    }),
    { numRuns: countRuns(200) },
  );
});
