import { expect, test } from "vitest";
import { articleVectors, everything } from "#tests/article-vectors.ts";
import { listShapes } from "#tests/list-shapes.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";

test("hostile Markdown is made of the same as any other, wherever it stands", () => {
  const places: ((text: string) => string)[] = [
    (text) => text,
    (text) => `# ${text}`,
    (text) => `> ${text}`,
    (text) => `> [!note] ${text}\n> ${text}`,
    (text) => `> [!pull]\n> ${text}`,
    (text) => `- ${text}\n  - ${text}`,
    (text) => `| ${text} | b |\n| :-- | --: |\n| ${text} | ${text} |`,
    (text) => `A[^1]\n\n[^1]: ${text}`,
    (text) => `![${text}](/media/x.svg "${text}")`,
    (text) => `[${text}](/x "${text}")`,
    (text) => `\`\`\`${text}\n${text}\n\`\`\``,
    (text) => `\`\`\`html\n${text}\n\`\`\``,
  ];
  const shapes = new Set(listShapes(renderMarkdown(everything).html));
  for (const place of places)
    for (const vector of articleVectors) {
      const { html } = renderMarkdown(place(vector));
      const added = listShapes(html).filter((shape) => !shapes.has(shape));
      expect(added, place(vector)).toEqual([]);
    }
});

test("the detector finds what would run", () => {
  for (const vector of xssVectors.slice(0, 80))
    if (vector.startsWith("<") && !vector.startsWith("<!DOCTYPE"))
      expect(findLiveMarkup(vector), vector).not.toEqual([]);
});

test("headings get ids, go no level too deep, and those of the second level make the contents", () => {
  const { html, contents } = renderMarkdown(
    "# One\n\n#### Deep\n\n## One\n\n## Ünïcode & “more”\n\n## Footer\n\n##  \n",
  );
  expect(html).toContain('<h2 id="one">One</h2>');
  expect(html).toContain('<h3 id="deep">Deep</h3>');
  expect(contents).toEqual([
    { id: "one", text: "One" },
    { id: "one-2", text: "One" },
    { id: "unicode-more", text: "Ünïcode & “more”" },
    { id: "section-footer", text: "Footer" },
    { id: "section", text: "" },
  ]);
});

test("superscript and subscript are written as such, and without marks never become a plain number", () => {
  const { html, contents } = renderMarkdown(
    "## About 10^6^ m^2^ of H~2~O\n\nThe 2^nd^, x^n\\ +\\ 1^, ~~H~2~O~~, ~~CO~2~~~, x^a~b~^, **4^th^**.\n\n" +
      "2^10 is more than 2^9, ~10 to ~20, ~~gone~~, \\^no^, ^^, a^[note]^1^, `x^2^`, 2^3\n",
  );
  expect(contents).toEqual([{ id: "about-106-m2-of-h2o", text: "About 10⁶ m² of H₂O" }]);
  expect(html).toContain(">About 10<sup>6</sup> m<sup>2</sup> of H<sub>2</sub>O</h2>");
  expect(html).toContain(
    "The 2<sup>nd</sup>, x<sup>n + 1</sup>, <s>H<sub>2</sub>O</s>, <s>CO<sub>2</sub></s>, x<sup>a<sub>b</sub></sup>, <strong>4<sup>th</sup></strong>.",
  );
  expect(html).toContain("<p>2^10 is more than 2^9, ~10 to ~20, <s>gone</s>, ^no^, ^^, a<sup><a href=");
  expect(html).toContain("</sup><sup>1</sup>, <code>x^2^</code>, 2^3</p>");
});

test("notes and pull quotes are blocks of their own, other quotes stay quotes", () => {
  const { html } = renderMarkdown(
    "> [!note] Try this\n> First.\n>\n> Second.\n\n> [!pull]\n> Short.\n\n> [!other]\n> Quoted.",
  );
  expect(html).toContain(
    '<div class="note" role="note"><p class="note-title">Try this</p>\n<p>First.</p>\n<p>Second.</p>\n</div>',
  );
  expect(html).toContain('<div class="pull">\n<p>Short.</p>\n</div>');
  expect(html).toContain("<blockquote>\n<p>[!other]\nQuoted.</p>\n</blockquote>");
});

test("a table scrolls in a frame with a name, and keeps its alignment without a style attribute", () => {
  const { html } = renderMarkdown("## Costs\n\n| a | b | c | d |\n| :-- | --: | :-: | - |\n| 1 | 2 | 3 | 4 |");
  expect(html).toContain('<section class="table-frame" aria-label="Table 1: Costs" tabindex="0"><table class="wide">');
  expect(html).toContain('<th scope="col" class="right">b</th>');
  expect(html).toContain('<td class="center">3</td>');
  expect(html).not.toContain("style=");
});

test("code is highlighted in the languages that are known, and plain in others", () => {
  const { html } = renderMarkdown("```sql\nSELECT 1\n```\n\n```cobol\nMOVE <A> TO B\n```\n\n```__proto__\nx\n```");
  expect(html).toContain('aria-label="Code: SQL" tabindex="0"><code><span class="hljs-keyword">SELECT</span>');
  expect(html).toContain('aria-label="Code" tabindex="0"><code>MOVE &lt;A&gt; TO B');
});

test("links out of the site give no hold of this one; pictures come from this site alone", () => {
  const { html } = renderMarkdown(
    "[a](https://www.iso.org/) [b](/gcc) ![c](https://x.example/c.png) ![d](//x.example/d.png)",
  );
  expect(html).toBe(
    '<p><a href="https://www.iso.org/" rel="noopener">a</a> <a href="/gcc">b</a> c ![d](//x.example/d.png)</p>\n',
  );
});

test("a link to a PDF of the library is known as a download", () => {
  expect(
    renderMarkdown("[a](/media/library/x/guide.pdf) [b](/media/x.png) [c](https://x.example/media/d.pdf)").html,
  ).toBe(
    '<p><a href="/media/library/x/guide.pdf" download>a</a> <a href="/media/x.png">b</a> <a href="https://x.example/media/d.pdf" rel="noopener">c</a></p>\n',
  );
});

test("a picture with a dark variant shows it in the dark theme, one without stays as it is", () => {
  const size = { width: 600, height: 400 };
  const sizes = new Map(["/media/a.svg", "/media/a-dark.svg", "/media/b.svg"].map((key) => [key, size]));
  const { html } = renderMarkdown('![A](/media/a.svg "Caption")\n\n![B](/media/b.svg)', sizes);
  expect(html).toContain(
    '<figure><picture><source media="(prefers-color-scheme:dark)" srcset="/media/a-dark.svg"><img src="/media/a.svg" alt="A" width="600" height="400" loading="lazy" decoding="async"></picture><figcaption>',
  );
  expect(html).toContain('<figure><img src="/media/b.svg" alt="B"');
});

test("footnotes lead there and back, also when mentioned twice", () => {
  const { html } = renderMarkdown("A[^x] and B[^x].\n\n[^x]: Said.");
  const ids = [...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual(["fn-1", "fnref-1", "fnref-1-2", "notes"]);
  for (const target of targets) expect(ids).toContain(target);
});

test("notes inside of notes have numbers and texts of their own", () => {
  const { html } = renderMarkdown("A^[Outer ^[inner] and [^x]], B[^x], C^[last].\n\n[^x]: Said.");
  const ids = [...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  const notes = [...html.matchAll(/<li id="fn-\d">([^]*?)<\/li>/g)].map(([, note = ""]) =>
    note.replaceAll(/<[^>]*>/g, ""),
  );
  expect(notes.map((note) => note.replaceAll("\u21A9\uFE0E", "").replaceAll(/\s+/g, " ").trim())).toEqual([
    "Outer 2 and 3",
    "inner",
    "Said.",
    "last",
  ]);
});

test("a picture alone in its paragraph says how wide it stands; escaped, or beside words, the sign is text", () => {
  const library = { width: 900, height: 600, file: "/media/a-480.webp", srcset: "/media/a-480.webp 480w" };
  const render = (source: string) => renderMarkdown(source, new Map([["/media/a.webp", library]])).html;
  expect(render('![A](/media/a.webp "Caption"){.wide}')).toMatch(
    /^<figure class="wide"><img [^>]*sizes="\(min-width: 51rem\) 48rem, 100vw".*<figcaption>Caption<\/figcaption>/,
  );
  expect(render("![A](/media/a.webp){.small}")).toContain('<figure class="small">');
  expect(renderMarkdown("![A](/media/a.webp){.wide}").words).toBe(0);
  for (const source of [
    "![A](/a){.huge}",
    "![A](/a)\\{.wide}",
    "![A](/a)&#123;.wide}",
    "![A](/a){.wide} x",
    "x {.wide}",
  ])
    expect(render(source), source).not.toContain("<figure");
});

test("a video is a link until its player is asked for, and only of hosts that are listed", () => {
  const film = "dQw4w9WgXcQ";
  expect(renderMarkdown(`[Our *talk*](https://youtu.be/${film})`).html).not.toContain("data-player");
  expect(renderMarkdown(`[Our talk](https://youtu.be/${film}?t=3)`).html).toBe(
    `<p class="embed"><a href="https://youtu.be/${film}?t=3" rel="noopener" data-player="https://www.youtube-nocookie.com/embed/${film}?autoplay=1"><b>Our talk</b> <span>Plays from YouTube</span></a></p>\n`,
  );
  expect(renderMarkdown(`<https://vimeo.com/76979871>`).html).toContain(
    'data-player="https://player.vimeo.com/video/76979871?autoplay=1&amp;dnt=1"',
  );
  for (const source of [
    `See [it](https://youtu.be/${film}).`,
    `- [it](https://youtu.be/${film})\n\n- b`,
    `> [it](https://youtu.be/${film})`,
    `A[^1]\n\n[^1]: [it](https://youtu.be/${film})`,
    `A^[[it](https://youtu.be/${film})]`,
    `[it](https://youtu.be.example/${film})`,
    `[it](https://example.com/https://youtu.be/${film})`,
    `[it](http://youtu.be/${film})`,
    `[it](https://www.youtube.com/watch?v=${film}x)`,
    `[it](https://www.youtube.com/@somebody)`,
    `[it](https://youtu.be@example.com/${film})`,
  ])
    expect(renderMarkdown(source).html, source).not.toContain("data-player");
});

test("words are counted as a reader meets them", () => {
  expect(renderMarkdown("One two-fold **three**. Don’t `four`.")).toMatchObject({ words: 5, minutes: 1 });
  expect(renderMarkdown("word ".repeat(441)).minutes).toBe(3);
});
