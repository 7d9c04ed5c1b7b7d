/**
 * Files of every kind with hostile texts in every place, through the page of imports: what is read, reported, stored and
 * shown afterwards stays inert. What readers and their feeds get is tried in tests/worker/imports/import-vectors.test.ts.
 */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { listShapes } from "#tests/list-shapes.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";
import { articleVectors, everything } from "../../article-vectors.ts";
import { makeGhostFile } from "../../import-files/ghost-files.ts";
import { makeArchive } from "../../import-files/make-archive.ts";
import { makeWordpressFile } from "../../import-files/wordpress-files.ts";
import { expect, openHydrated, signIn } from "../fixtures.ts";
import { findActive, test } from "../insights/hostile-page.ts";

const path = "/blog-management/import";
/** As many texts as one post is given, and how many posts are opened. */
const depths = [
  { perPost: 80, mostOpened: 1, tag: ["@ci"], patience: 60_000 },
  { perPost: 10, mostOpened: Infinity, tag: ["@deep"], patience: 600_000 },
];

interface Post {
  slug: string;
  title: string;
  /** In the middle of a text, and as the only thing of a line. */
  texts: string[];
}

/** What XML can hold. */
const forXml = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
const toAttribute = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const kinds: Record<string, (posts: readonly Post[], mark: string) => Promise<string | Uint8Array>> = {
  wordpress: async (posts, mark) =>
    forXml(
      makeWordpressFile(
        posts.map(({ slug, title, texts }, at) => ({
          id: at,
          title,
          slug,
          link: `https://${mark}.example/?p=${at}`,
          excerpt: texts.join(" ").slice(0, 250),
          terms: texts.slice(0, 8).map((text) => ["post_tag", text] as const),
          meta: {
            _yoast_wpseo_title: texts[0] ?? "",
            _yoast_wpseo_canonical: texts[1] ?? "",
            _wp_old_slug: texts[2] ?? "",
          },
          content: texts
            .map(
              (text) =>
                `<!-- wp:paragraph --><p>a</p>${text}<p>b</p><!-- /wp:paragraph -->\n\n[caption]<img src="${toAttribute(text)}" alt="${toAttribute(text)}">${text}[/caption]\n\n[${text} a=b] <a href="${toAttribute(text)}">x</a>`,
            )
            .join("\n\n"),
        })),
      ).replaceAll("old.example", `${mark}.example`),
    ),
  ghost: async (posts, mark) =>
    makeGhostFile(
      posts.map(({ slug, title, texts }, at) => {
        const meta = { meta_title: texts[0], meta_description: texts[1], feature_image_alt: texts[2] };
        const values = {
          feature_image: texts[3],
          canonical_url: texts[4],
          custom_excerpt: texts.join(" ").slice(0, 250),
        };
        const post = { id: String(at), slug, title, meta, values };
        return at % 2 === 0 ? { ...post, lexical: writeLexical(texts) } : { ...post, mobiledoc: writeMobiledoc(texts) };
      }),
    ).replaceAll("00000000-0000", `${mark}-0000`),
  markdown: (posts) =>
    makeArchive(
      Object.fromEntries(
        posts.map(({ slug, title, texts }) => [
          `${slug}.md`,
          `---\ntitle: ${JSON.stringify(title)}\nslug: ${slug}\ndescription: ${JSON.stringify(texts.join(" ").slice(0, 250))}\ncover: ${JSON.stringify(texts[0])}\naliases: [${JSON.stringify(texts[1])}]\ntags: ${JSON.stringify(texts.slice(0, 8))}\n---\n${texts
            .map(
              (text) =>
                `${text}\n\n> [!note] ${text}\n\n![x](x.png '${text}')\n\n{{< figure src="${text}" caption='${text}' >}}`,
            )
            .join("\n\n")}`,
        ]),
      ),
    ),
  html: (posts) =>
    makeArchive(
      Object.fromEntries(
        posts.map(({ slug, title, texts }) => [
          `${slug}.html`,
          `<!doctype html><title>${toAttribute(title)}</title><meta name="description" content="${toAttribute(texts.join(" "))}"><article><h1>${title.replaceAll("<", "&lt;")}</h1>${texts
            .map(
              (text) =>
                `<p>a</p><div>${text}</div><p>b</p><div data-note="${toAttribute(text)}"><a href="${toAttribute(text)}">x</a></div>`,
            )
            .join("")}</article>`,
        ]),
      ),
    ),
};

function writeLexical(texts: readonly string[]) {
  const children = texts.flatMap((text) => [
    {
      type: "paragraph",
      children: [
        { type: "text", text },
        { type: "link", url: text, children: [{ type: "text", text: "x" }] },
      ],
    },
    { type: "html", html: text },
    { type: "markdown", markdown: `${text}\n\n[x](${text})` },
    { type: "image", src: text, alt: text, caption: text, href: text },
    { type: "callout", calloutText: text, calloutEmoji: text },
    { type: "bookmark", url: text, metadata: { title: text, description: text } },
    { type: "codeblock", code: text, language: text },
    { type: text, children: [{ type: "text", text }] },
  ]);
  return { root: { children } };
}

function writeMobiledoc(texts: readonly string[]) {
  const cards = texts.flatMap((text) => [
    ["html", { html: text }],
    ["markdown", { markdown: text }],
    ["image", { src: text, alt: text, caption: text }],
    ["code", { code: text, language: text }],
    [text, { html: text }],
  ]);
  return {
    version: "0.3.1",
    atoms: texts.map((text) => [text, text, {}]),
    markups: texts.map((text) => ["a", ["href", text]]),
    cards,
    sections: [
      ...texts.map((text, at) => [
        1,
        "p",
        [
          [0, [at], 1, text],
          [1, [], 0, at],
        ],
      ]),
      ...cards.map((_, at) => [10, at]),
    ],
  };
}

async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const file = { name, mimeType: "text/plain", buffer: Buffer.from(content) };
  await page.getByLabel("File to import").setInputFiles(file);
  await expect(page.getByRole("heading", { name: "What becomes of" })).toBeVisible({ timeout: 30_000 });
}

/** One kind stands for all in CI: what becomes of a text is the same behind every reader. */
const tries = Object.entries(kinds).flatMap(([kind, makeFile]) =>
  depths
    .filter(({ tag }) => tag.includes("@deep") || kind === "wordpress")
    .map((depth) => Object.assign({ kind, makeFile }, depth)),
);

for (const { kind, makeFile, perPost, mostOpened, tag, patience } of tries)
  test(
    `nothing of a file of the kind ${kind} comes alive, when it is read, imported, written or shown, ${perPost} texts in a post`,
    { tag },
    async ({ page, hits }) => {
      test.setTimeout(patience);
      const mark = randomBytes(4).toString("hex");
      const posts = Array.from({ length: Math.ceil(articleVectors.length / perPost) }, (_, at) => {
        const texts = articleVectors.slice(at * perPost, (at + 1) * perPost).map((text) => text.toWellFormed());
        const words = texts.slice(0, 2).join(" ").replaceAll(/\s+/g, " ");
        return { slug: `pwn-${mark}-${at}`, title: `${mark} ${words}`.slice(0, 180).toWellFormed(), texts };
      });
      const expectInert = async (what: string) => {
        expect(await findActive(page), what).toEqual([]);
        expect(hits, what).toEqual([]);
      };
      await signIn(page.request, "marketing");
      await openHydrated(page, path);
      await choose(page, `${mark}<img src=x onerror=pwn()>.zip`, await makeFile(posts, mark));
      await expectInert("report");
      // Nobody but staff sees them: other tests follow every link of the site.
      await page.locator("label", { hasText: "All come as drafts" }).click();
      await page.getByRole("button", { name: /^Import \d+ posts$/ }).click();
      await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible({ timeout: 300_000 });
      await expect(page.getByText("were refused")).toBeHidden();
      await expectInert("end");

      await openHydrated(page, `/blog-management?q=${mark}`);
      const rows = page.locator("tr[data-row]");
      await expect(rows.first()).toContainText(mark);
      await expectInert("list");
      const articles = await rows
        .locator("a[href^='/blog-management/']")
        .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href") ?? ""))]);
      expect(articles.length).toBeGreaterThanOrEqual(Math.min(posts.length, 25) / 2);
      const shapes = new Set(listShapes(renderMarkdown(everything).html));
      for (const [at, article] of articles.entries()) {
        const live = (await (await page.request.get(`${article}/live`)).json()) as {
          newest: { draft: { markdown: string } };
        };
        const { html } = renderMarkdown(live.newest.draft.markdown);
        expect(
          listShapes(html).filter((shape) => !shapes.has(shape)),
          article,
        ).toEqual([]);
        if (at >= mostOpened) continue;
        await openHydrated(page, article);
        await page.getByRole("button", { name: "Preview", exact: true }).click();
        const frame = page.locator("iframe");
        await expect(frame.contentFrame().locator("article")).toBeVisible();
        await expectInert(`article ${article}`);
        await page.goto((await frame.getAttribute("src")) ?? "");
        await expect(page.locator("article")).toBeVisible();
        await expectInert(`preview ${article}`);
        await openHydrated(page, `${article}/revisions`);
        await expectInert(`revisions ${article}`);
      }
    },
  );
