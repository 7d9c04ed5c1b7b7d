import fc from "fast-check";
import { expect, test } from "vitest";
import { describeLoss, joinLosses, type LossKind, Losses, lossKinds } from "#shared/insights/losses.ts";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { parseHtml } from "#app/writing-kit/sieve/parse-html.ts";
import { sieveHtml } from "#app/writing-kit/sieve/sieve.ts";
import { readDeclarations } from "#app/writing-kit/sieve/styles.ts";
import { textOf, work } from "#app/writing-kit/sieve/tree.ts";
import { writeHtml } from "#app/writing-kit/sieve/write-html.ts";
import { countRuns } from "#tests/runs.ts";
import { clipboards } from "./clipboards.ts";

function sieve(html: string) {
  const losses = new Losses();
  const { doc } = sieveHtml(html, articleSchema, { losses, takesPicture: (address) => !address.includes("//") });
  const kinds = new Set(losses.list().map(({ kind }) => kind));
  return { doc, kinds, losses: losses.list(), markdown: createArticleFile(articleSchema).write(doc) };
}

for (const { from, html, markdown, losses = [] } of clipboards)
  test(`from ${from}`, () => {
    const sieved = sieve(html);
    expect(sieved.markdown).toBe(markdown);
    expect([...sieved.kinds]).toEqual(losses);
  });

test("styles are declarations: what stands in a value or in another name says nothing", () => {
  expect([...readDeclarations("MSO-bidi-font-weight:normal; font-weight : Bold !important;x")]).toEqual([
    ["mso-bidi-font-weight", "normal"],
    ["font-weight", "bold"],
  ]);
  expect(readDeclarations(`background:url("a;font-weight:bold");color:red`).get("font-weight")).toBeUndefined();
  expect(readDeclarations("/* font-weight:bold; */ color: red").get("color")).toBe("red");
  expect(readDeclarations(String.raw`content:"\";font-weight:bold";color:red`).has("font-weight")).toBe(false);
  expect(sieve(`<p><span style="font-family:'Bold; font-weight:700'">plain</span></p>`).markdown).toBe("plain\n");
});

test("a picture in the text is kept with its bytes, and one of a kind that may run is named", () => {
  const losses = new Losses();
  const svg = "data:image/svg+xml;base64,PHN2Zy8+";
  const { embedded, doc } = sieveHtml(
    `<p>a</p><img alt="Chart" src="data:image/png;base64,iVBORw0KGgo="><img src="${svg}" alt="b">`,
    articleSchema,
    { losses },
  );
  expect([...embedded].map(([name, { type, size }]) => [name, type, size])).toEqual([
    ["in-text-1.png", "image/png", 8],
  ]);
  expect(doc.child(1).attrs).toMatchObject({ src: "in-text-1.png", alt: "Chart" });
  expect(losses.list()).toMatchObject([{ kind: "pictures", count: 1 }]);
});

const pieces = [
  "<div>x",
  "<table><tr><td>x",
  "<ul><li>x",
  "<b>x<p>",
  "<font color=red size=1>x<p>",
  "<a href=#a id=b>1</a><p>",
  "<a name=_ftn1 href=#_ftn2>1</a>",
  "</p>x<span>",
  "<table>x<b>",
  "<td colspan=1000 rowspan=1000>x",
  "<pre>x</pre>",
  "<p style='mso-list:l0 level2 lfo1'>x</p>",
  "<p class=p1 style='font:12px Menlo'>x</p>",
  "<p style='a:b;c:d'>x",
  "<svg><g>x",
];

test.for(pieces)("the work grows with the text and no faster: %s", (piece) => {
  const count = (times: number) => {
    work.steps = 0;
    sieveHtml(`<table>${piece.repeat(times)}`, articleSchema, { losses: new Losses() });
    return work.steps;
  };
  const [once, twice] = [count(400), count(800)];
  expect(twice / once).toBeLessThan(2.2);
});

test.for([
  ["mentions in one raised text", "<sup>", "<a href=#a1>1</a>"],
  ["pictures in one link", "<a href=x.jpg>", "<img src=https://a.example/x.jpg>"],
  ["pictures of boxes in one item", "<ul><li>", "<img alt=checked aria-roledescription=x>"],
  ["blanks before what browsers without script show", "<p>", " <noscript></noscript>"],
  ["blanks before lists", "<ul><li>a</li>", " <ul></ul>"],
  ["words before lists", "<ul><li>a</li>", "b <ul></ul>"],
] as const)("the work grows with what one element has, and no faster: %s", ([, start, piece]) => {
  const count = (times: number) => {
    work.steps = 0;
    sieveHtml(start + piece.repeat(times), articleSchema, { losses: new Losses() });
    return work.steps;
  };
  const once = count(400);
  expect(once).toBeGreaterThan(400);
  expect(count(800) / once).toBeLessThan(2.2);
});

test("an element may have 200,000 children", () => {
  const losses = new Losses();
  const doc = sieveHtml(`<form>${"a<br>".repeat(100_000)}</form><p>after</p>`, articleSchema, { losses });
  expect(JSON.stringify(doc).length).toBeGreaterThan(100_000);
});

test("what is nested 200,000 deep is read, less deep, and said to be", () => {
  const { doc, losses } = (() => {
    const losses = new Losses();
    return {
      ...sieveHtml(`${"<div>".repeat(200_000)}deep${"</div>".repeat(200_000)}<p>after</p>`, articleSchema, { losses }),
      losses,
    };
  })();
  expect(doc.textContent).toBe("deepafter");
  expect(losses.list()).toMatchObject([{ kind: "tooDeep" }]);
});

test("the title of a box that is too deep is a paragraph", () => {
  const box = '<div data-import="note" data-title="T"><p>text</p>';
  const { markdown, kinds } = sieve(`${box.repeat(9)}${"</div>".repeat(9)}`);
  expect(markdown.split("\n").map((line) => line.replace(/^(?:> ?)+/, ""))).toEqual([
    ...Array.from({ length: 8 }, () => ["[!note] T", "text", ""]).flat(),
    "T",
    "",
    "text",
    "",
  ]);
  expect([...kinds]).toEqual(["tooDeep"]);
});

const names =
  "p div span b i u a h1 h2 ul ol li table tr td th blockquote pre code sup sub br hr img section details summary dl dt dd figure figcaption aside s del font q ruby rt";
const text = fc.stringMatching(/^[a-z0-9 ]{1,8}$/);
const attribute = fc.constantFrom(
  "",
  ' style="font-weight:700"',
  ' style="white-space:pre;font-family:monospace"',
  ' style="mso-list:l0 level2 lfo1"',
  ' class="MsoListParagraph"',
  ' data-indent="1"',
  ' aria-level="2"',
  ' href="#a" id="a"',
  ' href="/x"',
  ' colspan="3"',
  ' rowspan="2"',
  ' src="/a.png"',
  ' dir="rtl"',
);
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text,
    fc
      .tuple(fc.constantFrom(...names.split(" ")), attribute, fc.array(tie("node"), { maxLength: 4 }), fc.boolean())
      .map(([name, given, inner, isClosed]) => `<${name}${given}>${inner.join("")}${isClosed ? `</${name}>` : ""}`),
  ),
}));

test("generated HTML makes an article that can be held, and each letter is in it or among the losses", () => {
  const file = createArticleFile(articleSchema);
  fc.assert(
    fc.property(fc.array(node, { maxLength: 6 }), (nodes) => {
      const html = nodes.join("");
      const losses = new Losses();
      const { doc } = sieveHtml(html, articleSchema, { losses });
      doc.check();
      expect(file.write(doc)).toBeTypeOf("string");
      const letters = (words: string) => words.replaceAll(/[^a-z0-9]/g, "").length;
      const kinds = new Set<LossKind>(["letters", "footnotes", "pageLinks", "links", "headingNumbers", "forms"]);
      if (losses.list().some(({ kind }) => kinds.has(kind)) || doc.toString().includes("footnote")) return;
      expect(letters(doc.textContent)).toBeGreaterThanOrEqual(letters(textOf(parseHtml(html).body)));
    }),
    { numRuns: countRuns(5000) },
  );
});

test("HTML that is written anew reads the same", () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 4 }), (nodes) => {
      const once = writeHtml(parseHtml(nodes.join("")).body);
      const read = (html: string) => textOf(parseHtml(html).body).replaceAll(/\s+/g, "");
      expect(read(once)).toBe(read(nodes.join("")));
    }),
    { numRuns: countRuns(500) },
  );
});

test("each kind of loss has words, and a notice joins those of one kind", () => {
  for (const kind of lossKinds) {
    expect(describeLoss({ kind, count: 1 })).toMatch(/^1 [a-z]/);
    expect(describeLoss({ kind, count: 2, example: "x" })).toContain("x");
  }
  const losses = new Losses();
  losses.add("pictures", "https://a.example/1.png");
  losses.add("pictures", "https://a.example/2.png");
  expect(joinLosses(losses.list()).map(describeLoss)).toEqual(["2 pictures (https://a.example/1.png)"]);
  expect(losses.list()).toHaveLength(2);
});
