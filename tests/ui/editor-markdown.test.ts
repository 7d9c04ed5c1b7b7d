import type { Node } from "@tiptap/pm/model";
import { Transform } from "@tiptap/pm/transform";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countWords, listWords, createArticleMarkdown } from "#shared/insights/article-markdown.ts";
import { describeBlock } from "#app/writing-kit/editor/markdown/describe.ts";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { readMarkdown } from "#app/writing-kit/editor/markdown/read-markdown.ts";
import { UnreadableMarkdown } from "#app/writing-kit/editor/markdown/unreadable-markdown.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { countRuns } from "#tests/runs.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";
import { articleSource, collectedSources, demoSources } from "./article-sources.ts";

const runs = countRuns(5000);

test("collected articles are opened and saved, as they are or all anew, without a change for readers", () => {
  for (const source of [...demoSources, ...collectedSources]) expectStable(source);
});

test("the editor holds every demo article, and says of the others why they open as source", () => {
  for (const source of demoSources) expect(open(source)).toBeTypeOf("object");
  const refused = collectedSources.map(open).filter((answer) => typeof answer === "string");
  expect(refused).toEqual([
    "code that is one blank line",
    "addresses of links inside of other blocks",
    "a link without words",
    "text that readers would see otherwise after a change",
  ]);
});

test("marks that are closed and opened anew are one mark", () => {
  expectStable("> [!pull]\n> alpha**alpha**~~**a**~~****\n> ===\n");
  expect(joinMarks("a<em>b</em>")).not.toBe(joinMarks("<em>ab</em>"));
});

test("code without an end in a list opens as source, as a blank line behind it would become a part of it", () => {
  expect(open("a\n- ~~~~b~~~~\nc\n")).toBe("code without an end inside of another block");
  expect(open("a\n- ~~~\n  b\n  ~~~\nc\n")).toBeTypeOf("object");
});

test("500 generated articles and more are opened and saved, as they are or all anew, without a change for readers", () => {
  const most = Math.max(500, runs);
  let held = 0;
  const end = fc.constantFrom("\n", "\n", "\r\n");
  fc.assert(
    fc.property(articleSource, end, (source, end) => {
      if (expectStable(source.replaceAll("\n", end))) held += 1;
    }),
    { numRuns: most },
  );
  expect(held / most).toBeGreaterThan(0.6);
});

test("generated articles keep every byte, and readers see the same after something else in them has changed", () => {
  let held = 0;
  fc.assert(
    fc.property(articleSource, (source) => {
      const article = open(source);
      if (typeof article === "string") return;
      held += 1;
      expect(article.write(article.doc)).toBe(source);
      const added = article.doc.content.addToStart(paragraph("Zz."));
      const written = article.write(article.doc.copy(added));
      expect(renderMarkdown(written).html).toBe(renderMarkdown(`Zz.\n\n${source}`).html);
    }),
    { numRuns: runs },
  );
  expect(held / runs).toBeGreaterThan(0.6);
});

test("whatever is typed into a block is read back as it was typed", () => {
  fc.assert(
    fc.property(articleSource, fc.array(typed, { minLength: 3, maxLength: 3 }), fc.nat(), (source, texts, place) => {
      const article = open(source);
      if (typeof article === "string") return;
      const doc = typeInto(article.doc, texts, place);
      const again = readMarkdown(article.write(doc), articleSchema).blocks.map(({ node }) => describeBlock(node));
      expect(again).toEqual(doc.children.filter((node) => !isEmpty(node)).map(describeBlock));
    }),
    { numRuns: runs },
  );
});

test("a change that is taken back leaves no trace in the source, however the block was written", () => {
  const source = "* odd   marker\n* second\n\n\n\n__Under__ _scored_\n";
  const { doc, write } = openArticle(source);
  const copy = articleSchema.nodeFromJSON(doc.toJSON());
  expect(write(copy)).toBe(source);
});

test("a line between paragraphs stays a line when the article is written anew", () => {
  const { doc, write } = openArticle("Before.\n***\nAfter [a].\n\n[a]: /x\n");
  const without = doc.copy(doc.type.create(null, doc.children.slice(0, -1)).content);
  expect(write(without)).toBe("Before.\n\n---\n\nAfter [a](/x).\n");
});

test("lists, code and quotes that come to stand together stay apart", () => {
  const { doc, write } = openArticle(
    "- a\n\nText\n\n- b\n\nText\n\n1. c\n\nText\n\n1. d\n\n    code\n\n> q\n\nText\n\n> r\n",
  );
  const remaining = doc.children.filter(({ textContent }) => textContent !== "Text");
  const again = openArticle(write(doc.copy(doc.type.create(null, remaining).content)));
  expect(again.doc.children.map(({ type }) => type.name)).toEqual(remaining.map(({ type }) => type.name));
});

test("a list whose first line is set in stays apart from the list before it, when that one has changed", () => {
  const { doc, write } = openArticle("-   a\n\n        code\n  * b\n");
  const { doc: changed } = new Transform(doc).insert(3, articleSchema.text("a"));
  expect(write(changed)).toBe("- aa\n\n  ```\n  code\n  ```\n\n* b\n");
  const numbers = openArticle("1)  a\n  2. b\n");
  const { doc: more } = new Transform(numbers.doc).insert(3, articleSchema.text("a"));
  expect(openArticle(numbers.write(more)).doc.children.map(describeBlock)).toEqual(more.children.map(describeBlock));
});

test("a link that was named by a word keeps its address when the list of addresses is deleted", () => {
  const { doc, write } = openArticle("See [this page][x].\n\n[x]: /somewhere 'Title'\n");
  const left = write(doc.copy(doc.type.create(null, [doc.child(0)]).content));
  expect(left).toBe('See [this page](/somewhere "Title").\n');
});

test("words are counted in the editor as readers' pages count them", () => {
  const markdown = createArticleMarkdown();
  for (const source of [...demoSources, ...collectedSources]) {
    const tokens = markdown.parse(source, { article: { contents: [], ids: new Map() } });
    expect(countWords(listWords(tokens))).toBe(renderMarkdown(source).words);
  }
});

/**
 * Opens and saves an article, once as it is and once with every block written anew, and compares what readers get of it.
 * False when it opens as source, which says why.
 */
function expectStable(source: string): boolean {
  const article = open(source);
  if (typeof article === "string") {
    expect(article).not.toBe("");
    return false;
  }
  const { html } = renderMarkdown(source);
  const saved = article.write(article.doc);
  expect(saved).toBe(source.replaceAll(/\r\n?/g, "\n"));
  expect(renderMarkdown(saved).html).toBe(html);
  // With an address that was not there, no block keeps the text that it was read from.
  const address = articleSchema.node("linkAddresses", { source: "[unused address]: /unused" });
  const anew = article.write(article.doc.copy(article.doc.content.addToEnd(address)));
  expect(joinMarks(renderMarkdown(anew).html)).toBe(joinMarks(html));
  const again = openArticle(anew);
  expect(again.write(again.doc)).toBe(anew);
  return true;
}

/** HTML that names before each text the marks around it: their order, and where one ends and begins at once, make no difference. */
function joinMarks(html: string): string {
  const open: { mark: string; tag: string }[] = [];
  let [written, named] = ["", ""];
  for (const part of html.match(/<[^>]*>|[^<]+/g) ?? []) {
    const [, slash, mark] = /^<(\/?)(em|strong|su[bp]|s|a)\b/.exec(part) ?? [];
    if (mark === undefined) {
      const marks = open
        .map(({ tag }) => tag)
        .toSorted()
        .join("");
      if (marks !== named) written += `{${marks}}`;
      named = marks;
      written += part;
    } else if (slash === "") open.push({ mark, tag: part });
    else {
      const at = open.findLastIndex((one) => one.mark === mark);
      open.splice(at, 1);
    }
  }
  return written;
}

function openArticle(source: string) {
  const { open, write } = createArticleFile(articleSchema);
  return { doc: open(source), write };
}

/** The article in the editor, or why it opens as source. */
function open(source: string) {
  try {
    return openArticle(source);
  } catch (error) {
    if (error instanceof UnreadableMarkdown) return error.message;
    throw error;
  }
}

function paragraph(text: string): Node {
  return articleSchema.node("paragraph", null, articleSchema.text(text));
}

test("the width of a picture and a video are written as they are read, and what only looks like them stays text", () => {
  const { doc, write } = openArticle(
    "![A](/a.svg)\n\n![B](/b.svg)&#123;.wide}\n\n[Talk](https://youtu.be/dQw4w9WgXcQ)\n",
  );
  expect(doc.children.map(({ type }) => type.name)).toEqual(["figure", "paragraph", "embed"]);
  const { doc: changed } = new Transform(doc)
    .setNodeAttribute(0, "width", "wide")
    .setNodeAttribute(doc.content.size - 1, "title", "Our [talk] *2*");
  changed.check();
  expect(write(changed)).toBe(
    "![A](/a.svg){.wide}\n\n![B](/b.svg)&#123;.wide}\n\n[Our \\[talk\\] \\*2\\*](https://youtu.be/dQw4w9WgXcQ)\n",
  );
  const picture = articleSchema.node("image", { src: "/c.svg", alt: "C", title: "" });
  const typed = articleSchema.node("paragraph", null, [picture, articleSchema.text("{.wide}")]);
  expect(renderMarkdown(write(doc.copy(doc.content.addToEnd(typed)))).html).toContain(
    'alt="C" loading="lazy" decoding="async">{.wide}</p>',
  );
});

test("signs of superscript and subscript are around words alone, and what has them is not written with care for them", () => {
  const marks = [articleSchema.mark("superscript")];
  const mention = articleSchema.node("footnoteReference", { label: "1" }, undefined, marks);
  const typed = articleSchema.node("paragraph", null, [
    articleSchema.text("\u00a0", marks),
    articleSchema.text("a "),
    articleSchema.text("b", marks),
    mention,
  ]);
  const { doc, write } = openArticle("[^1]: c\n");
  expect(write(doc.copy(doc.content.addToStart(typed)))).toBe("&#160;a ^b^[^1]\n\n[^1]: c\n");
});

/** What a writer may type or paste as plain text, with marks or without. */
const typed = fc
  .tuple(
    fc.array(
      fc.constantFrom(
        ..."a B 7 . , * ** _ __ ~~ ` `` \\ < > <b> & &amp; | ! ^ # ## - + 1. 2) [ ] ( ) [x] [^1] ![ {.wide} : = === --- {x} ’ é 日 👍 > ```".split(
          " ",
        ),
        " ",
        "\u00a0",
      ),
      { minLength: 1, maxLength: 6 },
    ),
    // At the start of a line the signs of a strikethrough and a subscript would be those of code.
    fc.oneof(
      fc.subarray(["bold", "italic", "strike", "code", "superscript"]),
      fc.subarray(["bold", "italic", "superscript", "subscript"]),
    ),
  )
  .map(([parts, marks]) => ({ text: parts.join(""), marks: marks.includes("code") ? ["code"] : marks }));

/** Types the texts into text blocks of the article, one each, from the block `place` on. */
function typeInto(doc: Node, texts: readonly { text: string; marks: string[] }[], place: number): Node {
  let result = doc;
  for (const [at, { text, marks }] of texts.entries()) {
    const blocks: { pos: number; node: Node }[] = [];
    result.descendants((node, pos) => {
      if (node.isTextblock) blocks.push({ node, pos });
    });
    const { node, pos } = blocks[(place + at * 7) % blocks.length] as { node: Node; pos: number };
    const wanted = node.content.size === 0 ? 0 : place % (node.content.size + 1);
    // Not into the middle of a character of two parts.
    const offset = /[\uDC00-\uDFFF]/.test(node.textBetween(wanted, Math.min(wanted + 1, node.content.size)))
      ? 0
      : wanted;
    const kinds = marks.map((name) => articleSchema.mark(name)).filter(({ type }) => node.type.allowsMarkType(type));
    result = new Transform(result).insert(pos + 1 + offset, articleSchema.text(text, kinds)).doc;
  }
  return result;
}

function isEmpty(node: Node): boolean {
  return node.type.name === "paragraph" && node.childCount === 0;
}
