/** Words of Markdown of other systems stay, or are named as losses, however much they look like an extension. */
import { expect, test } from "vitest";
import { describeLoss } from "#shared/insights/losses.ts";
import { readForeignMarkdown } from "./read-foreign-markdown.ts";

type Case = readonly [name: string, source: string, markdown: string, ...losses: string[]];

const tags: readonly Case[] = [
  ["an end of no start", "That was great </irony> and over.\n", "That was great \\</irony> and over.\n"],
  [
    "a start and an end of no HTML",
    "<irony>Great</irony>, he says. </rant>\n",
    "Great, he says. \\</rant>\n",
    "the tag <irony>, of which the text is kept",
  ],
  [
    "words of a component",
    '<Card title="My title">Text</Card>, <Chart of={1} />\n',
    "Text,\n",
    'the tag <Card title="My title">, of which the text is kept',
    "the tag <Chart of={1} />, of which the text is kept",
  ],
  ["types of code", "f<K extends keyof T=any>(x: K)\n", "f\\<K extends keyof T=any>(x: K)\n"],
  ["a sum like a tag", "if a<b and c=d> e\n", "if a\\<b and c=d> e\n"],
  ["a sign like an empty tag", "He said <shrug/> and left.\n", "He said \\<shrug/> and left.\n"],
  [
    "code for servers inside a line",
    "So <?php echo 1; ?>, <![CDATA[words]]>, <!ELEMENT x> end\n",
    "So \\<?php echo 1; ?>, \\<!\\[CDATA\\[words\\]\\]>, \\<!ELEMENT x> end\n",
  ],
  [
    "code for servers as a block",
    "<?php\necho 1;\n?>\n\n<!DOCTYPE html>\n\n<div><?= $x ?> Text</div>\n",
    "Text\n",
    "the code <?php echo 1; ?>",
    "the code <!DOCTYPE html>",
    "the code <?= $x ?>",
  ],
  ["code for servers without an end", "<?php\na\n\nb\n", "\\<?php a b\n"],
  ["character data", "<![CDATA[\na\n\nb]]>\n", "\\<!\\[CDATA\\[ a b\\]\\]>\n"],
  ["a comment without an end", "a\n\n<!-- b\n\nc\n", "a\n\n\\<!-- b c\n"],
  ["a comment with a tag at its end", "a <!-- <x --> b\n", "a b\n"],
  ["comments that are empty", "a <!--> b <!---> c\n", "a b c\n"],
  ["what follows a comment of several blocks", "<div>\n<!--\n\na\n\n-->\nb\n</div>\n", "\\<!--\n\na\n\n--> b\n"],
  [
    "what follows a frame without an end",
    '<iframe src="https://a.example/" />\n\nText\n\n<script src="x">\n\nMore\n',
    "Text\n\nMore\n",
    "1 embedded page (a.example)",
    "1 script",
  ],
  [
    "signs in a block",
    "<div>\n<irony> a </rant> <https://a.example>\n</div>\n",
    "\\<irony> a \\</rant> \\<https://a.example>\n",
  ],
  [
    "drawings and formulas",
    '<svg width="1"><g><path d="M0"/></g></svg> <math><mi>x</mi><mspace/><mo>=</mo><mn>2</mn></math>\n',
    "x=2\n",
    "1 formula, kept as plain text (x=2)",
    "1 drawing",
  ],
  [
    "names of files and options",
    "mv <source> <target> <option> <col> <td>\n\n<track> by <caption>, <img> at x <p and q> y, <input file> <br or not>\n",
    "mv \\<source> \\<target> \\<option> \\<col> \\<td>\n\n\\<track> by \\<caption>, \\<img> at x \\<p and q> y, \\<input file> \\<br or not>\n",
  ],
  [
    "tags without an end of their own",
    "<table border=1>\n<caption>T\n<col><tr><td nowrap>a<td width=9>b\n</table>\n\n<ul><li>c<li>d</ul>\n\n<div hidden data-x>e</div>f<br />g\n",
    "T\n\n| a | b |\n| --- | --- |\n\n- c\n- d\n\nf\\\ng\n",
    "1 hidden text (e)",
  ],
  [
    "signs of sums in a block",
    '<details>\n<summary>Rule</summary>\nUse it if n <max and </3 it <img alt="pays".\n</details>\n\n<div title="a < b">\nIf x <y then <p title="c it is.\n\nNext *words*.\n</div>\n',
    '**Rule**\n\nUse it if n \\<max and \\</3 it \\<img alt="pays".\n\nIf x \\<y then \\<p title="c it is.\n\nNext *words*.\n',
    "1 part that folds out, it is always open (Rule)",
  ],
  [
    "all of HTML",
    "<abbr>a</abbr> <kbd>b</kbd> <bdi>c</bdi> <time>d</time>\n\n<p>e<o:p></o:p></p>\n",
    "a `b` c d\n\ne\n",
  ],
];

const formulas: readonly Case[] = [
  [
    "brackets that were escaped",
    "He wrote \\[sic\\], see \\[1\\], \\[snake\\_case\\], \\[n=1\\] and \\(see p. 3\\). \\[a\\](b)\n",
    "He wrote \\[sic\\], see \\[1\\], \\[snake_case\\], \\[n=1\\] and (see p. 3). \\[a\\](b)\n",
  ],
  [
    "formulas between brackets",
    "It is \\(a\\), \\(x = 1\\) and \\[\\frac{a}{b}\\].\n\n\\[\nx < y\n\\]\n",
    "It is \\\\(a\\\\), \\\\(x = 1\\\\) and \\\\\\[\\frac{a}{b}\\\\\\].\n\n\\\\\\[ x < y \\\\\\]\n",
    "1 formula, kept as plain text (a)",
    "1 formula, kept as plain text (x = 1)",
    "1 formula, kept as plain text (\\frac{a}{b})",
    "1 formula, kept as plain text (x < y)",
  ],
  ["a formula that is read again", "\\\\\\[x^{2}\\\\\\]\n", "\\\\\\[x^{2}\\\\\\]\n"],
  [
    "a link between prices",
    "It costs 10$/month ([prices](https://a.example/?plan=1)), not 20$. ($5, [b](/c_d)) or 9$\n",
    "It costs 10$/month ([prices](https://a.example/?plan=1)), not 20$. ($5, [b](/c_d)) or 9$\n",
  ],
  ["code between dollars", "Pay $5 for `a=$b` or $$ `c_d` $$\n", "Pay $5 for `a=$b` or $$ `c_d` $$\n"],
  [
    "formulas right behind a word",
    "CO$_2$ and R$^2$ at 10$ and 20$, US$5 and US$6, 5$_ or 10$. x$^{a b}$\n",
    "CO$\\_2$ and R$^2$ at 10$ and 20$, US$5 and US$6, 5$\\_ or 10$. x$^{a b}$\n",
    "1 formula, kept as plain text (_2)",
    "1 formula, kept as plain text (^2)",
    "1 formula, kept as plain text (^{a b})",
  ],
  ["a formula beside Chinese", "设$x_1$为\n", "设$x_1$为\n", "1 formula, kept as plain text (x_1)"],
];

const boxes: readonly Case[] = [
  [
    "boxes of as many colons inside each other",
    "::: {.note}\nA\n::: {.tip}\nb\n:::\nc\n:::\nd\n",
    "> [!note] Note\n> A\n>\n> > [!note] Tip\n> > b\n>\n> c\n\nd\n",
  ],
  [
    "boxes of fewer and of more colons inside each other",
    ":::: note\nA\n::: tip\nb\n:::\n::::\n\n::: note\nC\n:::: tip\nd\n::::\n:::\nE\n",
    "> [!note] Note\n> A\n>\n> > [!note] Tip\n> > b\n\n> [!note] Note\n> C\n>\n> > [!note] Tip\n> > d\n\nE\n",
  ],
  [
    "boxes around code with colons",
    ":::note\n\n```\n:::\n```\n\n- ~~~\n  :::\n  ~~~\n:::\n\nEnd\n",
    "> [!note] Note\n>\n> ```\n> :::\n> ```\n>\n> - ```\n>   :::\n>   ```\n\nEnd\n",
  ],
  [
    "a box with code without an end",
    "::: note\n```\na\n:::\n\nText\n",
    "> [!note] Note\n>\n> ```\n> a\n> ```\n\nText\n",
  ],
  [
    "a box of a list without an end",
    "::: note\n- a\n  ::: tip\n  b\n:::\nEnd\n",
    "> [!note] Note\n>\n> - a\n>   > [!note] Tip\n>   > b\n\nEnd\n",
  ],
  [
    "a box of a quote",
    "> ::: tip\n> a\n> ::: note\n> b\n> :::\n> :::\n\nc\n",
    "> > [!note] Tip\n> > a\n> >\n> > > [!note] Note\n> > > b\n\nc\n",
  ],
  [
    "a box without a name in a box",
    "::: note\n::: {#own}\na\n:::\nb\n:::\nc\n",
    "> [!note] Note\n> a\n>\n> b\n\nc\n",
    "the box “::: {#own}”, of which the text is kept",
  ],
  [
    "titles with brackets",
    ":::tip[Arrays [] and more]{.a}\nx\n:::\n\n::: note 50 % of a}\ny\n:::\n\n:::tip[A] or b\nz\n:::\n",
    "> [!note] Arrays [] and more\n> x\n\n> [!note] 50 % of a}\n> y\n\n> [!note] [A] or b\n> z\n",
  ],
  [
    "boxes of MyST inside each other",
    "````{tip}\n```{warning}\na\n```\nb\n````\n",
    "> [!note] Tip\n>\n> > [!note] Warning\n> > a\n>\n> b\n",
  ],
];

const templates: readonly Case[] = [
  [
    "code with placeholders in lists, in lines and in quotes",
    "1. a\n\n    ```yaml\n    b: ${{ c }}\n    ```\n\n2. `{{ d }}` e {{ f }}\n\n> ```\n> {{ g }}\n\n{{ h }} `i\n",
    "1. a\n   ```yaml\n   b: ${{ c }}\n   ```\n2. `{{ d }}` e\n\n> ```\n> {{ g }}\n> ```\n\n\\`i\n",
    "the placeholder {{ f }}",
    "the placeholder {{ h }}",
  ],
  [
    "a box of Hugo in a list and in a quote",
    '1. a\n\n    {{% notice tip "B" %}}\n    Text **c**\n    {{% /notice %}}\n\n2. d\n\n> {{< note >}}\n> e\n> {{< /note >}}\n',
    "1. a\n   > [!note] B\n   > Text **c**\n2. d\n\n> > [!note] Note\n> > e\n",
  ],
  [
    "hidden text",
    "a {% comment %}b `c`{% endcomment %} d {{% comment %}}e{{% /comment %}} f\n",
    "a d f\n",
    "1 hidden text (b `c`)",
    "1 hidden text (e)",
  ],
  [
    "raw text around code",
    "{% raw %}\n```\n{{ a }}\n```\n{{ b }}\n{% endraw %} {{ c }}\n",
    "```\n{{ a }}\n```\n\n{{ b }}\n",
    "the placeholder {{ c }}",
  ],
  [
    "highlighted code with commands and signs of code in it",
    "{% highlight html %}\n{% raw %}{{ a }} ```{% endraw %}\n{% endhighlight %}\n\n- b\n\n  {{< highlight js >}}\n  {{ c }} = `d`;\n  {{< /highlight >}}\n",
    "````html\n{{ a }} ```\n````\n\n- b\n  ```js\n  {{ c }} = `d`;\n  ```\n",
  ],
  ["code behind a backslash", "\\\\`{{ a }}` \\`{{ b }}`\n", "\\\\`{{ a }}` \\`\\`\n", "the placeholder {{ b }}"],
  ["elements of code", "<pre>{{ a }}</pre>\n\n<code>{% b %}</code>\n", "```\n{{ a }}\n```\n\n`{% b %}`\n"],
];

const signs: readonly Case[] = [
  [
    "emphasis that begins with a bracket",
    "*[Update]: It starts later.*\n\n*[Note]: a* and b\n",
    "*\\[Update\\]: It starts later.*\n\n*\\[Note\\]: a* and b\n",
  ],
  [
    "an abbreviation with a star",
    "*[CSS]: a*b of styles\n\nCSS\n",
    "CSS\n",
    "1 explanation of an abbreviation (CSS: a*b of styles)",
  ],
  ["signs of equality", "if a==b and c==1, then x==1\n", "if a==b and c==1, then x==1\n"],
  ["a mark beside Chinese", "这是==重要==的\n", "这是重要的\n", "1 marked text, kept without the colour"],
  [
    "cells past the head of a table",
    "> | a | b |\n> |---|---|\n> | 1 | 2 | lost\\|c |\n> | 3 |\n\n```{note}\n\n|a|\n|-|\n|1|gone|  |\n```\n",
    "> | a | b |\n> | --- | --- |\n> | 1 | 2 |\n> | 3 |  |\n\n> [!note] Note\n>\n> | a |\n> | --- |\n> | 1 |\n",
    "a cell of a table without a head: lost\\|c",
    "a cell of a table without a head: gone",
  ],
];

test.each([...tags, ...formulas, ...boxes, ...templates, ...signs])(
  "%s: no word goes in silence",
  (_name, source, markdown, ...losses) => {
    const found = readForeignMarkdown(source);
    expect(found.markdown).toBe(markdown);
    expect(found.losses.map(describeLoss)).toEqual(losses);
  },
);

test("of boxes in each other without end no word goes", () => {
  for (const depth of [9, 120])
    for (const ends of ["", ":::\n".repeat(depth)]) {
      const { markdown } = readForeignMarkdown(`${"::: tip A\n".repeat(depth)}Word\n${ends}End\n`);
      expect(markdown.match(/\bA\b/g)).toHaveLength(depth);
      expect(markdown).toMatch(/\bWord\b[^]*\bEnd\b/);
    }
});

test.each([
  ["quotes", `${">".repeat(120)} Word`],
  ["lists", `${"- ".repeat(60)}Word`],
  ["lists in quotes", `${"> - ".repeat(60)}Word\n\nEnd`],
])("of %s deeper than anybody reads them no word goes, and it is said", (_name, source) => {
  const { markdown, losses } = readForeignMarkdown(source);
  expect(markdown).toContain("Word");
  expect(losses.map(describeLoss).join()).toContain("nested too deep, its text is kept, less deep");
});

test("a box goes on behind code in it, however its signs are mixed, and not behind an item with code without an end", () => {
  const mixed = "::: tip a\n::: note\n`````\nx\n:::\n```\n:::\n```\ny\n:::\nend\n";
  expect(readForeignMarkdown(mixed).markdown).toMatch(/^> ```\n> :::\n> ```\n>\n> y\n\nend$/m);
  const item = "::: note\n- ```\n  code\n- b\n:::\n\nText\n\n```\nx\n```\n";
  expect(readForeignMarkdown(item).markdown).toMatch(/^Text\n\n```\nx\n```$/m);
});
