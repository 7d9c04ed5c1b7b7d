import { EditorState } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { describeLoss, type Loss, Losses, type LossKind } from "#shared/insights/losses.ts";
import { createArticleFile } from "#app/writing-kit/editor/markdown/article-file.ts";
import { readPastedMarkdown } from "#app/writing-kit/editor/plugins/paste-markdown.ts";
import { articleSchema } from "#app/writing-kit/editor/schema/article-schema.ts";
import { htmlToMarkdown } from "#app/staff/imports/read/text/html-to-markdown.ts";
import { readForeignMarkdown } from "./read-foreign-markdown.ts";

const extensions: readonly [name: string, source: string, markdown: string, losses: readonly LossKind[]][] = [
  ["tasks", "- [x] Sent\n- [ ] Paid\n", "- ☑ Sent\n- ☐ Paid\n", ["checkMarks"]],
  ["terms", "Port\n: Where ships lie\n", "**Port**\n\nWhere ships lie\n", ["definitionLists"]],
  ["a box of VuePress", "::: tip Try it\nText\n:::\n", "> [!note] Try it\n> Text\n", []],
  ["a box of Docusaurus", ":::danger[Mind]\n- a\n:::\n", "> [!note] Mind\n>\n> - a\n", []],
  ["a box of Quarto", '::: {.callout-note title="Look"}\nText\n:::\n', "> [!note] Look\n> Text\n", []],
  [
    "a box of MkDocs",
    '!!! warning "Hot"\n    Text\n\n    More\n\nAfter\n',
    "> [!note] Hot\n> Text\n>\n> More\n\nAfter\n",
    [],
  ],
  [
    "words behind signs of boxes",
    "!!! important news today\n\n??? really, you think so\n",
    "!!! important news today\n\n??? really, you think so\n",
    [],
  ],
  ["a box that stands aside", '!!! note inline end "My title"\n    Text\n', "> [!note] My title\n> Text\n", []],
  ["a box of a name of its own", '??? pied "Piper"\n    Text\n', "> [!note] Piper\n> Text\n", []],
  ["a box of MyST", "```{note}\n*Text*\n```\n", "> [!note] Note\n> *Text*\n", []],
  ["a box of Obsidian", "> [!info]- Fold\n> Text\n", "> [!note] Fold\n> Text\n", []],
  ["a box of Hugo", "{{< notice tip >}}\nText\n{{< /notice >}}\n", "> [!note] Tip\n> Text\n", []],
  [
    "a box of Hugo with a title",
    '{{% notice "tip" "Try it" %}}\nText\n{{% /notice %}}\n\n{{< note "a = b" >}}\nText\n{{< /note >}}\n',
    "> [!note] Try it\n> Text\n\n> [!note] a = b\n> Text\n",
    [],
  ],
  [
    "boxes of Hugo without an end",
    '{{< note "Mind the gap" >}}\n\nText\n\n{{< tip />}}\n\n```\n{{< /note >}}\n```\n\n{{< tip >}}\nMore\n{{< /tip >}}\n\nEnd\n',
    "Text\n\n```\n{{< /note >}}\n```\n\n> [!note] Tip\n> More\n\nEnd\n",
    ["other"],
  ],
  ["a box with a title like a sum", "::: tip a = b {c}\nText\n:::\n", "> [!note] a = b {c}\n> Text\n", []],
  ["another box with a title", "::: spoiler My <title>\nText\n:::\n", "**My \\<title>**\n\nText\n", ["other"]],
  ["another box", "::: columns\nText\n:::\n", "Text\n", ["other"]],
  ["attributes", "## Part {#own .wide}\n\n[a](/x){rel=me} b\n{: .lead}\n", "## Part\n\n[a](/x) b\n", ["attributes"]],
  ["marked text", "==yes== :tada: 12:30:45\n", "yes :tada: 12:30:45\n", ["emojiNames", "highlights"]],
  ["explained words", "HTML is old.\n\n*[HTML]: Language of pages\n", "HTML is old.\n", ["abbreviations"]],
  [
    "formulas",
    "$a_1 * b_1 * c$, $5 to 10$\n\n$$\nx\n- y\n$$\n",
    "$a_1 \\* b_1 \\* c$, $5 to 10$\n\n$$\\\nx\\\n\\- y\\\n$$\n",
    ["formulas"],
  ],
  [
    "formulas in lists",
    "- $$\n  x\n\n  y\n  $$\n- $$\n  a\n- b\n\n  $$\n",
    "- $$\\\n  x\n\n  y\\\n  $$\n\n- $$ a\n\n- b\n\n  $$\n",
    ["formulas"],
  ],
  [
    "emphasis beside punctuation of Chinese, Japanese and Korean",
    "这是**（重要）**的，他说**“好。”**后*强调。*和a * b。彼は**「はい」**と~~（もう）~~言う。**'말'**이라고\n",
    "这&#26159;**（重要）**&#30340;，他&#35828;**“好。”**&#21518;*强调。*&#21644;a \\* b。彼&#12399;**「はい」**&#12392;~~（もう）~~&#35328;う。**'말'**&#51060;라고\n",
    [],
  ],
  [
    "signs like tags",
    "**b** Vec<T>, <your-name>, `<T>` and <Tab>y</Tab>\n\n<Foo x={1} />\n",
    "**b** Vec\\<T>, \\<your-name>, `<T>` and y\n",
    ["other"],
  ],
  [
    "names of several words like tags",
    "Dear <your name>, on <branch name>.<br>\nA <B>bold</b> word.\n\n<details open>\nText\n</details>\n",
    "Dear \\<your name>, on \\<branch name>.\\\nA **bold** word.\n\nText\n",
    [],
  ],
  ["notes that nothing mentions", "a[^1]\n\n[^1]: x\n\n[^2]: y\n", "a[^1]\n\ny\n\n[^1]: x\n", ["footnotes"]],
  [
    "words in brackets",
    "See [note], [x] and [re-read this].\n",
    "See \\[note\\], \\[x\\] and \\[re-read this\\].\n",
    [],
  ],
];

test.each(extensions)("%s become what they mean, or are named", (_name, source, markdown, kinds) => {
  const found = readForeignMarkdown(source);
  expect(found.markdown).toBe(markdown);
  expect([...new Set(found.losses.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
});

test("a box of Hugo without an end is named with the words that stand in it", () => {
  const { losses } = readForeignMarkdown('{{< note "Mind the gap" >}}\n\n{{< tip />}}\n\n{{< gallery "a" >}}\n');
  expect(losses.map(describeLoss)).toEqual(
    expect.arrayContaining([
      'the shortcode {{< note "Mind the gap" >}}',
      "the shortcode {{< tip / >}}",
      "the shortcode {{< gallery >}}",
    ]),
  );
});

function paste(text: string) {
  let found: readonly Loss[] = [];
  const slice = readPastedMarkdown(text, { state: EditorState.create({ schema: articleSchema }) }, (losses) => {
    found = losses;
  });
  const doc = slice && articleSchema.node("doc", null, slice.content);
  return doc && { markdown: createArticleFile(articleSchema).write(doc), losses: found.map(describeLoss) };
}

test("Markdown on the clipboard becomes what it means, and a formula stays as it was typed", () => {
  expect(paste("It is $x = \\frac{a_1}{b_2}$ in **all**, and $100.\r\n\r\n* a\r\n* b\r\n")).toEqual({
    markdown: "It is $x = \\frac{a_1}{b_2}$ in **all**, and $100.\n\n- a\n- b\n",
    losses: ["1 formula, kept as plain text (x = \\frac{a_1}{b_2})"],
  });
});

test("fields before Markdown on the clipboard are named", () => {
  expect(paste("---\ntitle: A\ntags:\n  - b\n---\n\n# Part\n")).toEqual({
    markdown: "## Part\n",
    losses: ["the fields before the text: title: A tags: - b"],
  });
  expect(paste("---\n\n*Part*\n\n---\n")).toEqual({ markdown: "---\n\n*Part*\n\n---\n", losses: [] });
});

test("plain text on the clipboard is no Markdown, whatever its signs", () => {
  for (const text of [
    "One\nTwo\n\nThree",
    "2 * 3 * 4 and snake_case_name",
    "[x] and [note]",
    "Dear all,\nsee https://example.com/x_y or README.md and\nwrite to mara@example.com",
    "One\nhttps://example.com/ä|b?q=„c“ and https://münchen.example\nmailto:jörg@example.com, http://example.com/%c3%a4\nwww.example.com/ä",
    "",
    ">".repeat(20_000),
  ])
    expect(paste(text)).toBeNull();
});

test("of emphasis beside punctuation only the letters at its signs are written as numbers", () => {
  const { markdown } = htmlToMarkdown("<p>这是<b>（重要）</b>的. The <b>end.</b>Then plain words, <i>so</i>.</p>", {
    losses: new Losses(),
  });
  expect(markdown).toBe("这&#26159;**（重要）**&#30340;. The **end.**&#84;hen plain words, *so*.\n");
});
