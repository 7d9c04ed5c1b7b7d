import type { Page } from "playwright/test";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { parseDraft } from "#worker/insights/insight-draft.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";
import {
  ghostLexical,
  ghostMobiledoc,
  hugoFile,
  hugoText,
  webPage,
  webPageText,
  wordpressBlocks,
  wordpressClassic,
} from "../../import-files/expected-texts.ts";
import { ghostPosts, lexicalDocument, makeGhostFile, makeLargeGhostFile } from "../../import-files/ghost-files.ts";
import type { ReadPost, ReadResult } from "../../import-files/in-page.ts";
import { makeArchive, pixel } from "../../import-files/make-archive.ts";
import { openReader } from "../../import-files/reader-page.ts";
import { makeLargeFile, makeWordpressFile, wordpressPosts } from "../../import-files/wordpress-files.ts";
import { findLiveMarkup, xssVectors } from "../../worker/xss-vectors.ts";
import { expect, test } from "../fixtures.ts";

// One worker makes the page with the readers, once.
test.describe.configure({ mode: "default" });

test("a file of WordPress comes with all its posts, as the editor would store them", async ({ page }) => {
  const read = await openReader(page);
  const result = await read(makeWordpressFile(wordpressPosts), "anything.bin");
  expectSound(result);
  expect(result).toMatchObject({ kind: "wordpress", site: "https://old.example", total: 10, broken: null });
  expect(result.authors.map(({ key, name }) => [key, name])).toEqual([
    ["ada", "Ada Writer"],
    ["bo", "Bo Scribe"],
    ["ghost-writer", "ghost-writer"],
  ]);
  expect(result.posts.map(({ title, slug, status }) => [title, slug, status])).toEqual([
    ["Tricky & ]]> title kept", "tricky", "published"],
    ["Second", "second", "published"],
    ["Draft", "draft", "draft"],
    ["Later", "post-13", "scheduled"],
    ["Private", "post-14", "draft"],
    ["With a password", "post-16", "draft"],
    ["日本", "", "published"],
  ]);
  expect(result.unreadable.map(({ title, reason }) => [title, reason])).toEqual([
    ["Binned", "It is in the trash there. Restore it there first if you want it."],
    ["A product", "It is of the type “product”. Only posts become articles."],
  ]);
  expect(result.pages.map(({ title }) => title)).toEqual(["About us"]);
  const [blocks, classic] = result.posts;
  expect(blocks).toMatchObject({
    key: "https://old.example/?p=10",
    place: "line 28",
    dek: "What it is about",
    publishedAt: Date.UTC(2023, 0, 5, 10),
    updatedAt: Date.UTC(2023, 1, 1, 8),
    authors: ["ada"],
    categories: ["Grid & power", "Life"],
    tags: ["Forecast"],
    cover: "https://old.example/wp-content/uploads/2023/01/tower.jpg",
    coverAlt: "The tower's own words",
    oldPaths: ["/2023/01/tricky/", "/2023/01/former/"],
    seoTitle: "",
    seoDescription: "For search engines",
    noindex: true,
    featured: true,
  });
  expect(blocks?.markdown).toBe(wordpressBlocks);
  expect(classic?.markdown).toBe(wordpressClassic);
  expect(listLosses(blocks)).toEqual([
    "emphasis in the title",
    "columns: their parts follow each other",
    "a synced pattern (reusable block), whose text is elsewhere in the file",
    "the block “acme/pricing”: its text is kept",
    "the block “latest-posts”, which has no text in the file",
    "galleries",
    "taxonomies series",
    "comments",
  ]);
  expect(listLosses(classic)).toEqual([
    "a picture of a gallery that is not in the file",
    "the shortcode [su_box]",
    "the shortcode [contact-form-7]",
    "galleries",
    "comments",
  ]);
  expect(listLosses(result.posts[4])).toEqual(["comments", "that it was private: it comes as a draft"]);
});

test("a file of Ghost comes with all its posts, from each of its editors", async ({ page }) => {
  const read = await openReader(page);
  const result = await read(makeGhostFile(ghostPosts, 1), "export.txt");
  expectSound(result);
  expect(result).toMatchObject({ kind: "ghost", total: 9, broken: null });
  expect(result.authors).toEqual([{ key: "u1", name: "Ada Writer", bio: "Writes." }]);
  expect(result.posts.map(({ title, status }) => [title, status])).toEqual([
    ["Tricky & <title>", "published"],
    ["Older", "published"],
    ["Oldest", "published"],
    ["Draft", "draft"],
    ["Later", "scheduled"],
    ["For members", "draft"],
    ["Mailed", "draft"],
  ]);
  expect(result.unreadable.map(({ title }) => title)).toEqual(["Damaged"]);
  expect(result.pages.map(({ title }) => title)).toEqual(["About us"]);
  const [lexical, mobiledoc, html] = result.posts;
  expect(lexical).toMatchObject({
    place: "post 1",
    dek: "What it is about",
    publishedAt: Date.UTC(2023, 0, 5, 10),
    categories: ["Grid"],
    tags: ["Forecast"],
    cover: "/content/images/2023/01/cover.jpg",
    coverAlt: "A cover",
    oldPaths: ["/tricky/"],
    seoTitle: "For search engines",
    canonicalUrl: "https://first.example/tricky",
    featured: true,
  });
  expect(lexical?.markdown).toBe(ghostLexical);
  expect(mobiledoc?.markdown).toBe(ghostMobiledoc);
  expect(html?.markdown).toBe("## Heading\n\nFrom / [there](/tricky/)\n");
  expect(listLosses(lexical)).toContain("the card “acme-widget”: its text is kept");
  expect(listLosses(lexical)).toContain("scripts");
  expect(listLosses(result.posts[5])).toContain("that only members may read it: it comes as a draft");
});

test("every text of a card of Ghost is kept, or named among the losses", async ({ page }) => {
  const cards: readonly Readonly<Record<string, unknown>>[] = [
    {
      type: "call-to-action",
      sponsorLabel: "<p>SPONSOR</p>",
      textValue: "<p>CTA</p>",
      buttonText: "BOOK",
      buttonUrl: "https://a.example",
    },
    {
      type: "header",
      header: "HEAD",
      subheader: "SUB",
      buttonText: "GO",
      buttonUrl: "https://a.example/go",
      backgroundImageSrc: "https://a.example/bg.jpg",
    },
    { type: "signup", header: "SIGNHEAD", subheader: "SIGNSUB", disclaimer: "SIGNDISC", buttonText: "JOIN" },
    { type: "email", html: "<p>MAILWORDS</p>" },
    { type: "email-cta", html: "<p>ECTA</p>", buttonText: "ECTABUTTON" },
    { type: "video", src: "https://a.example/v.mp4", caption: "<p>VIDEOCAP</p>" },
    { type: "audio", src: "https://a.example/a.mp3", title: "AUDIOTITLE" },
    { type: "file", src: "https://a.example/f.pdf", fileTitle: "FILETITLE", fileCaption: "FILECAP" },
    { type: "callout", calloutText: "<p>CALL <b>WORDS</b></p>", calloutEmoji: "X" },
    { type: "toggle", heading: "TOGGLEHEAD", content: "<p>TOGGLEBODY</p>" },
    { type: "codeblock", code: "if (a < b) run();", caption: "<p>CODECAP</p>" },
    {
      type: "bookmark",
      url: "https://b.example",
      metadata: { title: "BMTITLE", description: "BMDESC", author: "BMAUTHOR", publisher: "BMPUB" },
      caption: "BMCAP",
    },
    { type: "gallery", images: [{ src: "https://a.example/1.jpg", alt: "GALALT" }], caption: "GALCAP" },
  ];
  const read = await openReader(page);
  const meta = {
    og_title: "OGTITLE",
    twitter_title: "TWTITLE",
    email_subject: "SUBJ",
    feature_image_caption: "FCAP",
    feature_image_alt: "FALT",
  };
  const posts = cards.map((card, at) => ({
    id: String(at),
    title: String(card.type),
    lexical: { root: { type: "root", children: [card] } },
    meta,
  }));
  const result = await read(makeGhostFile(posts));
  expectSound(result);
  for (const [at, card] of cards.entries()) {
    const post = result.posts[at];
    const all = `${post?.markdown}\n${listLosses(post).join("\n")}`.replaceAll(/[*_\\]/g, "");
    const words = JSON.stringify(card).match(/\b[A-Z]{3,}\b/g) ?? [];
    for (const word of [...words, "OGTITLE", "TWTITLE", "SUBJ", "FCAP", "FALT"])
      expect(all, String(card.type)).toContain(word);
  }
});

test("archives bring their pictures: Markdown, Ghost, pages and files of WordPress", async ({ page }) => {
  const read = await openReader(page);
  const markdown = await read(
    await makeArchive({
      "blog/content/posts/first/index.md": hugoFile,
      "blog/content/posts/first/tower.png": pixel,
      "blog/static/img/cover.png": pixel,
      "blog/_posts/2022-03-04-second-post.md": "---\ntitle: Second\npublished: false\n---\n\nText\n",
      "blog/content/posts/_index.md": "---\ntitle: Posts\n---\n",
      "blog/broken.md": "---\ntitle: [a\ndate: 2023\n---\nText",
      "README.md": "# About the blog\n",
      "__MACOSX/._first.md": "x",
    }),
  );
  expectSound(markdown);
  expect(markdown.kind).toBe("markdown");
  expect(markdown.unreadable.map(({ place, reason }) => [place, reason])).toEqual([
    ["blog/content/posts/_index.md", "It is about a folder and no post. Only posts become articles."],
    ["blog/broken.md, line 3", "The lines before the text are no YAML."],
    ["README.md", "It is about a folder and no post. Only posts become articles."],
  ]);
  expect(markdown.posts).toMatchObject([
    {
      key: "blog/content/posts/first/index.md",
      title: "First: a post",
      slug: "first",
      status: "published",
      publishedAt: Date.UTC(2023, 0, 5, 9),
      authors: ["Ada Writer"],
      tags: ["Grid", "Forecast"],
      cover: "/img/cover.png",
      coverAlt: "A cover",
      oldPaths: ["/old/first", "/older"],
      pictures: [
        { address: "tower.png", bytes: pixel.length },
        { address: "/img/cover.png", bytes: pixel.length },
      ],
      markdown: hugoText,
    },
    { title: "Second", slug: "second-post", status: "draft", publishedAt: Date.UTC(2022, 2, 4) },
  ]);
  expect(listLosses(markdown.posts[0])).toEqual(["the field “mood”", "the shortcode {{< chart >}}", "checkMarks"]);

  const ghost = await read(
    await makeArchive({
      "export/ghost.json": makeGhostFile([{ id: "1", title: "One", lexical: lexicalDocument }]),
      "export/content/images/2023/01/tower.jpg": pixel,
    }),
  );
  expectSound(ghost);
  expect(ghost.kind).toBe("ghost");
  expect(ghost.posts[0]?.pictures).toEqual([
    { address: "/content/images/2023/01/tower.jpg", bytes: pixel.length },
    { address: "/content/images/2023/01/a.png", bytes: null },
    { address: "https://images.example/b.png", bytes: null },
  ]);

  const pages = await read(await makeArchive({ "site/one/index.html": webPage, "site/one/tower.png": pixel }));
  expectSound(pages);
  expect(pages.posts).toMatchObject([
    {
      title: "A page",
      slug: "one",
      dek: "What it is about",
      status: "published",
      authors: ["Ada Writer"],
      tags: ["Grid"],
      oldPaths: ["/one/"],
      pictures: [{ address: "tower.png", bytes: pixel.length }, { address: "in-text-1.png" }],
      markdown: webPageText,
    },
  ]);
  expect(listLosses(pages.posts[0])).toEqual([
    "scripts",
    "embeds tracker.example",
    "forms Go",
    "forms",
    "definitionLists Term",
    "styles",
    "nestedTables",
    "joinedCells MWpeak",
  ]);

  const parts = await read(
    await makeArchive({
      "old.wordpress.1.xml": makeWordpressFile(wordpressPosts.slice(0, 2)),
      "old.wordpress.2.xml": makeWordpressFile(wordpressPosts.slice(2)),
    }),
  );
  expectSound(parts);
  expect(parts).toMatchObject({ kind: "wordpress", total: 10 });
  expect(parts.posts[0]?.place).toBe("old.wordpress.1.xml, line 28");

  // The reader of our own exports takes over.
  const own = await read(await makeArchive({ "manifest.json": '{"format":"site-export"}', "posts/a.md": "Text" }));
  expect(own).toMatchObject({ total: 0, posts: [], error: null, broken: null });
});

for (const { posts, tag } of [
  { posts: 120, tag: [] },
  { posts: 1000, tag: ["@deep"] },
])
  test(`${posts} posts land complete, from WordPress and from Ghost`, { tag }, ({ page }) => readLarge(page, posts));

/** Reads a file of `posts` posts of WordPress, and one of a third of that of Ghost. */
async function readLarge(page: Page, posts: number): Promise<void> {
  const read = await openReader(page);
  const wordpress = await read(makeLargeFile(posts));
  expect(wordpress).toMatchObject({ total: posts, broken: null, error: null, unreadable: [] });
  expect(new Set(wordpress.posts.map(({ key }) => key)).size).toBe(posts);
  const texts = new Set(wordpress.posts.map(({ markdown }) => markdown));
  // Of posts that are not in this file, links stay what they were.
  expect(texts).toEqual(
    new Set([
      wordpressClassic,
      wordpressBlocks
        .replace("(/2023/01/second/)", "(https://old.example/2023/01/second/)")
        .replace("Left[^1]", "Left^1^")
        .replace(/\n\n\[\^1\].*/, ""),
    ]),
  );
  const some = Math.ceil(posts / 3);
  const ghost = await read(makeLargeGhostFile(some));
  expect(ghost).toMatchObject({ total: some, broken: null, error: null, unreadable: [] });
  expect(new Set(ghost.posts.map(({ markdown }) => markdown))).toEqual(new Set([ghostLexical, ghostMobiledoc]));
}

test("a file that is cut off says where, after the posts before", async ({ page }) => {
  const read = await openReader(page);
  const wordpress = makeWordpressFile(wordpressPosts);
  const second = wordpress.indexOf("<title><![CDATA[Draft");
  const cut = await read(wordpress.slice(0, second + 30));
  expect(cut.posts.map(({ title }) => title)).toEqual(["Tricky & ]]> title kept", "Second"]);
  expect(cut.broken).toEqual({ message: "The file ends too early. Export or download it again.", place: "line 246" });
  const line = wordpress.slice(0, wordpress.indexOf("<wp:post_id>11")).split("\n").length;
  const spoilt = await read(wordpress.replace("<wp:post_id>11</wp:post_id>", "<wp:post_id>11</wp:post_oops>"));
  expect(spoilt.posts).toHaveLength(1);
  expect(spoilt.broken?.place).toBe(`line ${line}`);
  const ghost = makeGhostFile(ghostPosts);
  const short = await read(ghost.slice(0, ghost.indexOf('"title":"Oldest"')));
  expect(short.posts.map(({ title }) => title)).toEqual(["Tricky & <title>", "Older"]);
  expect(short.broken?.place).toMatch(/^after character \d+,\d+$/);
  const archive = await makeArchive({
    "a.md": "# One\n",
    "b.md": `# Two\n\n${Array.from({ length: 500 }, (_, at) => `Word ${at * 7919}`).join(" ")}`,
  });
  const damaged = archive.slice();
  const place = Buffer.from(damaged).lastIndexOf("b.md", damaged.length - 120) + 60;
  damaged.fill(0x55, place, place + 40);
  const half = await read(damaged);
  expect([...half.posts.map(({ title }) => title), ...half.unreadable.map(({ place }) => place)]).toEqual([
    "One",
    "b.md",
  ]);
  expect((await read(archive.slice(0, -30))).broken?.message).toContain("list of files in this ZIP");
});

test("a file that is damaged anywhere ends in posts and a place, never in another error @ci", async ({ page }) => {
  await readDamaged(page, 20);
});

test("a thousand damaged files end in posts and a place @deep", async ({ page }) => {
  test.setTimeout(300_000);
  await readDamaged(page, 300);
});

/** Reads each kind of file so often, with other damage each time. */
async function readDamaged(page: Page, runs: number): Promise<void> {
  const read = await openReader(page);
  const archive = await makeArchive({ "a/one.md": hugoFile, "a/tower.png": pixel, "a/two.html": webPage });
  const files = [
    makeWordpressFile(wordpressPosts.slice(0, 3)),
    makeGhostFile(ghostPosts.slice(0, 2)),
    archive,
    hugoFile,
    webPage,
  ].map((content) => Buffer.from(content));
  // The same damage in each run.
  let seed = 20_230_105;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const pieces = [
    "<",
    ">",
    "]]>",
    "<![CDATA[",
    "<!--",
    '"',
    "{",
    "}",
    "[",
    "\0",
    "\\",
    "&",
    "<b",
    "</item>",
    "\xFF\xFE",
  ];
  for (let run = 0; run < runs; run += 1)
    for (const file of files) {
      const at = random(file.length);
      const spoilt =
        run % 3 === 0
          ? file.subarray(0, at)
          : run % 3 === 1
            ? Buffer.concat([
                file.subarray(0, at),
                Buffer.from(pieces[random(pieces.length)] ?? "", "latin1"),
                file.subarray(at),
              ])
            : Buffer.concat([file.subarray(0, at), file.subarray(at + 1 + random(400))]);
      const result = await read(spoilt);
      expectSound(result);
    }
}

for (const { every, tag } of [
  { every: 6, tag: [] },
  { every: 1, tag: ["@deep"] },
])
  test(`hostile text in any place of a file comes out inert, one of ${every}`, { tag }, ({ page }) =>
    readHostile(
      page,
      xssVectors.filter((_, at) => at % every === 0),
    ),
  );

async function readHostile(page: Page, texts: readonly string[]): Promise<void> {
  const read = await openReader(page);
  await page.evaluate(() => Object.assign(window, { hits: 0, pwn: () => Object.assign(window, { hits: 1 }) }));
  expect(xssVectors.length).toBeGreaterThanOrEqual(150);
  const vectors = texts.map((vector) => vector.replaceAll("\0", ""));
  const xml = vectors.map((vector) => vector.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ""));
  const attribute = (vector: string) => vector.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const results = [
    await read(
      makeWordpressFile(
        xml.flatMap((vector, at) => [
          {
            id: 2 * at,
            title: vector,
            slug: vector,
            content: `${vector}\n\n[caption]<img src="${attribute(vector)}" alt="${attribute(vector)}">${vector}[/caption] [${vector} a=b] <a href="${attribute(vector)}">x</a>`,
            excerpt: vector,
            terms: [["post_tag", vector] as const],
            meta: { _yoast_wpseo_title: vector, _yoast_wpseo_canonical: vector, _wp_old_slug: vector },
          },
          {
            id: 2 * at + 1,
            title: "x",
            content: `<!-- wp:paragraph -->${vector}<!-- /wp:paragraph --><!-- wp:${vector} --><figure><img src="${attribute(vector)}"><figcaption>${vector}</figcaption></figure>`,
          },
        ]),
      ),
    ),
    await read(
      makeGhostFile(
        vectors.map((vector, at) => ({
          id: String(at),
          title: vector,
          slug: vector,
          lexical: {
            root: {
              children: [
                {
                  type: "paragraph",
                  children: [
                    { type: "text", text: vector },
                    { type: "link", url: vector, children: [{ type: "text", text: "x" }] },
                  ],
                },
                { type: "html", html: vector },
                {
                  type: "markdown",
                  markdown: `${vector}\n\n[x](${vector}) ![x](<${vector.replaceAll(/[<>\n]/g, "")}> "${vector}")`,
                },
                { type: "image", src: vector, alt: vector, caption: vector, href: vector },
                { type: "callout", calloutText: vector, calloutEmoji: vector },
                { type: "bookmark", url: vector, metadata: { title: vector, description: vector } },
                { type: "codeblock", code: vector, language: vector },
                { type: vector, children: [{ type: "text", text: vector }] },
              ],
            },
          },
          values: { feature_image: vector, canonical_url: vector, custom_excerpt: vector },
        })),
      ),
    ),
    await read(
      await makeArchive(
        Object.fromEntries(
          vectors.map((vector, at) => [
            `${at}.md`,
            `---\ntitle: ${JSON.stringify(vector)}\nslug: ${JSON.stringify(vector)}\ncover: ${JSON.stringify(vector)}\naliases: [${JSON.stringify(vector)}]\n---\n${vector}\n\n> [!note] ${vector}\n\n![x](x.png '${vector}')\n\n{{< figure src="${vector}" caption='${vector}' >}}`,
          ]),
        ),
      ),
    ),
    await read(
      await makeArchive(
        Object.fromEntries(
          vectors.map((vector, at) => [
            `${at}.html`,
            `<!doctype html><title>${attribute(vector)}</title><article><h1>${vector}</h1><p>a</p>${vector}<p>b</p><div data-note="${attribute(vector)}" data-picture="${attribute(vector)}"><sup data-note="${attribute(vector)}">x</sup></div></article>`,
          ]),
        ),
      ),
    ),
  ];
  for (const result of results) {
    expectSound(result);
    expect(result.broken).toBeNull();
    expect(result.posts.length + result.unreadable.length).toBeGreaterThanOrEqual(vectors.length);
    for (const post of result.posts) {
      expect(findLiveMarkup(renderMarkdown(post.markdown).html), post.place).toEqual([]);
      for (const address of [
        post.canonicalUrl,
        ...post.oldPaths,
        post.cover,
        ...post.pictures.map(({ address }) => address),
      ])
        expect(address ?? "", post.place).not.toMatch(/^\s*(?:javascript|vbscript|data|blob|file):/i);
    }
  }
  expect(await page.evaluate(() => "hits" in window && window.hits)).toBe(0);
}

test("elements without end are said to be unreadable and keep no browser busy", async ({ page }) => {
  const read = await openReader(page);
  for (const piece of ["<table><tr><td>x", "<blockquote>x"]) {
    const result = await read(`<!doctype html><article><h1>Title</h1>${piece.repeat(5000)}`, "page.html");
    expect(result).toMatchObject({ error: null, broken: null, posts: [] });
    expect(result.unreadable).toMatchObject([{ key: "page.html", reason: expect.stringContaining("cannot be read") }]);
  }
  const tags = await read(`<!doctype html><article><h1>Title</h1><p>Words</p>${"<a ".repeat(30_000)}`, "page.html");
  expect(tags.posts).toMatchObject([{ title: "Title", markdown: "Words\n" }]);
});

test("what is too long or too much is cut and reported", async ({ page }) => {
  const read = await openReader(page);
  const result = await read(
    makeWordpressFile([
      {
        id: 1,
        title: "Word ".repeat(60),
        slug: "a-".repeat(80),
        excerpt: "Sentence. ".repeat(50),
        content: "Text",
        terms: Array.from({ length: 25 }, (_, at) => ["post_tag", `Tag ${at}`] as const),
        meta: { _yoast_wpseo_title: "x".repeat(200), _yoast_wpseo_canonical: "not an address" },
      },
      { id: 2, title: "Long", content: "Words and words. ".repeat(13_000) },
    ]),
  );
  expectSound(result);
  expect(result.posts[0]?.tags).toHaveLength(20);
  expect(result.posts[0]?.title).toMatch(/^(Word )+Word…$/);
  expect(listLosses(result.posts[0])).toEqual([
    "comments",
    "the end of the title, which is longer than 200 characters",
    "a tag: an article has at most 20",
    `the address “${"a-".repeat(19)}a…”: it becomes “${"a-".repeat(19)}a…”`,
    "the end of the summary, which is longer than 300 characters",
    "the end of the title for search engines, which is longer than 120 characters",
    "the address where the text first appeared, which is none",
  ]);
  expect(result.unreadable[0]?.reason).toMatch(
    /^Its text has 2\d{5} characters; an article holds 200000\. Make two posts of it\.$/,
  );
});

/** Texts that the editor has shown to hold. */
const opened = new Set<string>();

/** Nothing but posts, reasons and places came, and the server and the editor take each post. */
function expectSound(result: ReadResult): void {
  expect(result.error).toBeNull();
  for (const post of result.posts) {
    expect(
      parseDraft({
        slug: post.slug || "none",
        title: post.title,
        dek: post.dek,
        categoryId: "c" as never,
        authorIds: ["a" as never, ...(post.authors as never[])].slice(0, 10),
        tagIds: [...post.categories.slice(1), ...post.tags] as never[],
        featured: post.featured ?? false,
        markdown: post.markdown,
        cover: null,
        pictures: null,
        coverAlt: post.coverAlt,
        seoTitle: post.seoTitle,
        seoDescription: post.seoDescription,
        canonicalUrl: post.canonicalUrl,
        noindex: post.noindex,
      }),
    ).toMatchObject({ title: post.title, dek: post.dek, markdown: post.markdown });
    if (opened.has(post.markdown)) continue;
    opened.add(post.markdown);
    const file = createArticleFile(articleSchema);
    expect(file.write(file.open(post.markdown)), post.place).toBe(post.markdown);
  }
  if (result.broken) expect(result.broken.place).not.toBe("");
  for (const { place, reason, key } of result.unreadable) expect([place, reason, key]).not.toContain("");
}

function listLosses(post: ReadPost | undefined): string[] {
  return (post?.losses ?? []).map(({ kind, example }) =>
    kind === "other" ? (example ?? "") : `${kind} ${example ?? ""}`.trim(),
  );
}
