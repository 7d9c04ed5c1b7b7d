/**
 * Hostile texts in every place of a post, as a page that imports may send them: each page that shows the article or the
 * import is made of the same as with harmless words. What the page reads out of files is tried in a browser
 * (tests/e2e/imports/import-vectors.spec.ts); the server trusts none of it.
 */
import { env } from "cloudflare:workers";
import { XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { articleVectors } from "#tests/article-vectors.ts";
import { listShapes, readAllText } from "#tests/list-shapes.ts";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { MadeTopic } from "#worker/imports/make-topics.ts";
import { makePreviewPath } from "#worker/insights/preview-links.ts";
import { join, writeMarkdown } from "../insights/hostile-make.ts";
import { makeImporter, makeSentPost, toHash } from "./import-make.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("warn", "error");

/** As many texts as one post is given. */
const perPost = isDeep ? 4 : 80;

type Importer = Awaited<ReturnType<typeof makeImporter>>;

/** Imports one published post with changes for each of `batches`. */
async function importAll(importer: Importer, batches: readonly (readonly string[])[], prefix: string) {
  for (const [at, texts] of batches.entries()) {
    const line = (start: number, longest: number) => join(texts, start, longest);
    const name = `${prefix}-${at}`;
    const id = await importer.begin({ file: line(0, 120), fileHash: toHash(name) });
    const topics = [
      { kind: "author", name: `${line(0, 100)} ${name}`, bio: line(2, 600), role: line(1, 120) },
      { kind: "category", name: `${line(3, 40)} ${name}`, description: line(4, 300) },
      { kind: "tag", name: `${line(5, 40)} ${name}` },
    ];
    const made = await importer.send<{ topics: MadeTopic[] }>({ intent: "topics", import: id, topics });
    const [author = "", category = "", tag = ""] = made.answer.topics.map(({ topic, why }) => {
      expect(why).toBeNull();
      return topic?.id;
    });
    const draft = {
      slug: name,
      title: line(0, 200),
      dek: line(1, 300),
      categoryId: category,
      authorIds: [author],
      tagIds: [tag],
      markdown: writeMarkdown(texts),
      coverAlt: line(2, 300),
      seoTitle: line(3, 120),
      seoDescription: line(4, 300),
      canonicalUrl: `https://example.com/"><b>/${name}`,
    };
    const post = await makeSentPost(name, { draft, state: { publishAt: Date.now() - 1000 } });
    const changes = { ...post.draft, title: line(4, 200), markdown: writeMarkdown(texts.toReversed()) };
    const [outcome] = await importer.sendPosts(id, [{ ...post, changes }]);
    expect(outcome?.why ?? outcome?.outcome).toBe("added");
  }
}

async function listAddresses(prefix: string) {
  const posts = await db.selectFrom("insights").select(["id", "slug"]).where("slug", "like", `${prefix}-%`).execute();
  return {
    article: posts.map(({ slug }) => `/insights/${slug}`),
    preview: await Promise.all(posts.map(({ id }) => makePreviewPath(env.AUTH_SECRET, id))),
    listing: ["/insights"],
    editing: posts.map(({ id }) => `/blog-management/${id}`),
    revisions: posts.map(({ id }) => `/blog-management/${id}/revisions?from=1`),
    desk: ["/blog-management"],
    imports: ["/blog-management/import"],
    log: ["/audit-log"],
    authors: ["/blog-management/authors"],
  };
}

async function listFeeds({ ask }: Importer): Promise<string[]> {
  for (const path of ["/insights/rss.xml", "/insights/atom.xml", "/sitemap/articles.xml"])
    expect(XMLValidator.validate(await (await ask(path)).text()), path).toBe(true);
  const { items } = await (await ask("/insights/feed.json")).json<{ items: { content_html: string }[] }>();
  return items.flatMap(({ content_html: html }) => listShapes(html));
}

test("every page and feed is made of the same, whatever an import sends @ci", async () => {
  const importer = await makeImporter({ roles: ["super_admin"] });
  const harmless = [
    Array.from({ length: perPost }, (_, at) => `Word ${at}`),
    Array.from({ length: perPost }, (_, at) => `Other <&> "word" ${at}`),
    Array.from({ length: perPost }, (_, at) => `Third word ${at}`),
  ];
  // Enough for lists of several pages.
  for (let at = 0; at < 30; at += 1) await makeInsight({ slug: `filler-${at}`, publishAt: Date.now() - 60_000 - at });
  await importAll(importer, harmless, "known");
  const shapes = new Map<string, Set<string>>();
  for (const [kind, paths] of Object.entries(await listAddresses("known")))
    for (const path of paths) {
      const response = await importer.ask(path);
      expect(response.status, path).toBe(200);
      shapes.set(kind, new Set([...(shapes.get(kind) ?? []), ...listShapes(await response.text())]));
    }
  // A line that ends with two spaces or a backslash breaks, which no harmless one does.
  const carried = new Set([...(await listFeeds(importer)), "br[]"]);
  for (const kind of ["article", "preview"]) shapes.get(kind)?.add("br[]");

  const batches = Array.from({ length: Math.ceil(articleVectors.length / perPost) }, (_, at) =>
    articleVectors.slice(at * perPost, (at + 1) * perPost),
  );
  await importAll(importer, batches, "odd");
  expect((await listFeeds(importer)).filter((shape) => !carried.has(shape))).toEqual([]);
  for (const [kind, paths] of Object.entries(await listAddresses("odd")))
    for (const path of paths) {
      const response = await importer.ask(path);
      expect(response.status, path).toBe(200);
      const html = await response.text();
      const added = listShapes(html).filter((shape) => !shapes.get(kind)?.has(shape));
      expect(added, `${kind} ${path}`).toEqual([]);
      if (kind === "imports") expect(readAllText(html)).toContain(join(batches.at(-1) ?? [], 0, 120));
    }
});
