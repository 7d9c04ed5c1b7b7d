/** What readers of foreign files do grows with the file and no faster, and what would not end is judged before the work. */
import { downloadZip } from "client-zip";
import { expect, test, vi } from "vitest";
import { describeLoss, Losses } from "#shared/insights/losses.ts";
import { BrokenFileError } from "#app/staff/imports/imported-post.ts";
import { createJudge, openArchive } from "#app/staff/imports/read/archive.ts";
import { Budget } from "#app/staff/imports/read/budget.ts";
import { readRows } from "#app/staff/imports/read/ghost/read-rows.ts";
import { judgeHtml } from "#app/writing-kit/sieve/judge-html.ts";
import { splitFrontMatter } from "#app/staff/imports/read/markdown/front-matter.ts";
import { nameAddress, proposeName } from "#app/staff/imports/read/name-site.ts";
import type { Input } from "#app/staff/imports/read/read-bytes.ts";
import { findEnds } from "#app/staff/imports/read/wordpress/paragraphs.ts";
import { readRecords } from "#app/staff/imports/read/wordpress/read-records.ts";
import { readShortcodes } from "#app/staff/imports/read/wordpress/shortcodes.ts";

const input = (text: string): Input => ({ name: "", open: () => new Blob([text]).stream() });

async function count(pieces: AsyncIterable<unknown>): Promise<number> {
  let items = 0;
  for await (const _ of pieces) items += 1;
  return items;
}

const feed = (items: string) =>
  `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${items}</channel></rss>`;

/** Hostile parts of an export, `n` of each. */
const parts: Record<string, (n: number) => string> = {
  items: (n) => "<item><wp:post_type>post</wp:post_type></item>".repeat(n),
  fields: (n) =>
    `<item>${Array.from({ length: n }, (_, at) => `<wp:postmeta><wp:meta_key>k${at}</wp:meta_key><wp:meta_value>v</wp:meta_value></wp:postmeta>`).join("")}</item>`,
  sections: (n) => `<item><content:encoded>${"<![CDATA[a]]> ]]>".repeat(n)}</content:encoded></item>`,
  attributes: (n) => `<item ${Array.from({ length: n }, (_, at) => `a${at}="b"`).join(" ")}></item>`,
  comments: (n) => `<item>${"<wp:comment><wp:comment_approved>1</wp:comment_approved></wp:comment>".repeat(n)}</item>`,
};

test.each(Object.keys(parts))("twice as many %s of WordPress are no more than twice the work", async (name) => {
  const make = parts[name] ?? String;
  const [once, twice] = [new Budget(Infinity), new Budget(Infinity)];
  await count(readRecords(input(feed(make(500))), [], once));
  await count(readRecords(input(feed(make(1000))), [], twice));
  expect(once.spent).toBeGreaterThan(500);
  expect(twice.spent).toBeLessThan(2.2 * once.spent);
});

test("twice as many rows of Ghost are no more than twice the work", async () => {
  const make = (n: number) =>
    `{"data":{"posts":[${Array.from({ length: n }, () => '{"id":"a","tags":[[[1]]]}').join()}]}}`;
  const [once, twice] = [new Budget(Infinity), new Budget(Infinity)];
  expect(await count(readRows(input(make(500)), ["posts"], once))).toBe(500);
  await count(readRows(input(make(1000)), ["posts"], twice));
  expect(once.spent).toBeGreaterThan(5000);
  expect(twice.spent).toBeLessThan(2.2 * once.spent);
});

test("a budget that is used up ends the reading with words", async () => {
  await expect(count(readRecords(input(feed(parts.items?.(100) ?? "")), [], new Budget(300)))).rejects.toThrow(
    BrokenFileError,
  );
  await expect(count(readRows(input('{"data":{"posts":[1,2,3,4,5]}}'), ["posts"], new Budget(5)))).rejects.toThrow(
    BrokenFileError,
  );
});

test("JSON that is nested without end stops being read", async () => {
  const deep = `{"data":{"posts":[{"id":"a"},${"[".repeat(100_000)}`;
  await expect(count(readRows(input(deep), ["posts"]))).rejects.toThrow(BrokenFileError);
});

test("names of shortcodes are looked for once, however many there are", () => {
  // Each was searched to the end of the text before: a text of twice the length took four times as long.
  const searched = (n: number) => {
    let letters = 0;
    const text = Array.from({ length: n }, (_, at) => `[a${at}x y="1"]`).join(" ");
    const real = RegExp.prototype.exec;
    const exec = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const found = real.call(this, text);
      letters += (found ? found.index + found[0].length : text.length) - from;
      return found;
    });
    readShortcodes(text, { losses: new Losses(), attachments: new Map(), postId: "1" });
    exec.mockRestore();
    return letters;
  };
  const once = searched(1000);
  expect(once).toBeGreaterThan(10_000);
  expect(searched(2000)).toBeLessThanOrEqual(2.2 * once);
});

test("an end is found behind letters whose small form is longer", () => {
  const text = "İİİİ [a]x[/A] y";
  const end = findEnds(text)("[/a]", text.indexOf("x"));
  expect(text.slice(end)).toBe(" y");
});

test("words in brackets that are no shortcode stay", () => {
  const losses = new Losses();
  const text =
    "See [re-read this], [n=12], [my_note] and [sample n=12], [text], [code], [text in brackets], [video below], " +
    "[caption], [youtube tutorial], [vimeo talk], [embed], [php 8], [plain n=1], [more], [ted talks].";
  expect(readShortcodes(text, { losses, attachments: new Map(), postId: "1" })).toBe(text);
  expect(losses.list().map(describeLoss)).toEqual([]);
});

test("HTML is judged before it is parsed", () => {
  expect(() => judgeHtml("<div>".repeat(200_000))).toThrow("Nested too deep");
  expect(() => judgeHtml("<b><p>".repeat(100_000))).toThrow("Nested too deep");
  expect(() => judgeHtml("<br>".repeat(300_000))).toThrow("Too many elements");
  expect(() => judgeHtml("a".repeat(4_000_000))).toThrow("Too long");
  expect(judgeHtml(`<img src="data:image/png;base64,${"A".repeat(4_000_000)}">`)).toBe(1);
  expect(judgeHtml("<p>a<p>b".repeat(5000) + "<ul><li>x</ul>".repeat(5000))).toBe(25_000);
});

test("front matter that is nested without end is refused before it is read", () => {
  const alias = "a: &a [1]\n" + Array.from({ length: 40 }, (_, at) => `b${at}: [*a, *a]`).join("\n");
  for (const head of [
    `a: ${"[".repeat(20_000)}`,
    `a: ${"{".repeat(20_000)}`,
    "- ".repeat(20_000),
    "? ".repeat(20_000),
    `${" ".repeat(500)}a: 1`,
    alias,
  ])
    expect(() => splitFrontMatter(`---\n${head}\n---\nText`, "a.md")).toThrow(BrokenFileError);
  expect(() => splitFrontMatter(`+++\na = ${"[".repeat(20_000)}\n+++\nText`, "a.md")).toThrow(BrokenFileError);
  expect(splitFrontMatter("---\na: [[1], {b: 2}]\n---\nText", "a.md").fields).toEqual({ a: [[1], { b: 2 }] });
});

test("an archive is judged by what it lists", async () => {
  const entry = (compressedSize: number, uncompressedSize: number) =>
    ({ filename: "a.md", compressedSize, uncompressedSize }) as Parameters<ReturnType<typeof createJudge>>[0];
  const list = (size: number, entries: readonly (readonly [number, number])[]) => {
    const judge = createJudge(size);
    for (const [packed, unpacked] of entries) judge(entry(packed, unpacked));
  };
  // Twenty names for one place.
  expect(() =>
    list(
      1000,
      Array.from({ length: 20 }, () => [900, 900] as const),
    ),
  ).toThrow("lists more than it holds");
  expect(() => list(200_000, [[190_000, 200 * 1024 * 1024]])).toThrow("200 times its size");
  expect(() => list(9e9, [[8e8, 8e8]])).toThrow("more than 400 MB");
  expect(() =>
    list(
      1000,
      Array.from({ length: 200_001 }, () => [0, 0] as const),
    ),
  ).toThrow("200,000 files");
  list(
    100_000_000,
    Array.from({ length: 300 }, () => [300_000, 330_000] as const),
  );
  const files = await openArchive(await downloadZip([{ name: "posts/a.md", input: "Text." }]).blob());
  expect(files.map(({ name, size }) => [name, size])).toEqual([["posts/a.md", 5]]);
});

test("a file that unpacks to more than it says ends there", async () => {
  const bytes = new Uint8Array(await downloadZip([{ name: "a.md", input: "x".repeat(5000) }]).arrayBuffer());
  const view = new DataView(bytes.buffer);
  // The size in the list of files: of the last record that begins with "PK\x01\x02".
  let at = bytes.length - 4;
  while (view.getUint32(at, true) !== 0x02014b50) at -= 1;
  view.setUint32(at + 24, 12, true);
  const [file] = await openArchive(new Blob([bytes]));
  await expect(new Response(file?.open()).text()).rejects.toThrow();
});

test.each([
  ["https://www.Old.example/Blog/", "old.example/Blog"],
  ["http://old.example", "old.example"],
  ["https://old.example:8443/a", "old.example:8443/a"],
  ["http://localhost:8080", null],
  ["http://10.0.0.1/", null],
  ["https://dev.local", null],
  ["mailto:a@b.example", null],
  ["", null],
])("the site %s is called %s", (address, name) => {
  expect(nameAddress(address)).toBe(name);
});

test.each([
  ["", "my-blog.ghost.2024-05-01-10-00-00 (1).json", "my-blog"],
  ["", "team-notes-2024-05-01.zip", "team-notes"],
  ["", "ghost.json", "ghost.json"],
  ["The Desk", "export.json", "The Desk"],
  ["", "ghostwriters.zip", "ghostwriters"],
])("a site that is called “%s” in the file %s is proposed as %s", (hint, file, name) => {
  expect(proposeName(hint, file)).toBe(name);
});
