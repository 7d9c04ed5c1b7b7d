/** The search that visitors use: its page, its endpoint, and what they must never show. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { parse } from "node-html-parser";
import { beforeEach, expect, test } from "vitest";
import type { ShownSearch } from "#shared/search/site-search.ts";
import { countRuns } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { putDocuments } from "#worker/search/engine/put-documents.ts";
import { countD1, startCounts } from "../../../lab/bench/count-d1.ts";
import { worker } from "../built-worker.ts";
import { hostileQuery } from "./hostile-queries.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { searchApi } from "#worker/api/search.ts";
import { callParts } from "../ask-parts.ts";
import { fillSearch, indexChanges, resetSearch, searchDb } from "./search-make.ts";
import { findLiveMarkup } from "../xss-vectors.ts";

const call = callParts(searchApi);

const patient = { limit: () => Promise.resolve({ success: true }) };
const limits = { SEARCH_LIMIT: patient, API_LIMIT: patient };

beforeEach(resetSearch);

const pathOf = (params: Record<string, string>) => `/api/search?${new URLSearchParams(params)}`;

async function search(params: Record<string, string>): Promise<ShownSearch> {
  const response = await call(pathOf(params), { env: limits });
  expect(response.status, JSON.stringify(params)).toBe(200);
  return response.json();
}

const pathsOf = async (q: string) => (await search({ q })).results.map(({ path }) => path);

async function open(path: string, overrides: Partial<Env> = {}) {
  const ctx = createExecutionContext();
  const request = new Request(`${env.SITE_ORIGIN}${path}`) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(request, { ...env, ...limits, ...overrides }, ctx);
  const html = await response.text();
  await waitOnExecutionContext(ctx);
  return { status: response.status, headers: response.headers, html };
}

/** Documents with these words, without a site around them. */
function put(...documents: { key: string; title: string; text: string; anchor?: string }[]) {
  const shown = documents.map(({ key, title, text, anchor = "" }) => ({
    key,
    kind: key.split(":", 1)[0] ?? "",
    path: `/${title.toLowerCase()}`,
    title,
    summary: "In short.",
    changedAt: 1,
    sections: [{ anchor, trail: anchor === "" ? [] : [title], text }],
  }));
  return putDocuments(searchDb, shown, Date.now());
}

test("the page lists what is found with its passages and the way to their headings, by kinds, without script", async () => {
  await put(
    { key: "page:/cloud", title: "Cloud", text: "Moving to the cloud takes eleven weeks.", anchor: "moving" },
    { key: "opening:x", title: "Engineer", text: "You build a cloud." },
  );
  const { status, headers, html } = await open("/search?q=clouds");
  expect([status, headers.get("X-Robots-Tag"), headers.get("Cache-Control")]).toEqual([
    200,
    "noindex",
    "private, no-cache",
  ]);
  const page = parse(html);
  expect(page.querySelectorAll("ol.search-results > li h2").map(({ text }) => text)).toEqual(["Cloud", "Engineer"]);
  expect(page.querySelector(".search-trails a")?.getAttribute("href")).toBe("/cloud#moving");
  expect(page.querySelectorAll(".search-passage mark").map(({ text }) => text)).toEqual(["cloud", "cloud"]);
  expect(page.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  const missed = parse((await open("/search?q=qqxyzzy")).html);
  expect(missed.querySelector(".search-nothing a")?.getAttribute("href")).toBe(
    "/contact?subject=A+question%3A+qqxyzzy#contact-form",
  );
  expect(missed.querySelectorAll(".search-start a")).toHaveLength(6);
  // Where to go from a word that is written somewhat alike, from a kind that has nothing, and from words that are taken as they are.
  const titlesOf = async (query: string) =>
    parse((await open(`/search?q=${query}`)).html)
      .querySelectorAll(".search-nearest h3")
      .map(({ text }) => text);
  expect(await titlesOf("engxxxer")).toEqual(["Engineer"]);
  expect(await titlesOf("engineer&kind=article")).toEqual(["Engineer"]);
  expect(await titlesOf("clowd&exact=1")).toEqual(["Cloud", "Engineer"]);
  expect(await search({ q: "engxxxer" })).toMatchObject({ total: 0, results: [], nearest: [{ path: "/engineer" }] });
  expect(parse((await open("/search")).html).querySelectorAll(".search-start a")).toHaveLength(6);
  expect((await open("/search?q=clouds&page=9")).status).toBe(404);
});

test("what is misspelled is found, and can be sought as it was written", async () => {
  await put({ key: "page:/pharma", title: "Pharmaceutical", text: "We validate what is regulated." });
  const asked = await search({ q: "Pharmaceutcal validation" });
  expect(asked).toMatchObject({ total: 1, corrected: [{ typed: "pharmaceutcal", meant: "pharmaceutical" }] });
  expect((await search({ q: "pharmaceutcal", exact: "1" })).total).toBe(0);
  const html = (await open("/search?q=Pharmaceutcal")).html;
  expect(parse(html).querySelector(".search-spelling")?.text).toBe(
    "Showing results for pharmaceutical. Search for Pharmaceutcal instead.",
  );
  expect((await open("/search?q=pharmaceutcal&exact=1")).html).toContain("Did you mean");
});

test("the search of articles says which word it sought instead, and offers the one that was written", async () => {
  await fillSearch();
  await makeInsight({
    slug: "quokka",
    title: "Quokkas",
    markdown: "A quokka naps.\n\n## Where\n\nUnder a quokka tree.",
  });
  await indexChanges();
  const outcome = async (q: string) => parse((await open(`/insights?q=${q}`)).html).querySelector(".search-outcome");
  const corrected = await outcome("Quokkka");
  expect(corrected?.querySelector("h2")?.text).toBe("One article for “quokka”");
  expect(corrected?.querySelector("p")?.text).toBe("Search for Quokkka instead.");
  expect(corrected?.querySelector("p a")?.getAttribute("href")).toBe("/search?q=Quokkka&kind=article&exact=1");
  const known = await outcome("quokka");
  expect([known?.querySelector("h2")?.text, known?.querySelector("p")]).toEqual(["One article for “quokka”", null]);
});

test("a repeated search costs two queries, another one three; who has the answer is told so", async () => {
  await put({ key: "page:/cloud", title: "Cloud", text: "Moving to the cloud." });
  const ask = async (q: string, headers: Record<string, string> = {}) => {
    const counts = startCounts();
    const counted = { ...limits, DB: countD1(env.DB, counts), SEARCH_DB: countD1(env.SEARCH_DB, counts) };
    const response = await call(pathOf({ q }), { env: counted, headers });
    return { queries: counts.queries, response };
  };
  const first = await ask("clouds moving");
  expect(first.queries).toBeLessThanOrEqual(3);
  // Also where nothing is found, and what is like it is sought instead.
  expect((await ask("clxxds")).queries).toBeLessThanOrEqual(3);
  const etag = first.response.headers.get("ETag") ?? "";
  const again = await ask("clouds moving", { "If-None-Match": etag });
  expect([again.queries, again.response.status, etag === ""]).toEqual([2, 304, false]);
  await put({ key: "page:/more", title: "More", text: "Another cloud." });
  const changed = await ask("clouds moving", { "If-None-Match": etag });
  expect([changed.response.status, (await changed.response.json<ShownSearch>()).total]).toEqual([200, 2]);
});

test("an article is found once it is public, and never after it is not, though the answer is known and the index behind", async () => {
  await fillSearch();
  const words = { markdown: "A quokka naps.\n\n## Where\n\nUnder a quokka tree." };
  const post = await makeInsight({ slug: "quokka", title: "Quokkas", ...words });
  const ending = await makeInsight({ slug: "ending", title: "Quokka endings", ...words });
  const planned = await makeInsight({
    slug: "planned",
    title: "Quokka plans",
    publishAt: Date.now() + 3_600_000,
    ...words,
  });
  await indexChanges();
  const both = ["/insights/ending", "/insights/quokka"];
  expect((await pathsOf("quokka")).toSorted()).toEqual(both);
  const db = openDb(env.DB);
  await Promise.all([
    pathsOf("quokka"),
    post.archive(),
    db
      .updateTable("insights")
      .set({ unpublish_at: Date.now() - 1 })
      .where("id", "=", ending.id)
      .execute(),
    pathsOf("quokka"),
  ]);
  for (const q of ["quokka", "quokkas", "under a quokka tree"]) expect(await pathsOf(q), q).toEqual([]);
  expect((await open("/insights?q=quokka")).html).not.toContain("/insights/quokka");
  // What nobody may find has no word of its own, either: none is corrected to it.
  await indexChanges();
  expect((await search({ q: "quokkka" })).corrected).toEqual([]);
  await db
    .updateTable("insights")
    .set({ publish_at: Date.now() - 1 })
    .where("id", "=", planned.id)
    .execute();
  await indexChanges();
  expect(await pathsOf("quokka")).toEqual(["/insights/planned"]);
  await db.updateTable("insights").set({ noindex: 1 }).where("id", "=", planned.id).execute();
  expect(await pathsOf("quokka")).toEqual([]);
});

test("a question is answered by sentences of the site, word for word, or not at all", async () => {
  await put(
    { key: "page:/cloud", title: "Cloud", text: "A migration takes eleven weeks. Nobody is hurried.", anchor: "time" },
    { key: "page:/bills", title: "Bills", text: "Invoices are sent once a month." },
  );
  const { quotes } = await search({ q: "How many weeks does a migration take?" });
  expect(quotes).toMatchObject([{ text: "A migration takes eleven weeks.", to: "/cloud#time", title: "Cloud" }]);
  for (const q of ["How many weeks does a dog sleep?", "Who sends flowers?", "migration", "What is a month of cloud?"])
    expect((await search({ q })).quotes, q).toEqual([]);
});

test("whatever is sought, it is answered, and is inert", { timeout: 600_000 }, async () => {
  await put({ key: "page:/cloud", title: "Cloud", text: "Moving to the cloud <b>now</b> & then." });
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(hostileQuery, fc.boolean(), async (text, isTyping) => {
      const q = text.toWellFormed();
      const response = await call(pathOf({ q, ...(isTyping && { typing: "1" }) }), { env: limits });
      expect([200, 414]).toContain(response.status);
      expect(response.headers.get("Content-Type")).toBe("application/json");
      await response.json();
      asked += 1;
      if (asked % 20 > 0) return;
      const page = asked % 40 > 0 ? "/search" : "/insights";
      const { status, html } = await open(`${page}?${new URLSearchParams({ q })}`);
      expect([200, 414]).toContain(status);
      const main = parse(html).querySelector(page === "/search" ? ".search-page" : "main")?.outerHTML ?? "";
      expect(findLiveMarkup(main.replaceAll(/<\/?(?:form|input|button)\b[^<>]*>/g, "")), q).toEqual([]);
    }),
    { numRuns: countRuns(10_000) },
  );
});
