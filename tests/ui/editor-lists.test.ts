/** What stands in the items of lists is read back as it was written. */
import type { Node } from "@tiptap/pm/model";
import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { Losses } from "#shared/insights/losses.ts";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { describeBlock } from "#app/writing-kit/editor/markdown/describe.ts";
import { readMarkdown } from "#app/writing-kit/editor/markdown/read-markdown.ts";
import { articleSchema as schema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { markdownToHtml } from "#app/writing-kit/foreign-markdown/markdown-to-html.ts";
import { htmlToMarkdown } from "#app/staff/imports/read/text/html-to-markdown.ts";
import { countRuns } from "#tests/runs.ts";

const text = (words: string) => schema.node("paragraph", null, words === "" ? [] : [schema.text(words)]);
const list = (type: string, attrs: object, items: Node[][]) =>
  schema.node(
    type,
    { ...attrs },
    items.map((item) => schema.node("listItem", null, item)),
  );
const bullets = (...items: Node[][]) => list("bulletList", { tight: true }, items);
const numbers = (start: number, ...items: Node[][]) => list("orderedList", { tight: true, start }, items);
const box = (title: string, ...blocks: Node[]) =>
  schema.node("note", null, [schema.node("noteTitle", null, title === "" ? [] : [schema.text(title)]), ...blocks]);
const quote = (...blocks: Node[]) => schema.node("blockquote", null, blocks);
const pull = (...blocks: Node[]) => schema.node("pullQuote", { title: "" }, blocks);
const table = (...cells: string[]) =>
  schema.node(
    "table",
    null,
    cells.map((cell, at) =>
      schema.node("tableRow", null, [schema.node(at === 0 ? "tableHeader" : "tableCell", null, schema.text(cell))]),
    ),
  );
const code = (words: string) => schema.node("codeBlock", { language: null }, schema.text(words));
const heading = (level: number, words: string) =>
  schema.node("heading", { level }, [schema.text(words), schema.node("hardBreak"), schema.text(words)]);
const rule = schema.node("horizontalRule");
const figure = schema.node("figure", { src: "/a.svg", alt: "a" });

const article = (...blocks: Node[]) => schema.node("doc", null, blocks);

function write(doc: Node): string {
  return createArticleFile(schema).write(doc);
}

/** What blocks say, without empty paragraphs. */
function describe(blocks: readonly Node[]): string[] {
  return blocks.map(describeBlock).filter((block) => block !== describeBlock(text("")));
}

/** Writes blocks and reads them again. Returns the Markdown. */
function expectUnchanged(blocks: Node[]): string {
  const markdown = write(article(...blocks));
  expect(describe(readMarkdown(markdown, schema).blocks.map(({ node }) => node))).toEqual(describe(blocks));
  return markdown;
}

const nested: [what: string, block: Node, lines: string[]][] = [
  ["text below a list", numbers(1, [text("a"), bullets([text("b")]), text("c")]), ["1. a", "", "   - b", "", "   c"]],
  ["text below a quote", bullets([text("a"), quote(text("b")), text("c")]), ["- a", "", "  > b", "", "  c"]],
  ["text below a list in a quote", bullets([quote(bullets([text("a")])), text("b")]), ["- > - a", "", "  b"]],
  [
    "a table below a list",
    bullets([text("a"), bullets([text("b")]), table("x", "y")]),
    ["- a", "", "  - b", "", "  | x |", "  | --- |", "  | y |"],
  ],
  ["text below a table", bullets([table("x"), text("a")]), ["- | x |", "  | --- |", "", "  a"]],
  [
    "two boxes",
    bullets([text("a"), box("T", text("b")), box("", text("c"))], [text("d")]),
    ["- a", "", "  > [!note] T", "  > b", "", "  > [!note]", "  > c", "", "- d"],
  ],
  ["two quotes", bullets([quote(text("a")), pull(text("b"))]), ["- > a", "", "  > [!pull]", "  > b"]],
  [
    "a picture below a box",
    bullets([box("T", figure), text("a")]),
    ["- > [!note] T", "  >", "  > ![a](/a.svg)", "", "  a"],
  ],
  ["a heading of two lines below text", bullets([text("a"), heading(2, "b")]), ["- a", "", "  b\\", "  b", "  ---"]],
  ["a line across the page below text", bullets([text("a"), rule, text("b")]), ["- a", "  ___", "  b"]],
  [
    "three lists",
    bullets([numbers(1, [text("a")]), numbers(1, [text("b")]), numbers(1, [text("c")])]),
    ["- 1. a", "  1) b", "  1. c"],
  ],
  ["lists without words", bullets([text(""), bullets([bullets([text("")])])]), ["- * -"]],
  ["a picture alone", bullets([text("a"), bullets([figure])]), ["- a", "  - ![a](/a.svg)"]],
  [
    "what needs no blank line",
    bullets([text("a"), quote(code("b")), text("c"), code("d"), text("e")]),
    ["- a", "  > ```", "  > b", "  > ```", "  c", "  ```", "  d", "  ```", "  e"],
  ],
  ["one block, without blank lines that it could have", list("bulletList", { tight: false }, [[text("a")]]), ["- a"]],
];

test.each(nested)("in an item, %s is read back as it was written", (_what, block, lines) => {
  expect(expectUnchanged([block])).toBe(`${lines.join("\n")}\n`);
});

test("what comes from another system below a list in an item stays below it, letter by letter", () => {
  const read = (html: string) => htmlToMarkdown(html, { losses: new Losses() }).markdown;
  expect(read("<ul><li>short<ul><li>b</li></ul>c</li></ul>")).toBe("- short\n\n  - b\n\n  c\n");
  const markdown = "- a\n\n  > [!TIP]\n  > b\n\n  > [!NOTE]\n  > c\n- d\n";
  expect(read(markdownToHtml(markdown, new Losses()))).toBe(
    "- a\n\n  > [!note] Tip\n  > b\n\n  > [!note] Note\n  > c\n\n- d\n",
  );
});

const leaf: Arbitrary<Node> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a", "b c", "").map(text) },
  fc.constantFrom(table("x"), table("x", "y"), code("c\n---\n"), rule, figure, heading(2, "h"), heading(3, "h")),
);
const { block } = fc.letrec<{ block: Node; blocks: Node[]; items: Node[][] }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true, maxDepth: 4 },
    leaf,
    fc.tuple(tie("items"), fc.boolean()).map(([items, tight]) => list("bulletList", { tight }, items)),
    fc
      .tuple(tie("items"), fc.boolean(), fc.constantFrom(1, 2, 9))
      .map(([items, tight, start]) => list("orderedList", { tight, start }, items)),
    tie("blocks").map((blocks) => quote(...blocks)),
    fc.tuple(fc.constantFrom("", "T"), tie("blocks")).map(([title, blocks]) => box(title, ...blocks)),
    tie("blocks").map((blocks) => pull(...blocks)),
  ),
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 4 }),
  items: fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }),
}));

test("whatever stands in the items of lists is read back as it was written", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      article(...blocks).check();
      expectUnchanged(blocks);
    }),
    { numRuns: countRuns(5000) },
  );
});
