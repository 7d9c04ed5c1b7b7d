import fc from "fast-check";
import { expect, test } from "vitest";
import { BrokenFileError } from "#app/staff/imports/imported-post.ts";
import { readPath, readTime } from "#app/staff/imports/read/fit-post.ts";
import { readRows } from "#app/staff/imports/read/ghost/read-rows.ts";
import { describeLoss, Losses } from "#shared/insights/losses.ts";
import { splitFrontMatter } from "#app/staff/imports/read/markdown/front-matter.ts";
import { readFields } from "#app/staff/imports/read/markdown/read-fields.ts";
import { dropTemplates } from "#app/staff/imports/read/markdown/templates.ts";
import { type Input, readWhole } from "#app/staff/imports/read/read-bytes.ts";
import { tellKind } from "#app/staff/imports/read/tell-kind.ts";
import { nameEmbed } from "#app/writing-kit/sieve/name-embed.ts";
import { readBlocks } from "#app/staff/imports/read/wordpress/blocks.ts";
import { addParagraphs } from "#app/staff/imports/read/wordpress/paragraphs.ts";
import { readRecords } from "#app/staff/imports/read/wordpress/read-records.ts";
import { readShortcodes } from "#app/staff/imports/read/wordpress/shortcodes.ts";
import { countRuns } from "#tests/runs.ts";
import { ghostPosts, makeGhostFile, makeLargeGhostFile } from "../import-files/ghost-files.ts";
import {
  blockContent,
  classicContent,
  makeLargeFile,
  makeWordpressFile,
  wordpressPosts,
} from "../import-files/wordpress-files.ts";

const encoder = new TextEncoder();

test("what a file is does not depend on its name, and what it is not is said in words", () => {
  const tell = (content: string | readonly number[]) => {
    try {
      return tellKind(typeof content === "string" ? encoder.encode(content) : Uint8Array.from(content));
    } catch (error) {
      if (error instanceof BrokenFileError) return error.message;
      throw error;
    }
  };
  expect(tell(`\uFEFF${makeWordpressFile([])}`)).toBe("wordpress");
  expect(tell(makeGhostFile([]))).toBe("ghost");
  expect(tell(makeGhostFile([], 2))).toBe("ghost");
  expect(tell([0x50, 0x4b, 3, 4, 20])).toBe("zip");
  expect(tell("---\ntitle: A\n---\nText")).toBe("markdown");
  expect(tell("[A link](/x) begins this text")).toBe("markdown");
  expect(tell("<!-- saved -->\n<!DOCTYPE html><html>")).toBe("html");
  expect(tell("<p>Text")).toBe("html");
  expect(tell("")).toBe("The file is empty.");
  expect(tell(" \n")).toBe("The file holds nothing but blank space.");
  expect(tell('<?xml version="1.0"?><rss version="2.0"><channel/></rss>')).toContain("no export of WordPress");
  expect(tell('{"name":"x"}')).toContain("no export of Ghost");
  expect(tell('[{"name":"x"}]')).toContain("no export of Ghost");
  expect(tell("%PDF-1.7")).toContain("a PDF");
  expect(tell([0x1f, 0x8b, 8, 0])).toContain("gzip");
  expect(tell([0x89, 0x50, 0x4e, 0x47, 13, 10])).toContain("a picture");
  expect(tell("-- MySQL dump 10.13")).toContain("a database");
  expect(tell([65, 0, 0, 1, 2])).toContain("This is no text.");
});

test("files are read in pieces: the first post comes long before the end", async () => {
  const large = [makeLargeFile(400), makeLargeGhostFile(400)] as const;
  for (const [at, content] of large.entries()) {
    const { input, countRead } = cutInput(content, 8192);
    if (at === 0) for await (const { name } of readRecords(input)) if (name === "item") break;
    if (at === 1) for await (const { table } of readRows(input, ["posts"])) if (table === "posts") break;
    expect(countRead()).toBeLessThan(60_000);
    expect(content.length).toBeGreaterThan(1_000_000);
  }
});

test("records and rows are the same however a file is cut into pieces, with any line ends", async () => {
  const wordpress = makeWordpressFile(wordpressPosts);
  const whole = await collect(readRecords(cutInput(wordpress, 1e9).input));
  expect(whole.find(({ fields }) => fields.get("wp:post_id") === "10")?.fields.get("content:encoded")).toBe(
    blockContent,
  );
  const rows = await collect(readRows(cutInput(makeGhostFile(ghostPosts), 1e9).input, ["posts", "tags"]));
  expect(rows.map(({ table }) => table)).toEqual([...ghostPosts.map(() => "posts"), "tags", "tags", "tags"]);
  for (const size of [1, 7, 4096]) {
    expect(await collect(readRecords(cutInput(wordpress, size).input))).toEqual(whole);
    expect(await collect(readRows(cutInput(makeGhostFile(ghostPosts), size).input, ["posts", "tags"]))).toEqual(rows);
  }
  const windows = await collect(readRecords(cutInput(`\uFEFF${wordpress.replaceAll("\n", "\r\n")}`, 333).input));
  expect(windows.map(({ line }) => line)).toEqual(whole.map(({ line }) => line));
});

test("what plugins get wrong in XML stops no reader", async () => {
  const odd = makeWordpressFile([
    {
      id: 1,
      title: "One",
      content: "a\u000bb",
      extra: "<title>A&nbsp;B &copy;</title><acme:field>x</acme:field>",
    },
    { id: 2, title: "Two" },
  ]);
  const records = await collect(readRecords(cutInput(odd, 100).input));
  const items = records.filter(({ name }) => name === "item");
  expect(items.map(({ fields }) => fields.get("title"))).toEqual(["A&nbsp;B &copy;", "Two"]);
  expect(items[0]?.fields.get("content:encoded")).toBe("ab");
  const latin = Buffer.from(makeWordpressFile([{ id: 1, title: "Café" }]).replace("UTF-8", "ISO-8859-1"), "latin1");
  const named = await collect(readRecords(cutInput(latin, 50).input));
  expect(named.at(-1)?.fields.get("title")).toBe("Café");
});

test("cut and damaged files end with a place", async () => {
  const files = [makeWordpressFile(wordpressPosts.slice(1, 4)), makeGhostFile(ghostPosts.slice(1, 5))] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string({ maxLength: 8, unit: "binary" }),
      fc.integer({ min: 0, max: 300 }),
      async (kind, share, put, taken) => {
        const content = files[kind as 0 | 1];
        const at = Math.floor(share * content.length);
        const { input } = cutInput(content.slice(0, at) + put + content.slice(at + taken), 1000);
        try {
          if (kind === 0) await collect(readRecords(input));
          else await collect(readRows(input, ["posts"]));
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenFileError);
          expect((error as BrokenFileError).place).toMatch(kind === 0 ? /^line \d+$/ : /^after character [\d,]+$/);
        }
      },
    ),
    { numRuns: countRuns(3000) },
  );
});

test("no text of WordPress takes long to read, however odd it is", () => {
  const odd = [
    "<pre>",
    "[gallery",
    "[a b=c]",
    "<!-- wp:x {",
    "<!--",
    "<p>",
    "[[",
    "<",
    '[caption width="',
    "\n\n",
    "[/a]",
    "</pre",
  ];
  const started = performance.now();
  for (const piece of [...odd, classicContent, blockContent]) {
    const text = piece.repeat(Math.ceil(60_000 / piece.length));
    addParagraphs(text);
    readBlocks(text, new Losses(), readText);
    dropTemplates(text, new Losses());
  }
  for (const piece of ["{{<", "{% highlight x %}", "{{", "```\n", "{{% a"])
    dropTemplates(piece.repeat(10_000), new Losses());
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("paragraphs of old texts are where a reader of WordPress sees them", () => {
  const plain = (html: string) => html.replaceAll(/\n+/g, "");
  expect(plain(addParagraphs("One\ntwo\n\nThree"))).toBe("<p>One<br>two</p><p>Three</p>");
  expect(plain(addParagraphs("<h2>Head</h2>\nText\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nEnd"))).toBe(
    "<h2>Head</h2><p>Text</p><ul><li>a</li><li>b</li></ul><p>End</p>",
  );
  expect(plain(addParagraphs("<div>One\n\nTwo</div>"))).toBe("<div><p>One</p><p>Two</p></div>");
  expect(addParagraphs("<pre>a\n\nb</pre>")).toContain("<pre>a\n\nb</pre>");
  expect(addParagraphs("<p>Has one\nalready</p>")).not.toContain("<br>");
});

test("comments are counted without advertising, a field is kept once, and a section that ends in its text goes on", async () => {
  const comment = (state: string) =>
    `<wp:comment><wp:comment_content><![CDATA[Words]]></wp:comment_content><wp:comment_approved>${state}</wp:comment_approved></wp:comment>`;
  const item = `<item><title>A</title><content:encoded><![CDATA[In <![CDATA[ like so ]]> and <b>goes</b> on.]]></content:encoded>${["1", "0", "spam", "trash"].map(comment).join("")}<excerpt><![CDATA[One]]><![CDATA[ two]]> three</excerpt></item>`;
  const [record] = await collect(
    readRecords(
      cutInput(
        `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${item}</channel></rss>`,
        1e9,
      ).input,
    ),
  );
  expect(record?.comments).toBe(2);
  expect(record?.fields.get("title")).toBe("A");
  expect(record?.fields.get("excerpt")).toBe("One two three");
  expect(record?.fields.get("content:encoded")).toBe("In <![CDATA[ like so ]]> and <b>goes</b> on.");
});

test("shortcodes become what they stand for, and brackets stay brackets", () => {
  const losses = new Losses();
  const read = (text: string) => readText(text, losses).replaceAll("\n", "");
  expect(read("[sic] [1] [a link](/x) [[gallery]]")).toBe("[sic] [1] [a link](/x) [gallery]");
  expect(read("<code>[gallery]</code> <a title='[gallery]'>x</a>")).toBe(
    "<code>[gallery]</code> <a title='[gallery]'>x</a>",
  );
  expect(losses.list()).toEqual([]);
  expect(read('[caption width="3" caption="Old &lt;way"]<img src="a.png">[/caption]')).toBe(
    '<figure><img src="a.png"><figcaption>Old &amp;lt;way</figcaption></figure>',
  );
  expect(read("[outer x=1][inner y=2]Text[/inner] more[/outer]")).toBe("Text more");
  expect(read("[youtube=https://youtu.be/dQw4w9WgXcQ] [vimeo 76979871] [youtube id=dQw4w9WgXcQ]")).toBe(
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ https://vimeo.com/76979871 https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  );
  expect(read('[video mp4="https://a.example/v.mp4"][/video]')).toBe('<video src="https://a.example/v.mp4"></video>');
  expect(losses.list()).toEqual([
    { kind: "other", example: "the shortcode [outer]", count: 1 },
    { kind: "other", example: "the shortcode [inner]", count: 1 },
  ]);
});

test("words that shortcodes show stay, and parts that touch are apart", () => {
  expect(readText('[accordion title="Why?"]So[/accordion] [button text="Buy now" url="/x"] [box heading="A"]')).toBe(
    '\n\n<b>Why?</b>\n\nSo\n\n <a href="/x">Buy now</a> <b>A</b>',
  );
  expect(readText("[tab]A[/tab][tab]B[/tab][tabs]C[/tabs] [cap]D[/cap]ay")).toBe("A\n\nBC Day");
  expect(readText('[button text="Buy" url="/x?a=1&amp;b=2"]')).toBe('<a href="/x?a=1&amp;b=2">Buy</a>');
  expect(readText('<p>The [abbr title="World Health Organization"]WHO[/abbr] says so.</p>')).toBe(
    "<p>The WHO (World Health Organization) says so.</p>",
  );
  expect(readText('Press [button url="/x" title="Hover"]Buy[/button] now')).toBe(
    'Press <a href="/x">Buy</a> (Hover) now',
  );
  expect(readText('[box title="Rule"]Words[/box] and more.')).toBe("\n\n<b>Rule</b>\n\nWords\n\n and more.");
  expect(readText('<p>[box title="Rule"]Words[/box]</p>')).toBe("<p>\n\n<b>Rule</b>\n\nWords\n\n</p>");
  expect(readText('[contact-form-7 id="1" title="Inner name"]')).toBe("");
});

test("an example of a page does not say in which signs a text is written", async () => {
  const page = '<meta charset="iso-8859-1">';
  const markdown = `# Äpfel\n\n\`\`\`html\n${page}\n\`\`\`\n`;
  const plain = `# A\n\n\`\`\`html\n${page}\n\`\`\`\n`.padEnd(3000, "-");
  const read = (text: string, encoding: BufferEncoding) =>
    readWhole(cutInput(Buffer.from(text, encoding), 2500).input, 1e6);
  expect(await read(markdown, "utf8")).toBe(markdown);
  expect(await read(`${plain}ä`, "utf8")).toBe(`${plain}ä`);
  expect(await read(`${page}ä`, "utf8")).toBe(`${page}ä`);
  expect(await read(`${page}ä.`, "latin1")).toBe(`${page}ä.`);
  expect(await read(`${page.padEnd(3000)}ä`, "latin1")).toBe(`${page.padEnd(3000)}ä`);
});

test("front matter of all kinds is understood", () => {
  const read = (text: string) => {
    const losses = new Losses();
    return {
      ...readFields(splitFrontMatter(text, "a.md").fields, losses),
      losses: losses.list().map(describeLoss),
    };
  };
  const toml = read(
    '+++\ntitle = "A"\ndate = 2023-01-05T10:00:00+01:00\ndraft = true\n[taxonomies]\ntags = ["x"]\n[extra]\nrank = 4\n+++\nText',
  );
  expect(toml).toMatchObject({
    title: "A",
    status: "draft",
    publishedAt: Date.UTC(2023, 0, 5, 9),
    tags: ["x"],
    losses: ["the field “rank”"],
  });
  const jekyll = read(
    "---\nlayout: post\ntitle: 2023\ndate: 2023-01-05 10:00:00 +0100\npublished: false\nauthor: {name: Ada}\nredirect_from:\n  - /a\n  - https://old.example/b?x=1\n---\n",
  );
  expect(jekyll).toMatchObject({
    title: "2023",
    status: "draft",
    publishedAt: Date.UTC(2023, 0, 5, 9),
    authors: ["Ada"],
    oldPaths: ["/a", "/b?x=1"],
    losses: [],
  });
  const astro = read(
    "---\npubDate: Jan 5 2023 UTC\nheroImage: {src: ./a.png, alt: An a}\ndescription: Dek\nexcerpt: Short\ncanonicalURL: https://a.example/\nrobots: noindex, follow\n---\n",
  );
  expect(astro).toMatchObject({
    publishedAt: Date.UTC(2023, 0, 5),
    covers: ["./a.png"],
    coverAlt: "An a",
    dek: "Short",
    seoDescription: "Dek",
    canonicalUrl: "https://a.example/",
    noindex: true,
  });
  expect(splitFrontMatter("---\nA line across the page, and text.\n", "a.md")).toMatchObject({ fields: {} });
  for (const broken of ["---\na: [\n---\n", "+++\na = \n+++\n", "---\na: &x [*x, *x]\nb: !!js/function x\nc: {\n---\n"])
    expect(() => splitFrontMatter(broken, "a.md")).toThrow(BrokenFileError);
});

test("times, paths and players are read from what people write", () => {
  expect(readTime("0000-00-00 00:00:00")).toBeNull();
  expect(readTime("2023-01-05 10:00:00")).toBe(Date.UTC(2023, 0, 5, 10));
  expect(readTime("Thu, 05 Jan 2023 10:00:00 +0000")).toBe(Date.UTC(2023, 0, 5, 10));
  expect(readTime("2023-01-05T10:00:00.000Z")).toBe(Date.UTC(2023, 0, 5, 10));
  expect(readTime("soon")).toBeNull();
  expect(readPath("https://old.example/a/?b=1#c")).toBe("/a/?b=1");
  expect(readPath("https://old.example/")).toBeNull();
  expect(readPath("javascript:pwn()")).toBeNull();
  expect(readPath("https://old.example//evil.example")).toBeNull();
  expect(nameEmbed("//www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0")?.address).toBe(
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  );
  expect(nameEmbed("https://player.vimeo.com/video/76979871")?.address).toBe("https://vimeo.com/76979871");
  expect(nameEmbed("https://youtube.com.evil.example/embed/dQw4w9WgXcQ")).toBeNull();
  expect(nameEmbed("https://w.soundcloud.com/player/?url=javascript:pwn()")).toBeNull();
});

/** An input in pieces of so many bytes, and how many were read of it. */
function cutInput(content: string | Uint8Array, size: number): { input: Input; countRead: () => number } {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  let read = 0;
  const open = () => {
    let at = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.subarray(at, at + size));
          at += size;
          read = Math.max(read, at);
        },
      },
      { highWaterMark: 0 },
    );
  };
  return { input: { name: "", open }, countRead: () => read };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function readText(text: string, losses = new Losses()): string {
  return readShortcodes(text, { losses, attachments: new Map(), postId: "1" });
}
