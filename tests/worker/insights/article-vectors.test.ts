/**
 * Hostile texts in every place of an article, through every door, and on every page that shows one: each page is made of
 * the same as with harmless words (tests/list-shapes.ts).
 */
import { env } from "cloudflare:workers";
import { XMLValidator } from "fast-xml-parser";
import Parser from "rss-parser";
import { expect, test } from "vitest";
import { apiScopeNames } from "#shared/accounts/api-scopes.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import { articleVectors } from "#tests/article-vectors.ts";
import { listShapes, readAllText, readTextOf } from "#tests/list-shapes.ts";
import { isDeep } from "#tests/runs.ts";
import { createApiToken } from "#worker/accounts/api-tokens.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { makeWriter } from "./article-make.ts";
import { join, writeMarkdown } from "./hostile-make.ts";
import { makeInsight, makeTag } from "./insights-make.ts";
import { call } from "../ask-api.ts";
import { makeScope } from "../make-scope.ts";
import { makeEditor, makeItem, makePng } from "../media/media-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

/** As many texts as one article is given. A title has room for three. */
const perArticle = isDeep ? 3 : 60;

const hostile = Array.from({ length: Math.ceil(articleVectors.length / perArticle) }, (_, at) =>
  articleVectors.slice(at * perArticle, (at + 1) * perArticle),
);

type Writer = Awaited<ReturnType<typeof makeWriter>>;

/** Makes the topics of an article by their forms, and returns their slugs. */
async function makeTopics(ada: Writer, texts: readonly string[], slug: string) {
  const at = (start: number, longest: number) => join(texts, start, longest);
  const forms = {
    authors: {
      name: at(0, 120),
      role: at(1, 120),
      bio: at(2, 600),
      "links[0].name": at(3, 60),
      "links[0].url": `https://example.com/?${encodeURI("'")}"><b>=${slug}`,
    },
    categories: { name: at(4, 60), description: at(5, 300) },
    tags: { name: at(2, 60) },
  };
  for (const [kind, form] of Object.entries(forms)) {
    const { status, text } = await ada.post(`/blog-management/${kind}?form=new`, { ...form, slug });
    expect(status, text).toBe(303);
  }
}

/** Writes an article by the API, changes it as pages with and without script do, and publishes it. */
async function makeArticle(ada: Writer, token: string, texts: readonly string[], slug: string) {
  await makeTopics(ada, texts, slug);
  const at = (start: number, longest: number) => join(texts, start, longest);
  const json = {
    slug,
    title: at(0, 200),
    dek: at(1, 300),
    markdown: texts.join("\n\n"),
    category: slug,
    authors: [slug],
    tags: [slug],
    cover_alt: at(2, 300),
    seo_title: at(3, 120),
    seo_description: at(4, 300),
    canonical_url: `https://example.com/"><b>/${slug}`,
  };
  const headers = { Authorization: `Bearer ${token}` };
  const made = await call("/api/posts", { method: "POST", headers, json });
  expect(made.status, await made.clone().text()).toBe(201);
  const { id } = await made.json<{ id: InsightId }>();
  const path = `/blog-management/${id}`;
  const newest = await ada.readLive(id);
  const draft = { ...newest.draft, title: at(3, 200), markdown: writeMarkdown(texts.toReversed()) };
  expect((await ada.change(id, { intent: "save", version: 1, draft })).status).toBe(200);
  const form = { version: "2", title: at(2, 200), dek: at(5, 300), slug, markdown: writeMarkdown(texts) };
  const saved = await ada.post(path, { intent: "save", ...form });
  expect(saved.status, saved.text).toBe(303);
  // Not through a door: the checks find errors in such texts.
  await publishInsight(openDb(env.DB), { id, version: 3, actor: null, publishAt: Date.now() }, makeScope());
  await ada.post(`${path}/revisions`, { intent: "name", revision: "1", name: at(1, 80) });
  return { id, path, slug, title: cleanLine(at(2, 200)) };
}

type Made = Awaited<ReturnType<typeof makeArticle>>;

/** Somebody who writes, and their articles, one for each of `batches`; `check` looks after every twenty. */
async function makeSite(
  batches: readonly (readonly string[])[],
  prefix: string,
  check: (ada: Writer, newest: Made[]) => Promise<void> = async () => {},
) {
  const first = batches[0] ?? [];
  const ada = await makeWriter({ name: join(first, 0, 120), roles: ["super_admin"] });
  // Somebody else: saves of one writer would become one revision.
  const { id: owner } = await makeWriter({ name: join(first, 3, 120) });
  const token = await createApiToken(db, { owner, name: "Robot", scopes: apiScopeNames, life: 30 }, makeScope());
  const articles: Made[] = [];
  for (const [at, texts] of batches.entries()) {
    articles.push(await makeArticle(ada, token, texts, `${prefix}-${at}`));
    if (at % 20 === 19 || at === batches.length - 1) await check(ada, articles.slice(-20));
  }
  const views = [...first, ...first].slice(0, 3).map((name, at) => cleanLine(`${at} ${name}`, 40));
  for (const name of views) await ada.post("/blog-management", { do: "view-save", name, query: "?status=draft" });
  return { ada, articles };
}

/** The addresses that show articles, by the kind of page. */
async function listAddresses(articles: readonly Made[], words: readonly string[]) {
  // What is drawn from the same texts as another page is looked at for some of them; all in the deep tests.
  const some = articles.filter((_, at) => isDeep || at % 6 === 0);
  const each = (write: (article: Made) => string) => some.map(write);
  return {
    article: articles.map(({ slug }) => `/insights/${slug}`),
    preview: await Promise.all(some.map(({ id }) => makePreviewPath(env.AUTH_SECRET, id))),
    listing: ["/insights", "/insights?page=2", "/insights?page=3"],
    search: words.map((q) => `/insights?${new URLSearchParams({ q: q.toWellFormed() })}`),
    category: each(({ slug }) => `/insights/category/${slug}`),
    author: each(({ slug }) => `/insights/author/${slug}`),
    tag: each(({ slug }) => `/insights/tag/${slug}`),
    editing: each(({ path }) => path),
    revisions: each(({ path }) => `${path}/revisions?from=1`),
    side: each(({ path }) => `${path}/revisions?from=1&view=side`),
    desk: ["/blog-management", ...words.map((q) => `/blog-management?${new URLSearchParams({ q: q.toWellFormed() })}`)],
    calendar: ["/blog-management/calendar"],
    authors: ["/blog-management/authors"],
    categories: ["/blog-management/categories"],
    tags: ["/blog-management/tags"],
    log: ["/audit-log"],
    hub: ["/marketing-admin"],
  };
}

/** What is found once, often and never, and what no word is in. */
const harmlessWords = ["word", "paragraph", "nothing that is there", "?!"];

const harmless = [
  Array.from({ length: perArticle }, (_, at) => `Word ${at}`),
  Array.from({ length: perArticle }, (_, at) => `Other <&> "word" ${at}`),
];

/** The newest articles as feeds and sitemap carry them. */
async function readFeeds(ada: Writer) {
  const xml: Record<string, string> = {};
  for (const name of ["insights/rss.xml", "insights/atom.xml", "sitemap.xml", "sitemap/articles.xml"])
    xml[name] = (await ada.ask(`/${name}`)).text;
  const json = JSON.parse((await ada.ask("/insights/feed.json")).text) as { items: { content_html: string }[] };
  const contents = json.items.map(({ content_html: html }) => html);
  const titles: Record<string, (string | undefined)[]> = {};
  for (const name of ["insights/rss.xml", "insights/atom.xml"]) {
    const { items } = await new Parser().parseString(xml[name] ?? "");
    // Titles of Atom are HTML.
    const isHtml = name.endsWith("atom.xml");
    titles[name] = items.map(({ title }) => (isHtml ? readAllText(title ?? "") : title)?.trim());
    contents.push(...items.map((item) => item["content:encoded"] ?? item.content ?? ""));
  }
  return { xml, contents, titles };
}

/** Tables as they are listed, so that each cell is read as a spreadsheet reads it. */
function listCells(csv: string): string[] {
  return Array.from(csv.matchAll(/"((?:[^"]|"")*)"/g), ([, cell = ""]) => cell.replaceAll('""', '"'));
}

test("every page and feed that shows an article is made of the same, whatever stands in the article", async () => {
  expect(articleVectors.length).toBeGreaterThanOrEqual(400);
  // Enough for lists of several pages.
  for (let at = 0; at < 60; at += 1) {
    const tagIds = [await makeTag({ slug: `filler-${at}`, name: `Filler ${at}` })];
    await makeInsight({ slug: `filler-${at}`, tagIds, publishAt: Date.now() - 60_000 - at });
  }
  const known = await makeSite(harmless, "known");
  const shapes = new Map<string, Set<string>>();
  for (const [kind, paths] of Object.entries(await listAddresses(known.articles, harmlessWords)))
    for (const path of paths) {
      const { status, text } = await known.ada.ask(path);
      expect(status, path).toBe(200);
      shapes.set(kind, new Set([...(shapes.get(kind) ?? []), ...listShapes(text)]));
    }
  const feeds = await readFeeds(known.ada);
  // A line that ends with two spaces or a backslash breaks, which no harmless one does.
  const carried = new Set([...feeds.contents.flatMap(listShapes), "br[]"]);

  const { ada, articles } = await makeSite(hostile, "odd", async (reader, newest) => {
    const { xml, contents, titles } = await readFeeds(reader);
    for (const html of contents) expect(listShapes(html).filter((shape) => !carried.has(shape))).toEqual([]);
    for (const [name, text] of Object.entries(xml)) {
      expect(XMLValidator.validate(text), name).toBe(true);
      expect(listElements(text), name).toEqual(listElements(feeds.xml[name] ?? ""));
    }
    // XML has no place for two of the signs.
    const expected = newest.toReversed().map(({ title }) => title.replaceAll(/[\ufffe\uffff]/g, "").trim());
    for (const shown of Object.values(titles)) expect(shown.slice(0, newest.length)).toEqual(expected);
  });
  const words = articleVectors.filter((_, at) => at % (isDeep ? 10 : 60) === 0);
  for (const [kind, paths] of Object.entries(await listAddresses(articles, words)))
    for (const path of paths) {
      const { status, text } = await ada.ask(path);
      expect(status, path).toBe(200);
      const added = listShapes(text).filter((shape) => !shapes.get(kind)?.has(shape));
      expect(added, `${kind} ${path}`).toEqual([]);
    }
  for (const { slug, title } of articles.slice(0, 10))
    expect(readTextOf((await ada.ask(`/insights/${slug}`)).text, "h1"), slug).toBe(title);
  const desk = readAllText((await ada.ask("/blog-management")).text);
  for (const { title } of articles.slice(-20)) expect(desk).toContain(title);
  const cells = listCells((await ada.ask("/audit-log.csv")).text);
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter((cell) => /^[\s"]*[=+@\uff1d\uff0b\uff20]|^[\s"]*-./.test(cell))).toEqual([]);
});

/** The names of the elements of an XML file, each once. */
function listElements(xml: string): string[] {
  const names = xml.replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, "").matchAll(/<([^\s>]+)/g);
  return [...new Set(Array.from(names, ([, name = ""]) => name))].toSorted();
}

test("files of the media library with hostile names and texts are shown as the others are", async () => {
  const editor = await makeEditor();
  const ada = await makeWriter();
  const show = async (texts: readonly string[]) => {
    // What stands before a slash is taken for a folder.
    const name = `${join(texts, 0, 180).replaceAll(/[/\\]/g, "∕")}.png`;
    const { id } = await makeItem(editor, { bytes: makePng(), name });
    const form = { name, alt: join(texts, 1, 300), caption: join(texts, 2, 300), "focus.x": "0.5", "focus.y": "0.5" };
    const path = `/blog-management/media/${id}`;
    const changed = await ada.post(path, { intent: "save", version: "1", ...form });
    expect(changed.status, changed.text).toBe(303);
    const { status, text } = await ada.ask(path);
    expect(status).toBe(200);
    // A file's name loses the marks that turn the direction of what follows.
    expect(readAllText(text)).toContain(cleanLine(name).replaceAll(/[\u061C\u200E\u200F]/g, ""));
    // The list beside it has a second page by and by.
    return listShapes(text).filter((shape) => shape !== "a[class data-discover href rel]");
  };
  await show(harmless[0] ?? []);
  const shapes = new Set(await show(harmless[1] ?? []));
  for (const texts of hostile.filter((_, at) => isDeep || at % 3 === 0))
    expect(
      (await show(texts)).filter((shape) => !shapes.has(shape)),
      texts[0],
    ).toEqual([]);
});
