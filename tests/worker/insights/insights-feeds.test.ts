import { env } from "cloudflare:workers";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import Parser from "rss-parser";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { answerFeed } from "#app/site/insights/answer-feed.ts";
import { openDb } from "#worker/db/client.ts";
import { makeAuthor, makeCategory, makeInsight } from "./insights-make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

const ask = (headers: HeadersInit = {}) => new Request(`${siteOrigin}/insights/atom.xml`, { headers });

/** The part of JSON Feed 1 (jsonfeed.org) that readers rely on. */
const jsonFeed = z.object({
  version: z.string().startsWith("https://jsonfeed.org/version/1"),
  title: z.string().min(1),
  home_page_url: z.url(),
  feed_url: z.url(),
  items: z.array(
    z.object({
      id: z.url(),
      url: z.url(),
      title: z.string().min(1),
      content_html: z.string().min(1),
      summary: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    }),
  ),
});

const read = async (format: "RSS" | "Atom" | "JSON Feed") => (await answerFeed(format, ask(), makeScope())).text();

test("the feeds hold the newest twenty articles whole, with absolute addresses", async () => {
  const categoryId = await makeCategory();
  const authorIds = [await makeAuthor({ name: "Ann & Zed" })];
  await env.DB.prepare(
    "INSERT INTO media (key, type, bytes, width, height, created_at) VALUES ('x-dark.svg', 'image/svg+xml', 1, 1, 1, 1)",
  ).run();
  for (let age = 1; age <= 22; age += 1)
    await makeInsight({
      slug: `aged-${age}`,
      title: `Cause & effect, ${age} < 23`,
      categoryId,
      authorIds,
      markdown:
        "See [costs](/insights/tag/cost), [below](#a) and [w3.org](https://www.w3.org/).\n\n## A\n\n![x](/media/x.svg)",
      publishAt: Date.now() - age * 3_600_000,
    });
  for (const format of ["RSS", "Atom"] as const) {
    const xml = await read(format);
    expect(XMLValidator.validate(xml), format).toBe(true);
    const feed = await new Parser().parseString(xml);
    expect(feed.items, format).toHaveLength(20);
    expect(feed.items[0], format).toMatchObject({
      // Titles of Atom are HTML.
      title: format === "Atom" ? "Cause &amp; effect, 1 &lt; 23" : "Cause & effect, 1 < 23",
      link: `${siteOrigin}/insights/aged-1`,
    });
  }
  const atom = new XMLParser({ ignoreAttributes: false }).parse(await read("Atom"));
  expect(atom.feed).toMatchObject({ id: `${siteOrigin}/insights` });
  expect(atom.feed.entry[0].author).toEqual({ name: "Ann & Zed" });
  for (const field of ["id", "title", "updated", "published", "summary", "content"])
    expect(atom.feed.entry[0], field).toHaveProperty(field);
  const json = jsonFeed.parse(JSON.parse(await read("JSON Feed")));
  expect(json.items).toHaveLength(20);
  const html = json.items[0]?.content_html ?? "";
  for (const address of ["/insights/tag/cost", "/insights/aged-1#a", "/media/x.svg", "/media/x-dark.svg"])
    expect(html).toContain(`="${siteOrigin}${address}"`);
  expect(html).toContain('="https://www.w3.org/"');
  expect(html).not.toMatch(/(href|src|srcset)="[/#]/);
});

test("feeds name their type, and are kept for a quarter of an hour", async () => {
  for (const [format, type] of [
    ["RSS", "application/rss+xml"],
    ["Atom", "application/atom+xml"],
    ["JSON Feed", "application/feed+json"],
  ] as const) {
    const { status, headers } = await answerFeed(format, ask(), makeScope());
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
    expect(headers.get("Cache-Control")).toContain("s-maxage=900");
  }
});

test("a reader that has the feed is told so until it changes", async () => {
  const post = await makeInsight();
  const first = await answerFeed("Atom", ask(), makeScope());
  const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
  const again = await answerFeed("Atom", ask(known), makeScope());
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(again.headers.get("Cache-Control")).toContain("s-maxage=900");
  await post.save({ title: "Another title" });
  expect((await answerFeed("Atom", ask(known), makeScope())).status).toBe(200);
});

test("while the database does not answer there is no feed, rather than an empty one", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const DB = {
    withSession: () => {
      throw new Error("D1_ERROR: down");
    },
  } as unknown as D1Database;
  const { status, headers } = await answerFeed("RSS", ask(), makeScope({ DB }));
  expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
});

test("titles and deks are text in every feed, and end no section of XML", async () => {
  const title = "One ]]> two ]]> <b>three</b> ]]]]><![CDATA[> & four";
  const asHtml = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const name = 'R&D <"b">';
  await makeInsight({ title, dek: title, categoryId: await makeCategory({ name }) });
  const fields = new XMLParser();
  const rss = fields.parse(await read("RSS"));
  expect(rss.rss.channel.item).toMatchObject({ title, description: asHtml, category: name });
  const xml = await read("Atom");
  // In an attribute it would not be well-formed, which parsers such as this one let pass.
  expect(xml).toContain('<category term="cloud"/>');
  const atom = fields.parse(xml);
  expect(atom.feed.entry).toMatchObject({ title: asHtml, summary: asHtml });
  expect(jsonFeed.parse(JSON.parse(await read("JSON Feed"))).items[0]).toMatchObject({ title, summary: title });
});

test("links are whole in every form, in every feed", async () => {
  const markdown = [
    "[rel](../other/) [root](/a?x=1&y=2) [query](?q=1) [part](#a) [mail](mailto:a@b.example)",
    "[beside](file.pdf)",
    "## A",
  ].join("\n\n");
  await makeInsight({ slug: "linked", markdown });
  await env.DB.prepare("UPDATE insights SET html = html || ?")
    .bind(
      '<video poster="/p.jpg" src="v.mp4"></video><img src="//cdn.example/a.png" srcset="a.png 1x, /b.png 2x, //c.example/d.png 3x">',
    )
    .run();
  const json = jsonFeed.parse(JSON.parse(await read("JSON Feed"))).items[0]?.content_html ?? "";
  const rss = new XMLParser().parse(await read("RSS")).rss.channel.item["content:encoded"] as string;
  const atom = new XMLParser({ processEntities: true }).parse(await read("Atom")).feed.entry.content as string;
  for (const html of [json, rss, atom]) {
    const shown = html.replaceAll("&amp;", "&");
    const at = `${siteOrigin}/insights`;
    for (const whole of [
      `"${siteOrigin}/other/"`,
      `"${siteOrigin}/a?x=1&y=2"`,
      `"${at}/linked?q=1"`,
      `"${at}/linked#a"`,
      `"${at}/file.pdf"`,
      '"mailto:a@b.example"',
      `poster="${siteOrigin}/p.jpg"`,
      `src="${at}/v.mp4"`,
      `srcset="${at}/a.png 1x, ${siteOrigin}/b.png 2x, `,
    ])
      expect(shown).toContain(whole);
    expect(shown).toMatch(/src="https?:\/\/cdn\.example\/a\.png"/);
    expect(shown).not.toMatch(/(?:href|src|poster)="(?![a-z]+:)/);
  }
});

test("an article keeps its id in feeds when its address changes, and has its picture", async () => {
  const row = { key: "covers/a.png", type: "image/png" as const, bytes: 1234, width: 1200, height: 630, created_at: 1 };
  await openDb(env.DB).insertInto("media").values(row).execute();
  await makeInsight({ slug: "before" });
  await env.DB.prepare("UPDATE insights SET share_image = 'covers/a.png'").run();
  const readIds = async () => {
    const atom = new XMLParser({ ignoreAttributes: false }).parse(await read("Atom")).feed.entry;
    const rss = new XMLParser({ ignoreAttributes: false }).parse(await read("RSS")).rss.channel.item;
    const json = JSON.parse(await read("JSON Feed")).items[0];
    return { ids: [atom.id, rss.guid["#text"] ?? rss.guid, json.id], rss, json, atom };
  };
  const first = await readIds();
  await env.DB.prepare("UPDATE insights SET slug = 'after'").run();
  const later = await readIds();
  expect(later.json.url).toBe(`${siteOrigin}/insights/after`);
  expect(later.ids).toEqual(first.ids);
  expect(new Set(later.ids).size).toBe(1);
  const url = `${siteOrigin}/media/covers/a.png`;
  expect(later.rss.enclosure).toEqual({ "@_url": url, "@_length": "1234", "@_type": "image/png" });
  expect(later.json.image).toBe(url);
  expect(later.atom.link).toContainEqual(
    expect.objectContaining({ "@_rel": "enclosure", "@_href": url, "@_type": "image/png" }),
  );
});
