import { expectMarkdown, goToEnd, openEditor, openSource, paste } from "./editor-page.ts";
import { expect, test } from "../fixtures.ts";

/** As the programs put it on the clipboard, shortened. */
const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1 style='margin-top:12.0pt'><span style='color:#2F5496'>Findings<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><b><span lang=EN-US style='mso-ansi-language:EN-US'>Three</span></b> traders of <i>eight</i>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Inner<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Second<o:p></o:p></p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=100 style='width:75.0pt'><p class=MsoNormal>Hour<o:p></o:p></p></td><td><p class=MsoNormal align=right>MW<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>06</p></td><td><p class=MsoNormal>412</p><p class=MsoNormal>peak</p></td></tr></table>
<!--EndFragment--></body></html>`;

const googleDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f"><h2 dir="ltr" style="line-height:1.38"><span style="font-size:16pt;font-weight:400">Plan</span></h2><p dir="ltr"><span style="font-weight:700;font-style:normal;white-space:pre-wrap">Bold</span><span style="font-weight:400;white-space:pre-wrap"> and </span><span style="font-weight:400;font-style:italic">slanted</span><span style="font-weight:400">, see </span><a href="https://www.google.com/url?q=https://example.com/x&amp;sa=D" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">there</span></a></p><ul style="margin-top:0"><li dir="ltr" aria-level="1" style="list-style-type:disc"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Deeper</span></p></li></ul></ul></b><br class="Apple-interchange-newline">`;

const webPage = `<article style="color:red"><script>pwn()</script><h1 class="t">Title</h1><div class="body"><p onclick="pwn()">Text with <code>code</code> and <a href="/x?utm=1" target="_blank">a link</a>.<img src="https://tracker.example/p.gif" width="1"></p><pre><code class="language-sql">select 1;</code></pre><blockquote><p>Said.</p></blockquote><svg><text>icon</text></svg><button>Share</button></div></article>`;

test("text from Word, Google Docs and web pages arrives as plain Markdown", async ({ page }) => {
  const text = await openEditor(page, "");
  await text.focus();
  await paste(page, { html: word, text: "Findings" });
  await expectMarkdown(
    page,
    "## Findings\n\n**Three** traders of *eight*.\n\n- First\n  - Inner\n\n1. Second\n\n| Hour | MW |\n| --- | --: |\n| 06 | 412 peak |\n",
  );
  await openSource(page, "Before.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Enter");
  await paste(page, { html: googleDocs, text: "Plan" });
  await expectMarkdown(
    page,
    "Before.\n\n## Plan\n\n**Bold** and *slanted*, see [there](https://example.com/x)\n\n- One\n  - Deeper\n",
  );
  await openSource(page, "Before.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Enter");
  await paste(page, { html: webPage, text: "Title" });
  await expectMarkdown(
    page,
    "Before.\n\n## Title\n\nText with `code` and [a link](/x?utm=1).\n\n```sql\nselect 1;\n```\n\n> Said.\n",
  );
});

test("Markdown on the clipboard becomes what it means, and in code it stays as it is", async ({ page }) => {
  const text = await openEditor(page, "Before.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Enter");
  await paste(page, {
    text: "# 概要\n\n这是**（重要）**的, **so.**\n\n- [x] Sent\n- One\n  1. Deeper\n\n| Hour | MW |\n| --- | --: |\n| 06 | `4` |\n\nPort\n: Where ships lie\n\n::: tip Try it\n*Text*\n:::\n\n```sql\nselect **;\n```\n\nEnd[^1] of it.\n\n[^1]: Said.\n",
  });
  await expectMarkdown(
    page,
    "Before.\n\n## 概要\n\n这&#26159;**（重要）**&#30340;, **so.**\n\n- ☑ Sent\n- One\n  1. Deeper\n\n| Hour | MW |\n| --- | --: |\n| 06 | `4` |\n\n**Port**\n\nWhere ships lie\n\n> [!note] Try it\n> *Text*\n\n```sql\nselect **;\n```\n\nEnd[^1] of it.\n\n[^1]: Said.\n",
  );
  await expect(page.getByRole("status", { name: "Pasted text" }).getByRole("listitem")).toHaveText([
    "1 box to tick, kept as the sign ☑ or ☐",
    "1 list of terms, kept as paragraphs (Port)",
  ]);
  await openSource(page, "A\n\n```\nx\n```\n");
  await goToEnd(page, text);
  // A line for what comes next is below the code.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await paste(page, { text: " **y**" });
  await expectMarkdown(page, "A\n\n```\nx **y**\n```\n");
});

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("what an article has not is named until it was read, and a picture in the text is stored", async ({ page }) => {
  const text = await openEditor(page, "");
  await text.focus();
  await paste(page, {
    html: `<p>Before 10<sup>6</sup></p><p><img src="https://other.example/a.png" alt="A chart"></p><p><img src="${pixel}" alt="Diagram"></p><p>After <a href="tel:+49301234">call</a></p>`,
    text: "Before",
  });
  const notice = page.getByRole("status", { name: "Pasted text" });
  await expect(notice.getByRole("listitem")).toHaveText(["1 picture (https://other.example/a.png)"]);
  await expect(text.locator("figure img")).toHaveAttribute("src", /^\/(?!pasted)/);
  await expect(page.locator("[data-result]")).toHaveText(
    /^Before 10\^6\^\s+!\[Diagram\]\(\/(?!pasted)\S+\)\s+After \[call\]\(tel:\+49301234\)\s*$/,
  );
  await paste(page, { html: "<p>more</p>", text: "more" });
  await expect(notice.getByRole("listitem")).toHaveCount(1);
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toBeEmpty();
});

test("HTML that is nested 200,000 deep is pasted, also as a copy of an article's own @ci", async ({ page }) => {
  const text = await openEditor(page, "");
  await text.focus();
  const deep = (start: string) => `${start}${"<div>".repeat(200_000)}deep`;
  await paste(page, { html: deep(""), text: "deep" });
  await expectMarkdown(page, "deep\n");
  await expect(page.getByRole("status", { name: "Pasted text" })).toContainText("nested too deep");
  await openSource(page, "");
  await text.focus();
  await paste(page, { html: deep('<p data-pm-slice="0 0 []">x</p>'), text: "deep" });
  await expect(text).toContainText("deep");
});
