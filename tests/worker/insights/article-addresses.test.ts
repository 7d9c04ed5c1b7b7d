/** What the page of an article asks of the site's addresses, and what publishing asks: never all of them. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { mostAddresses } from "#app/staff/insights/addresses/ask-addresses.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { findErrors } from "#worker/insights/find-errors.ts";
import { readAddresses, selectAddresses } from "#worker/insights/read-addresses.ts";
import { columns } from "#worker/db/tables.ts";
import { publishing } from "../../../lab/bench/subjects/publishing.ts";
import { makeWriter } from "./article-make.ts";
import { makeOpening } from "../hiring/openings-make.ts";
import { countPage } from "../pages/count-page.ts";
import { countQueries, makeAuthor, makeCategory, makeInsight, makeTag } from "./insights-make.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { listScans } from "../watch-queries.ts";

const db = openDb(env.DB);

async function makeSite() {
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  const post = await makeInsight({
    ...topics,
    slug: "shown",
    markdown: "## The method\n\nWords.[^1]\n\n[^1]: A note.",
  });
  await makeInsight({ ...topics, slug: "shown-2" });
  await (await makeInsight({ ...topics, slug: "withdrawn" })).archive();
  await (await makeInsight({ ...topics, slug: "old" })).save({ slug: "new" });
  await makeOpening({ slug: "engineer" });
  return post;
}

test("an address leads somewhere if readers find it there, and to a section if the article has it", async () => {
  const { id } = await makeSite();
  const lacks = {
    "/insights/shown": "nothing",
    "/insights/shown#the-method": "nothing",
    "/insights/shown#fn-1": "nothing",
    "/insights/shown#method": "section",
    '/insights/shown#"><b': "section",
    "/insights/new": "nothing",
    "/insights/old": "nothing",
    "/insights/old#anything": "nothing",
    "/insights/withdrawn": "page",
    "/insights/none#the-method": "page",
    "/insights/": "page",
    "/insights/category/cloud": "nothing",
    "/insights/category/none": "page",
    "/insights/tag/cost": "nothing",
    "/insights/author/desk": "nothing",
    "/insights/cloud": "page",
    "/careers/engineer": "nothing",
    "/careers/none": "page",
    "/shown": "page",
    "": "page",
    "#": "page",
    "/%": "page",
  };
  const addresses = Object.keys(lacks);
  const answer = await readAddresses(db, { id, addresses, slug: "free" });
  expect(Object.fromEntries(addresses.map((each) => [each, answer.lacks[each] ?? "nothing"]))).toEqual(lacks);
});

test("a slug is free that no other article has, drafts and articles off the site included; or the next number is", async () => {
  const { id, draft } = await makeSite();
  const { categoryId, authorIds, tagIds } = draft;
  const free = async (slug: string, of: InsightId | null = id) =>
    (await readAddresses(db, { id: of, addresses: [], slug })).freeSlug;
  expect(await free("other")).toBe("other");
  expect(await free("shown")).toBe("shown");
  expect(await free("shown", null)).toBe("shown-3");
  expect(await free("withdrawn")).toBe("withdrawn-2");
  expect(await free("old")).toBe("old");
  const long = `${"a".repeat(114)}-word`.slice(0, 120);
  await makeInsight({ slug: long, categoryId, authorIds, tagIds });
  expect(await free(long)).toBe(`${"a".repeat(114)}-2`);
});

test("both questions are one trip of two queries, which look up keys", async () => {
  const { id } = await makeSite();
  const { session, queries } = countQueries();
  const question = { id, addresses: ["/insights/shown#x", "/insights/tag/cost"], slug: "shown" };
  await readAddresses(openDb(session), question);
  expect(queries).toHaveLength(2);
  const tables = new Set(Object.keys(columns));
  for (const query of selectAddresses(db, question)) {
    const { sql, parameters } = query.compile();
    expect(await listScans(sql, parameters, tables)).toEqual([]);
  }
});

test("the page of an article asks by JSON, and is told what is wrong with a question", async () => {
  const { id } = await makeSite();
  const writer = await makeWriter();
  const ask = async (question: unknown, type = "application/json") => {
    const body = JSON.stringify(question);
    const path = `/blog-management/${id}/addresses`;
    const { status, text } = await writer.ask(path, { method: "POST", headers: { "Content-Type": type }, body });
    return { status, body: JSON.parse(text) as unknown };
  };
  const addresses = ["/contact", "/insights/rss.xml", "/insights/shown", "/insights/none", "/insights/none"];
  expect(await ask({ addresses, slug: "shown-2" })).toEqual({
    status: 200,
    body: { lacks: { "/insights/none": "page" }, freeSlug: "shown-2-2" },
  });
  expect(
    await ask({ addresses: Array.from({ length: mostAddresses }, (_, at) => `/${"é".repeat(450)}${at}`) }),
  ).toMatchObject({
    status: 200,
  });
  expect(await ask({ addresses: Array.from({ length: mostAddresses + 1 }, () => "/") })).toMatchObject({ status: 400 });
  expect(await ask({ slug: "x".repeat(121) })).toMatchObject({ status: 400 });
  expect(await ask(null)).toMatchObject({ status: 400 });
  expect(await ask({}, "text/plain")).toMatchObject({ status: 415 });
  const stranger = await makeWriter({ roles: ["HR"] });
  const path = `/blog-management/${id}/addresses`;
  expect((await stranger.ask(path, { method: "POST", body: "{}" })).status).toBe(403);
});

test("the server finds by itself what keeps an article from being published", async () => {
  const post = await makeInsight({ slug: "shown" });
  await makeInsight({ slug: "other" });
  const find = (changes: Partial<typeof post.draft>) =>
    findErrors(db, { id: post.id, draft: { ...post.draft, ...changes } }, makeWholeScope());
  expect(await find({ markdown: "[a](/insights/other) [b](/contact) [c](/insights/shown)" })).toEqual([]);
  expect(await find({ slug: "other", markdown: "[a](/insights/none)", dek: "" })).toMatchObject([
    { place: { field: "slug" } },
    { place: { line: 1 }, text: "This site has no page “/insights/none”." },
  ]);
});

test("the page of an article is as small with 10,000 articles as with one, and asks for as much", async () => {
  const topics = { categoryId: await makeCategory(), authorIds: [await makeAuthor()], tagIds: [await makeTag()] };
  const { id } = await makeInsight({ ...topics, slug: "leaving-a-data-centre" });
  const user = await makeAccount({ roles: ["marketing_admin"] });
  const headers = { Cookie: writeCookies(await makeSession(user.id)) };
  const path = `/blog-management/${id}.data`;
  // The keys that sessions are signed with are read once.
  await countPage(path, headers);
  const before = await countPage(path, headers);
  const [articles] = publishing.growth?.fill(1, 10_000) ?? [];
  await env.DB.prepare(articles ?? "").run();
  const after = await countPage(path, headers);
  expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
  const [, queries, , , kilobytes] = after;
  // Those of the page, and three of the guard of staff pages.
  expect(queries).toBeLessThanOrEqual(4 + 3);
  expect(kilobytes).toBeLessThan(30);
});
