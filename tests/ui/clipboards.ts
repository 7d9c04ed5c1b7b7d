/** HTML as programs put it on the clipboard or into files, shortened, and what an article makes of it. */
import type { LossKind } from "#shared/insights/losses.ts";

interface Clipboard {
  from: string;
  html: string;
  markdown: string;
  losses?: readonly LossKind[];
}

const mark = (text: string) =>
  `<![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>${text}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>`;
const item = (list: string, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:${list}'>${mark(sign)}${text}<o:p></o:p></p>`;
const webItem = (level: number, id: number, text: string, tag = "ul", start = "") =>
  `<div class="ListContainerWrapper SCXW1"><${tag} role="list"${start}><li data-listid="${id}" data-aria-level="${level}" role="listitem" class="OutlineElement"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`;

export const clipboards: readonly Clipboard[] = [
  {
    from: "Word, whose names of Asian and Arabic weights are no weights",
    html: `<p class=MsoNormal>Notice: <b style='mso-bidi-font-weight:normal'>thirty days</b>, <i style='mso-bidi-font-style:normal'>not</i> <span style='mso-bidi-font-weight:bold'>more</span>, <b>bold <span style='font-weight:normal'>off</span> again</b>.<o:p></o:p></p>`,
    markdown: "Notice: **thirty days**, *not* more, **bold** off **again**.\n",
  },
  {
    from: "Word, with lists of several levels, kinds and starts",
    html: [
      item("l0 level1 lfo1", "3.", "Third"),
      item("l0 level2 lfo1", "a)", "Letter"),
      item("l0 level2 lfo1", "b)", "Other"),
      item("l0 level1 lfo1", "4.", "Fourth"),
      item("l1 level1 lfo2", "1.", "Another list"),
      item("l2 level1 lfo3", "·", "Bullet"),
      item("l2 level2 lfo3", "o", "Inner"),
    ].join(""),
    markdown: "3. Third\n   1. Letter\n   2. Other\n4. Fourth\n\n1) Another list\n\n- Bullet\n  - Inner\n",
    losses: ["listMarks"],
  },
  {
    from: "Word, with numbered and empty headings",
    html: `<h2 style='mso-list:l0 level1 lfo1'>${mark("1.")}Scope<o:p></o:p></h2><h2><b>All bold</b></h2><h2><o:p>&nbsp;</o:p></h2><h3><img src="file:///C:/x/clip_image001.png"></h3><p>After</p>`,
    markdown: "## Scope\n\n## All bold\n\nAfter\n",
    losses: ["headingNumbers", "pictures"],
  },
  {
    from: "mail of Outlook, which drops the names of lists",
    html: `<p class="m_1MsoListParagraph" style="margin-left:.5in;text-indent:-.25in"><span>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span>One</p><p class="m_1MsoListParagraph" style="margin-left:1.0in"><span>o<span style='font:7.0pt "Times New Roman"'>&nbsp;</span></span>Inner</p><p class="MsoNormal"><span style="font-family:Consolas">plain, as the mail is</span></p>`,
    markdown: "- One\n  - Inner\n\nplain, as the mail is\n",
  },
  {
    from: "Word, with footnotes and a comment",
    html: `<p class=MsoNormal>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><sup>[1]</sup></span></a> and one<a href="#_ftn2" name="_ftnref2">[2]</a><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[AB1]</a></span>.</p><div style='mso-element:footnote-list'><hr><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a> The source.</p></div><div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText><a href="#_ftnref2" name="_ftn2">[2]</a> Other.</p></div></div><div style='mso-element:comment-list'><div style='mso-element:comment'><p>Is it so?</p></div></div>`,
    markdown: "A claim[^1] and one[^2].\n\n[^1]: The source.\n\n[^2]: Other.\n",
    losses: ["comments"],
  },
  {
    from: "Google Docs, LibreOffice and Markdown pages, with footnotes",
    html: `<p>Docs<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup>, Office<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>, page<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup>.</p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a>&nbsp;One</p></div><div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>Two</p></div><section class="footnotes"><ol><li id="fn1"><p>Three <a href="#fnref1">↩︎</a></p></li></ol></section>`,
    markdown: "Docs[^1], Office[^2], page[^3].\n\n---\n\n[^1]: One\n\n[^2]: Two\n\n[^3]: Three\n",
  },
  {
    from: "Word on the web, whose items are a list each",
    html:
      webItem(1, 1, "One") +
      webItem(2, 1, "Below") +
      webItem(1, 1, "Two") +
      webItem(1, 2, "First", "ol", ' start="1"') +
      webItem(1, 2, "Second", "ol", ' start="2"'),
    markdown: "- One\n  - Below\n- Two\n\n1. First\n2. Second\n",
  },
  {
    from: "Google Docs",
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f"><h2 dir="ltr"><span style="font-weight:400">Plan</span></h2><p><span style="font-weight:700;color:#000000;white-space:pre-wrap">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic;font-family:'Courier New',monospace">slanted</span><span style="font-size:0.6em;vertical-align:super">2</span> <a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D">there</a></p><ul><li aria-level="1" role="checkbox" aria-checked="true"><p>Done</p></li><ul><li aria-level="2"><p>Deeper</p></li></ul></ul></b>`,
    markdown: "## Plan\n\n**Bold** and *slanted*^2^ [there](https://example.com/x)\n\n- ☑ Done\n  - Deeper\n",
    losses: ["checkMarks"],
  },
  {
    from: "Slack",
    html: `<div class="p-rich_text_section">Two <code data-stringify-type="code">things</code>:<img data-stringify-type="emoji" data-stringify-emoji=":tada:" alt="🎉" class="emoji" src="https://a.slack-edge.com/x.png"></div><ul data-indent="0"><li data-stringify-indent="0">One</li></ul><ul data-indent="1"><li data-stringify-indent="1">One below</li></ul><ul data-indent="0"><li>Two</li></ul><pre class="c-mrkdwn__pre">line 1<br>  line 2</pre>`,
    markdown: "Two `things`:🎉\n\n- One\n  - One below\n- Two\n\n```\nline 1\n  line 2\n```\n",
  },
  {
    from: "VS Code, with its indentation",
    html: `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, 'Courier New', monospace;white-space: pre;"><div><span style="color: #569cd6;">if</span><span> (a) {</span></div><div>&nbsp;&nbsp;<span style="font-weight:bold">b</span>();</div><br><div>}</div></div>`,
    markdown: "```\nif (a) {\n  b();\n\n}\n```\n",
  },
  {
    from: "JetBrains and assistants",
    html: `<pre style="font-family:'JetBrains Mono',monospace"><span style="color:#cf8e6d">def </span>f():<br>    return 1</pre><p><span style="font-family:Consolas">not code</span></p><pre class="x"><div>python<button>Copy code</button></div><div><code class="language-python"><span>a = 1</span>\n</code></div></pre><p><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></p>`,
    markdown: "```\ndef f():\n    return 1\n```\n\nnot code\n\n```python\na = 1\n```\n\nx^2\n",
    losses: ["formulas", "forms", "hidden"],
  },
  {
    from: "Notion, GitHub and Confluence",
    html: `<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Tested</span></li></ul><ul><li class="task-list-item"><input type="checkbox" disabled> Open</li></ul><div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Mind this.</p></div><div class="confluence-information-macro"><p class="title">Warning</p><div><p>And this.</p></div></div>`,
    markdown: "- ☑ Tested\n\n* ☐ Open\n\n> [!note] Note\n> Mind this.\n\n> [!note] Warning\n> And this.\n",
    losses: ["checkMarks"],
  },
  {
    from: "Excel, whose bold is in a sheet, with joined cells",
    html: `<html><head><style><!-- .xl65 {font-weight:700; mso-x:y;} td {padding:0} --></style></head><body><table><tr><td rowspan=2>Region</td><td colspan=2>Costs</td></tr><tr><td>2025</td><td>2026</td></tr><tr><td class=xl65>North</td><td align=right>10</td><td>12</td></tr></table></body></html>`,
    markdown: "| Region | Costs |  |\n| --- | --: | --- |\n|  | 2025 | 2026 |\n| **North** | 10 | 12 |\n",
    losses: ["joinedCells"],
  },
  {
    from: "Pages and Xcode, whose looks are in a sheet",
    html: `<style type="text/css">p.p1 {font: 12.0px Menlo} span.s1 {font-weight: bold}</style><p>A <span class="s1">bold</span> word</p><p class="p1">for x in y {</p><p class="p1"><span class="Apple-converted-space">    </span>go()</p><p class="p1">}</p>`,
    markdown: "A **bold** word\n\n```\nfor x in y {\n    go()\n}\n```\n",
  },
  {
    from: "mails of Gmail",
    html: `<div dir="ltr">Hello<br><br>Second<div><br></div><div>Third <sup>th</sup> 10<sup>6</sup></div></div>`,
    markdown: "Hello\n\nSecond\n\nThird ^th^ 10^6^\n",
  },
  {
    from: "pages, with what an article has not",
    html: `<p>A</p><p>See <a href="#part">two</a>, <a href="tel:+49301234">call</a>, <a href="javascript:x()">x</a>.</p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><video src="https://x.example/v.mp4"></video><audio src="blob:x"></audio><p><img src="https://other.example/a.png" alt="A chart"></p><details><summary>Question</summary><p>Answer</p></details><dl><dt>Term</dt><dd>Meaning</dd></dl><p><u>under</u> <mark>marked</mark> <span style="color:red">red</span></p>`,
    markdown:
      "A\n\nSee two, [call](tel:+49301234), x.\n\n[https://www.youtube.com/watch?v=abcdefghijk](https://www.youtube.com/watch?v=abcdefghijk)\n\n[https://x.example/v.mp4](https://x.example/v.mp4)\n\n**Question**\n\nAnswer\n\n**Term**\n\nMeaning\n\nunder marked red\n",
    losses: [
      "videoLinks",
      "audio",
      "definitionLists",
      "foldOuts",
      "underlines",
      "highlights",
      "styles",
      "pictures",
      "pageLinks",
      "links",
    ],
  },
];
