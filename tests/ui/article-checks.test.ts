/** What is checked before an article is published. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckInput, examineArticle, settleDoubts } from "#shared/insights/article-checks/check-article.ts";
import { type Finding, places } from "#shared/insights/article-checks/finding.ts";
import { bareArticle } from "#tests/bare-article.ts";
import { countRuns } from "#tests/runs.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";

const draft = {
  slug: "the-forecast",
  title: "The forecast is a product",
  dek: "Energy traders ignore two forecasts in three. The fix is rarely a better model.",
  categoryId: "category",
  authorIds: ["author"],
  tagIds: [],
  ...bareArticle,
  markdown: "A first paragraph.\n\n## A section\n\nA second paragraph.",
  cover: { motif: "streams", seed: "a", lead: null, density: 1 },
  pictures: { wide: "a", card: "b", share: "c" },
  coverAlt: "",
} as unknown as InsightDraft;

const pages = new Set(["/", "/contact", "/insights/another", "/insights/another#method", "/insights/category/cloud"]);

/** What the site would answer. */
function readLack(address: string): "page" | "section" | "nothing" {
  if (pages.has(address)) return "nothing";
  return pages.has(address.split("#")[0] ?? "") ? "section" : "page";
}

function settle(changes: Partial<InsightDraft>, more: Partial<CheckInput> = {}) {
  const changed = { ...draft, ...changes };
  const examined = examineArticle({ draft: changed, origin: "https://site.example", ...more });
  return settleDoubts(examined, { readLack, takenSlug: changed.slug === "another" ? "another" : null });
}

function check(changes: Partial<InsightDraft>, more: Partial<CheckInput> = {}): Finding[] {
  return settle(changes, more).findings;
}

/** The findings about a text, as "level line: text". */
function checkText(markdown: string): string[] {
  return check({ markdown }).map(
    ({ level, text, place }) => `${level} ${"line" in place ? place.line : place.field}: ${text}`,
  );
}

test("an article in order has nothing to put right", () => {
  expect(check({})).toEqual([]);
});

test.for<[string, Partial<InsightDraft>, Finding["level"], string, string]>([
  ["no title", { title: " " }, "error", "title", "title"],
  ["a slug that is none", { slug: "a--b" }, "error", "slug", "hyphens"],
  ["a taken slug", { slug: "another" }, "error", "slug", "/insights/another"],
  ["no category", { categoryId: "" as never }, "error", "category", "category"],
  ["no author", { authorIds: [] }, "error", "authors", "author"],
  ["no dek", { dek: "" }, "warning", "dek", "sentence"],
  ["no alt of the cover", { coverAlt: null }, "error", "coverAlt", "decorative"],
  ["no cover", { cover: null, pictures: null, coverAlt: null }, "warning", "cover", "no cover"],
  ["a cover that is not stored", { pictures: null }, "warning", "cover", "not stored"],
  ["a long title", { title: "word ".repeat(14).trim() }, "warning", "seoTitle", "this has 69"],
  ["a long description", { seoDescription: "a".repeat(161) }, "warning", "seoDescription", "this has 161"],
  ["a short description", { dek: "Short." }, "hint", "seoDescription", "6 characters"],
  [
    "itself as the original",
    { canonicalUrl: "https://site.example/insights/x" },
    "warning",
    "canonicalUrl",
    "original",
  ],
  ["noindex", { noindex: true }, "hint", "noindex", "leave this article out"],
])("%s is found at its field", ([, changes, level, field, words]) => {
  expect(check(changes)).toEqual([{ level, place: { field }, text: expect.stringContaining(words) as string }]);
});

test("a text that is missing, times in the wrong order and a title that cannot be read on its picture are found", () => {
  expect(check({ markdown: " \n" })).toMatchObject([{ level: "error", place: { line: 1 } }]);
  const times = { publishAt: 2000, unpublishAt: 1000 };
  expect(check({}, { times })).toMatchObject([{ level: "error", place: { field: "unpublishAt" } }]);
  expect(check({}, { times: { publishAt: null, unpublishAt: 1000 } })).toEqual([]);
  expect(check({}, { titleContrast: 2.04 })).toMatchObject([
    { level: "warning", place: { field: "cover" }, text: expect.stringContaining("2.0 to 1") as string },
  ]);
});

test("headings go down one level at a time, have words, and something below them", () => {
  expect(checkText("## A\n\nText.\n\n### B\n\n- Text.\n\n## C\n\n### D\n\nText.")).toEqual([]);
  expect(checkText("# First\n\nText.")).toEqual([expect.stringContaining("warning 1: “First” is a first heading")]);
  expect(checkText("Text.\n\n#### Deep\n\nText.")).toEqual(["warning 3: “Deep” skips a level: make it 2."]);
  expect(checkText("## A\n\n## B\n\nText.\n\n## C")).toEqual([
    "warning 1: Nothing stands below “A”.",
    "warning 7: Nothing stands below “C”.",
  ]);
  expect(checkText("##\n\nText.")).toEqual(["error 1: This heading has no words."]);
  expect(checkText("Setext\n------\n\n| a |\n| - |\n| b |\n\n## Code\n\n    code")).toEqual([]);
});

test.for([
  ["[a](/contact)", null],
  ["[a](/contact/?x=1#y)", null],
  ["[a](https://site.example/contact)", null],
  ["[a](/media/demo/x.pdf)", null],
  ["[a](/insights/the-forecast)", null],
  ["[a](/blog/another)", null],
  ["[a](/insights/another#method)", null],
  ["[a](/insights/another#contents)", null],
  ["[a](/insights/another#:~:text=words)", null],
  ["[a](/blog/another?x=1#gone)", "“/insights/another” has no section “#gone”."],
  ["[a](/insights/gone#method)", "This site has no page “/insights/gone”."],
  ["[a](#a-section)", null],
  ["[a](/insights/the-forecast#a-section)", null],
  ["[a](https://elsewhere.example/x)", null],
  ["[a](mailto:a@b.example)", null],
  ["[^1]\n\n[^1]: A [note](#notes) with [itself](#fn-1).", null],
  ["[a](/gone)", "This site has no page “/gone”."],
  ["[a](https://site.example/gone)", "This site has no page “/gone”."],
  ["[a](#gone)", "This article has no section “#gone”."],
  ["[a](/insights/the-forecast#gone)", "This article has no section “#gone”."],
  ["[a]()", "This link leads nowhere."],
  ["[a](contact)", "begin with a slash"],
  ["[a](http://)", "no valid address"],
  ["[a](https://a..b:99999/)", "no valid address"],
  ["[a](http://localhost/x)", "cannot be reached"],
  ["[a](http://intranet/x)", "cannot be reached"],
  ["[a](https://user:word@a.example)", "cannot be reached"],
  ["[a](mailto:nobody)", "no e-mail address"],
  ["[a](/insights/preview/x.1.y)", "ends by itself"],
  ["[](/contact)", "has no words"],
  ["[![A chart](/media/x.svg)](/contact)", null],
  ["![](/media/x.svg)", "Describe this picture"],
  ["[![](/media/x.svg)](/contact)", "Describe this picture"],
  ["![A chart](https://elsewhere.example/x.png)", "Upload it"],
] as const)("of %s the checks say: %s", ([markdown, fault]) => {
  const found = checkText(`${markdown}\n\n## A section\n\nText.`);
  expect(found).toEqual(fault === null ? [] : [expect.stringMatching(/^error 1: /)]);
  if (fault !== null) expect(found[0]).toContain(fault);
});

test("a finding names the line on which it is, also within a paragraph, a list, a quote and a table", () => {
  const markdown = [
    "One line",
    "and [another](/gone1).",
    "",
    "- an item",
    "- with [a link](/gone2)",
    "",
    "> [!note] Title",
    "> and [a link](/gone3)",
    "",
    "| a |",
    "| - |",
    "| [b](/gone4) |",
  ].join("\n");
  expect(checkText(markdown).map((text) => /^error (\d+).*(gone\d)/.exec(text)?.slice(1))).toEqual([
    ["2", "gone1"],
    ["5", "gone2"],
    ["8", "gone3"],
    ["12", "gone4"],
  ]);
});

test("long sentences and paragraphs and code without a language are found, and a hard text in words", () => {
  const sentence = (words: number) => `Word ${"word ".repeat(words - 2)}end.`;
  expect(checkText(`${sentence(41)}`)).toEqual([
    "warning 1: A sentence of 41 words: “Word word word word word word …”",
  ]);
  expect(checkText(sentence(40))).toEqual([]);
  expect(checkText(`${sentence(30)} `.repeat(6))).toEqual([expect.stringContaining("A paragraph of 180 words")]);
  expect(checkText("```\ncode\n```\n\n```ts\ncode\n```")).toEqual([expect.stringContaining("hint 1: ")]);
  const hard =
    "Organisationally interdependent infrastructure considerations necessitate comprehensive documentation. ".repeat(9);
  expect(checkText(hard).filter((text) => text.includes("Hard to read"))).toHaveLength(1);
  const easy = settle({
    markdown: "We sat on the desk. We wrote down what they did. It was plain in three days. ".repeat(6),
  });
  expect(easy.reading).toEqual({ words: "Very easy to read, like a letter", isHard: false });
});

test("what is in order is said, too", () => {
  const look = (markdown: string) => settle({ markdown }).passed;
  const title = "Title fits search results (25 of 60)";
  expect(look("Text.")).toEqual([title]);
  expect(look("[a](/contact) [b](https://c.example) ![d](/media/x.svg)")).toEqual([
    title,
    "Every picture is described",
    "All 2 links are in order",
  ]);
  expect(look("[a](/gone) ![](/media/x.svg)")).toEqual([title]);
});

test("before the site has answered, a link of it is neither wrong nor in order; a link that the text shows to be wrong is", () => {
  const markdown = "[a](/gone) [b](/contact#form) [c](https://c.example)";
  const examined = examineArticle({ draft: { ...draft, markdown }, origin: "https://site.example" });
  expect(examined.doubts.map(({ address }) => address)).toEqual(["/gone", "/contact"]);
  expect(settleDoubts(examined, { readLack: () => undefined, takenSlug: null })).toMatchObject({
    findings: [],
    passed: [expect.stringContaining("Title fits")],
  });
  const wrong = examineArticle({ draft: { ...draft, markdown: "[a](#gone)" }, origin: "https://site.example" });
  expect([wrong.doubts, wrong.findings]).toMatchObject([[], [{ level: "error", place: { line: 1 } }]]);
  const long = examineArticle({
    draft: { ...draft, markdown: `[a](/${"x".repeat(600)})` },
    origin: "https://a.example",
  });
  expect([long.doubts, long.findings]).toMatchObject([[], [{ level: "error" }]]);
});

test("errors come first, then warnings, then hints", () => {
  const levels = check({ noindex: true, title: "", dek: "", markdown: "[a](/gone)\n\n## End" }).map(
    ({ level }) => level,
  );
  expect(levels).toEqual(["error", "error", "warning", "warning", "hint"]);
});

const pieces = [
  "# ",
  "## ",
  "#### ",
  "> ",
  "> [!note] ",
  "> [!pull]\n",
  "- ",
  "1. ",
  "    ",
  "\n",
  "\n\n",
  "\r\n",
  "---\n",
  "===\n",
  "```\n",
  "~~~js\n",
  "| a | b |\n| - | - |\n| ",
  "[a](",
  "[^1]",
  "[^1]: ",
  "![",
  "](",
  ")",
  "[]()",
  "**",
  "`",
  "\\",
  "<b>",
  "&amp;",
  "\u0000",
  "\u202e",
  "/gone",
  "#x",
  "https://",
  "javascript:alert(1)",
  "mailto:",
  "%E0%A4%A",
  "word ",
  "Ünïcödé ",
  "😀",
  ". ",
];

test("whatever the Markdown, the checks do not fail, and every place that they name exists", () => {
  const anyMarkdown = fc.oneof(
    fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 60 })
      .map((all) => all.join("")),
    fc.string({ unit: "binary", maxLength: 400 }),
  );
  fc.assert(
    fc.property(anyMarkdown, fc.string(), fc.string(), (markdown, title, slug) => {
      const lines = markdown.split(/\r\n?|\n/).length;
      for (const { place, text } of check({ markdown, title, slug })) {
        expect(text).not.toBe("");
        if ("line" in place) expect(place.line >= 1 && place.line <= lines, `${place.line} of ${lines}`).toBe(true);
        else expect(places).toContain(place.field);
      }
    }),
    { numRuns: countRuns(5000) },
  );
});
