/** Sources of articles: collected ones, and a grammar that makes more, with all that goes wrong in editors. */
import { readdirSync, readFileSync } from "node:fs";
import fc, { type Arbitrary } from "fast-check";
import { exportedSources } from "./collected-articles.ts";

const folder = "scripts/seed/insights";

/** The demo articles. */
export const demoSources: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => readFileSync(`${folder}/${file}`, "utf8").replace(/^---\n[^]*?\n---\n/, ""));

/** What people write and editors have lost, each a document; and what other systems write. */
export const collectedSources: readonly string[] = [
  ...exportedSources,
  String.raw`\*not emphasis\* and 1\. not a list, \# not a heading, a\_b`,
  String.raw`1\. One` + "\n\n" + String.raw`\- two` + "\n\n" + String.raw`\> three`,
  "a < b and <b>HTML</b> as text, {curly} and {{ template }}, $x$ &amp; &copy; &nbsp;x",
  "<div>\n\nText <script>alert(1)</script>\n\n</div>",
  "***both*** **_other way_** *a **b** c* **a *b* c** ~~gone~~",
  "sn**ow**man, **bold.**No space, *a*b*c*",
  "`a|b` and ``a`b`` and `` ` `` and ` a `",
  "| a | b \\| c |\n| :-- | :-: |\n| `x\\|y` | **z** |\n| 1 |\n| 1 | 2 | 3 |",
  "a | b\n--|--:\n1 | 2",
  "- a\n- b\n\n- c\n  - d\n    - e\n\n      para\n1. x\n2. y\n\n   y2\n\n10) ten\n11) eleven",
  "- a\n\n\n* b\n\n\n+ c",
  "-\n- \n- x",
  "- > quote\n- ```js\n  code\n  ```\n- # heading\n- ***",
  "* * *\n___\n---",
  "Setext\n===\n\nTwo\nlines\n---\n\n### Closed ###\n\n## \\#",
  "#### Deep first\n\n# One\n\n###### Six",
  "Line one\nline two  \nhard break\\\nanother",
  "    indented code\n\n    more\n\nText\n\n\ttab",
  "```\nopen fence\n\n",
  "~~~ruby startline=3\nputs `x` ~~~\n~~~\n\n````\n```\n````",
  "```\n\n```\n",
  "A[^1] and B[^note] and A again[^1], and one here^[Inline *note*].\n\n[^1]: First.\n\n    Second paragraph.\n\n    - list\n\n[^note]: Other.\n[^unused]: Never.",
  "[^missing] and [a][ref] and [ref] and [no ref][nope]\n\n[ref]: /somewhere 'A title'\n[other]: <https://example.com/a b>",
  "- [a][x]\n\n  [x]: /inside",
  "> quote\nlazy\n>\n> > nested\n>\n> - list\n>   more\n\n> another",
  "> [!note] A title with *stars* & <b>\n> Body\n> more\n\n> [!note]\n\n> [!pull] hidden\n> **Big** words",
  "> [!note] Title\n>\n> Body apart\n>\n> | a |\n> | - |\n> | b |",
  String.raw`> \[!note\] not a note`,
  '![Alt *text*](/media/a.svg "A caption")\n\nInline ![x](/media/b.svg) here, ![far](https://example.com/x.png)',
  '[![Alt](/media/a.svg)](/somewhere)\n\n[**bold `code`** text](https://example.com/?a=1&copy=2#x "T \\"q\\"")',
  "<https://example.com/ä?x=y> <mail@example.com> https://plain.example.com",
  '[a](<with space> "t") [b](/p\\(1\\)) [c]() [](x) [d](javascript:alert(1)) [e](//evil.example)',
  "שלום **עולם** [קישור](/x)\n\nمرحبا بالعالم\n\n日本語**太字**です。\n\n👩‍👩‍👧 e\u0301 \u200d x",
  "\uFEFFText after a mark of byte order",
  "a\r\nb\r\n\r\nc\r\n",
  "\u00a0leading room\u00a0\n\nmid\u00a0dle\n\n&#32;numbered room",
  "\n\n\n  Text after blank lines   \n\n\n\nEnd\n\n\n",
  "Text\n# Heading right below\nText right below\n- list\n- right below\n> quote right below",
  "!\\[not a picture](x) and !\\[\\[ and ^\\[x] and \\!",
  "1986\\. A great year\n\n2. starts at two\n3. three\n\n0. zero",
  "a\n\n<!-- comment -->\n\n&lt;b&gt;",
  "**a**\n**b**\n\n*a*\n_b_ __c__",
  "~~~a~~~\n",
  "* a\n\n  b\n\n\n      code in item\n",
  "10^6^ and m^2^ of H~2~O, x^n\\ +\\ 1^, ~~H~2~O, gone~~, **2^nd^**, a^[note]^b^, x^i~j~^ and [10^6^](/x)",
  "2^10 is more than 2^9, ~10 minutes ~20, a^ b^, ^^, ~~~x~, 5^**2**^, \\^x^ \\~x~",
  "",
  "\n",
  "   ",
];

const words = fc.constantFrom(
  ..."a,be,See,2026,C++,F#,don’t,snake_case,__init__,*,**,_,~~,~,`,``,\\,\\\\,<,>,<b>,</div>,{x},{{y}},&,&amp;,&nbsp;,|,!,^,#,-,+,=,1.,2),:,[,],(,),[x],[^1],[^9],](,![,$,@,日本,שלום,é,👍,http://x.y/z,a*b*c,x_y_,&#39;,&#x1F600;,&hellip;,<br>,<!-- x -->,```,مرحبا,日本語**太字**です,👩🏽‍💻,e\u0301,\u200b,\u00ad,$x_1$,:tada:".split(
    ",",
  ),
);
const safe = fc.constantFrom("alpha", "beta", "gamma", "Ω", "two words", "it’s", "שלום", "x < y", "100 %");
const line = fc
  .array(fc.oneof({ weight: 3, arbitrary: safe }, words), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(" "));
const room = fc.constantFrom("", " ", "  ");
const href = fc.constantFrom(
  "/x",
  "https://example.com/?a=1&b=2",
  "mailto:a@b.example",
  "<a b>",
  "/p(1)",
  "#part",
  "<x)y>",
  "/ä/日本?q=שלום",
  "/a\\)b",
  "/?a&amp;b",
  "",
);

const span: Arbitrary<string> = fc.letrec<{ span: string }>((tie) => ({
  span: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    line,
    safe.map((text) => `\`${text}\``),
    safe.map((text) => `\`\`a\`${text}\`\``),
    tie("span").map((text) => `**${text}**`),
    tie("span").map((text) => `*${text}*`),
    tie("span").map((text) => `_${text}_`),
    tie("span").map((text) => `~~${text}~~`),
    fc.tuple(safe, fc.constantFrom("^", "~"), fc.oneof(safe, words)).map(([a, sign, b]) => `${a}${sign}${b}${sign}`),
    fc.tuple(safe, tie("span")).map(([before, text]) => `${before}**${text}**`),
    fc.tuple(tie("span"), href).map(([text, to]) => `[${text}](${to})`),
    fc.tuple(safe, href).map(([text, to]) => `[${text}](${to} "T ${text}")`),
    safe.map((text) => `![${text}](/media/${text.length}.svg)`),
    fc.tuple(tie("span"), tie("span"), fc.constantFrom(" ", "", "\n", "  \n", "\\\n")).map(([a, b, by]) => a + by + b),
    fc.tuple(safe, href).map(([text, to]) => `[${text}](${to} 'it “${text}”')`),
    fc.tuple(safe, tie("span"), safe).map(([before, text, after]) => `${before}*${text}*${after}`),
    fc.constantFrom(
      "[^1]",
      "[^2]",
      "^[aside]",
      "^[aside ^[inner] and [^2]]",
      "[ref]",
      "[word][ref]",
      "[REF][]",
      "\\*",
      "\\_x\\_",
      "<https://example.com>",
    ),
    fc.constantFrom(
      "![x][ref]",
      "[![p](/media/p.svg)](/x)",
      "<m@x.example>",
      "`` ` ``",
      "`a|b`",
      "https://example.com/a_b_c",
    ),
  ),
})).span;

const cell = span.map((text) => text.replaceAll("\n", " ").replaceAll("|", "\\|"));
const table = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 0, max: 3 }),
    fc.infiniteStream(cell),
    fc.constantFrom("-", ":-", "-:", ":-:"),
  )
  .map(([width, height, cells, rule]) => {
    const row = () => `| ${Array.from({ length: width }, () => String(cells.next().value)).join(" | ")} |`;
    return [row(), `|${` ${rule} |`.repeat(width)}`, ...Array.from({ length: height }, row)].join("\n");
  });

const block: Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    span,
    span,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), span)
      .map(([level, text]) => `${"#".repeat(level)} ${text.replaceAll("\n", " ")}`),
    fc.tuple(span, fc.constantFrom("===", "---")).map(([text, rule]) => `${text}\n${rule}`),
    fc
      .tuple(line, fc.constantFrom("", "js", "sql x=1", "c++"))
      .map(([text, info]) => `\`\`\`${info}\n${text}\n\n  ${text}\n\`\`\``),
    fc
      .tuple(line, fc.constantFrom("~~~", "````", "~~~~~"))
      .map(([text, fence]) => `${fence} md\n\`\`\`js\n${text}\n\`\`\`\n${fence}`),
    line.map((text) => `    ${text}`),
    line.map((text) => `\t${text}\n\n\t\t${text}`),
    line.map((text) => `<div class="x">\n${text}\n</div>`),
    span.map((text) => `- [ ] ${text.replaceAll("\n", " ")}\n- [x] done`),
    fc.tuple(span, span).map(([a, b]) => `-\t${a.replaceAll("\n", " ")}\n\t- ${b.replaceAll("\n", " ")}`),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), safe)
      .map(([level, text]) => `${"#".repeat(level)} ${text} ${"#".repeat(level)}`),
    table,
    fc.constantFrom("---", "***", "_ _ _"),
    fc
      .tuple(safe, safe, fc.constantFrom("", "{.wide}", "{.small}", "{.huge}", "\\{.wide}", " {.wide}"))
      .map(([alt, caption, width]) => `![${alt}](/media/x.svg "${caption}")${width}`),
    fc
      .tuple(safe, fc.constantFrom("https://youtu.be/dQw4w9WgXcQ", "https://vimeo.com/76979871/ab_c?x=1&y=2"))
      .map(([title, video]) => `[${title}](${video})`),
    fc.constant("<https://www.youtube.com/watch?v=dQw4w9WgXcQ>"),
    tie("blocks").map((text) => indent(text, "> ", "> ")),
    fc.tuple(line, tie("blocks")).map(([title, text]) => indent(`[!note] ${title}\n${text}`, "> ", "> ")),
    tie("blocks").map((text) => indent(`[!pull]\n${text}`, "> ", "> ")),
    fc
      .tuple(
        fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }),
        fc.constantFrom("- ", "* ", "1. ", "7) ", "-   "),
        fc.boolean(),
      )
      .map(([items, mark, isTight]) =>
        items.map((item) => indent(item, mark, " ".repeat(mark.length))).join(isTight ? "\n" : "\n\n"),
      ),
  ),
  blocks: fc
    .array(tie("block"), { minLength: 1, maxLength: 2 })
    .chain((blocks) => fc.constantFrom("\n", "\n\n").map((by) => blocks.join(by))),
})).block;

/** An article of a few blocks, with footnotes and addresses that its links name. */
export const articleSource: Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(block, fc.constantFrom("\n", "\n\n", "\n\n\n", "\n \n")), { minLength: 1, maxLength: 5 }),
    span,
    room,
  )
  .map(
    ([blocks, note, end]) =>
      `${blocks.flat().join("")}\n\n[^1]: ${note.replaceAll("\n", " ")}\n\n[^2]: Two\n\n    more\n\n[ref]: /reference "Title"\n${end}`,
  );

function indent(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, at) => (at === 0 ? first : others) + line)
    .join("\n");
}
