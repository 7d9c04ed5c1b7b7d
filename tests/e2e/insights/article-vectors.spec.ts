/**
 * Hostile texts in the editor, by keyboard, as a source and pasted, and on every page of the staff area that shows an
 * article or a file. Nothing of them runs, loads, opens or leads away, and the policy has nothing to refuse: what keeps
 * them harmless is how they are written, and the policy is there for what nobody thought of.
 */
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { listShapes } from "#tests/list-shapes.ts";
import { renderMarkdown } from "#worker/insights/render-markdown.ts";
import { articleVectors, everything } from "../../article-vectors.ts";
import {
  crash,
  getRichText,
  getText,
  makeArticle,
  openSource as openAsMarkdown,
  readCopies,
  saveDraft,
} from "./article-page.ts";
import { goToEnd, openEditor, openSource, pasteAll } from "./editor-page.ts";
import { baseURL, expect, openHydrated, signIn } from "../fixtures.ts";
import { findActive, lines, test, watch } from "./hostile-page.ts";

/** What of the texts is tried: CI takes every fourth, and every eighth article. */
const depths = [
  { every: 4, articles: 5, tag: ["@ci"] },
  { every: 1, articles: 40, tag: ["@deep"] },
];

for (const { every, tag } of depths)
  test(
    `nothing of hostile sources comes alive in the editor, as rich text or as Markdown, one of ${every}`,
    { tag },
    async ({ page, hits }) => {
      const some = lines.filter((_, at) => at % every === 0);
      const text = await openEditor(page, "Start.\n");
      const places: ((text: string) => string)[] = [
        (line) => line,
        (line) => `> [!note] ${line}\n> ${line}`,
        (line) => `| ${line} | b |\n| :-- | --: |\n| ${line} | ${line} |`,
        (line) => `![${line}](/media/x.svg "${line}")`,
        (line) => `[${line}](/x "${line}")`,
        (line) => `## ${line}\n\n- ${line}`,
        (line) => `\`\`\`${line}\n${line}\n\`\`\``,
      ];
      let shown = 0;
      for (const place of places)
        // In parts: one text that rich text cannot hold opens all of its article as Markdown.
        for (let from = 0; from < some.length; from += 150) {
          await openSource(
            page,
            `${some
              .slice(from, from + 150)
              .map(place)
              .join("\n\n")}\n`,
          );
          expect(await findActive(page), String(place)).toEqual([]);
          if (await text.isVisible()) shown += 1;
        }
      expect(shown).toBeGreaterThan((places.length * Math.ceil(some.length / 150) * 2) / 3);
      expect(hits).toEqual([]);
    },
  );

for (const { every, tag } of depths)
  test(
    `nothing that is pasted or typed comes alive, in the editor or in the Markdown that leaves it, one of ${every}`,
    { tag },
    async ({ page, hits }) => {
      const vectors = articleVectors.filter((_, at) => at % every === 0);
      const typed = lines.filter((_, at) => at % (every * 12) === 0);
      const text = await openEditor(page, "Start.\n");
      const shapes = new Set(listShapes(renderMarkdown(everything).html));
      for (const write of [
        (one: string) => ({ html: `<p>a</p>${one}<p>b</p>`, text: "x" }),
        (one: string) => ({ html: one, text: one }),
        (one: string) => ({ html: `<p data-pm-slice="1 1 []">${one}</p><a href="${one}">x</a>`, text: "x" }),
        (one: string) => ({ text: one }),
      ]) {
        await openSource(page, "Start.\n");
        await goToEnd(page, text);
        await pasteAll(page, vectors.map(write));
        await expect.poll(() => page.locator("[data-result]").textContent()).not.toBe("Start.\n");
        expect(await findActive(page), String(write)).toEqual([]);
        const { html } = renderMarkdown((await page.locator("[data-result]").textContent()) ?? "");
        expect(listShapes(html).filter((shape) => !shapes.has(shape))).toEqual([]);
      }
      await openSource(page, "Start.\n");
      await goToEnd(page, text);
      for (const line of typed) {
        await page.keyboard.insertText(line);
        await page.keyboard.press("Enter");
      }
      await expect.poll(() => page.locator("[data-result]").textContent()).not.toBe("Start.\n");
      expect(await findActive(page)).toEqual([]);
      expect(hits).toEqual([]);
    },
  );

/** `texts` one after the other, in as few lines of at most `longest` characters as hold them. */
function fill(texts: readonly string[], longest: number): string[] {
  const filled: string[] = [];
  for (const text of texts) {
    const last = filled.at(-1);
    if (last !== undefined && last.length + text.length < longest) filled[filled.length - 1] = `${last} ${text}`;
    else filled.push(text.slice(0, longest).toWellFormed());
  }
  return filled;
}

for (const { articles, tag } of depths)
  test(
    `no page that shows an article comes alive by what stands in it, of ${articles} articles`,
    { tag },
    async ({ page, context, hits }) => {
      await signIn(page.request, "marketing");
      const mark = `pwn${randomBytes(4).toString("hex")}`;
      const paths: string[] = [];
      for (const [at, text] of fill(lines, 180).entries()) {
        // A list of one page.
        if (at >= articles) break;
        const path = await makeArticle(page);
        // What is published must have no errors.
        const short = at === 2 ? "Text.\n" : text;
        const markdown = at === 0 ? `${articleVectors.map((one) => one.toWellFormed()).join("\n\n")}\n` : short;
        const seo = { seoTitle: text.slice(0, 100).toWellFormed(), seoDescription: text };
        await saveDraft(page, path, { title: `${mark} ${text}`, dek: text, ...seo, coverAlt: text, markdown });
        paths.push(path);
      }
      const [first = "", second = "", third = ""] = paths;
      // One of them is in the calendar.
      const publish = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
      const { origin } = new URL(baseURL);
      const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
      const live = (await (await page.request.get(`${third}/live`)).json()) as { newest: { version: number } };
      const planned = {
        intent: "publish",
        version: live.newest.version,
        when: "later",
        publish,
        "publish-zone": "UTC",
      };
      const scheduled = await page.request.post(`${third}/live`, { data: planned, headers });
      expect(scheduled.status(), await scheduled.text()).toBe(200);

      const expectInert = async (what: string) => {
        expect(await findActive(page), what).toEqual([]);
        expect(hits, what).toEqual([]);
      };
      await openHydrated(page, `/blog-management?q=${mark}`);
      await expect(page.locator("tr[data-row]").first()).toContainText(mark);
      await expectInert("list");
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Search or jump to" });
      await palette.getByRole("combobox").fill(mark);
      await expect(palette.getByRole("option").first()).toContainText(mark);
      await expectInert("palette");
      await openHydrated(page, `/blog-management/calendar?month=${publish.slice(0, 7)}`);
      await expect(page.getByRole("main")).toContainText(mark);
      await expectInert("calendar");
      for (const query of ["", "?view=side"]) {
        await openHydrated(page, `${first}/revisions${query}`);
        await expect(page.locator("ins, del").first()).toBeAttached();
        await expectInert(`revisions${query}`);
      }

      await openHydrated(page, first);
      await expect(getRichText(page).or(getText(page))).toBeVisible();
      await expectInert("article");
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      const frame = page.locator("iframe");
      await expect(frame.contentFrame().locator("article")).toBeVisible();
      await expectInert("preview pane");
      const preview = (await frame.getAttribute("src")) ?? "";
      await openHydrated(page, preview);
      await expect(page.locator("article")).toBeVisible();
      await expectInert("preview");

      // A text that only this device has, for the dialog that compares.
      await openAsMarkdown(page, second);
      await context.setOffline(true);
      await getText(page).fill(lines.join("\n\n"));
      await expect.poll(async () => (await readCopies(page)).length).toBe(1);
      await expectInert("source");
      await crash(page);
      await context.setOffline(false);
      const next = await context.newPage();
      await watch(next, hits);
      await openHydrated(next, second);
      await next.getByRole("button", { name: "Compare" }).click();
      await expect(next.getByRole("dialog").locator("ins").first()).toBeVisible();
      expect(await findActive(next)).toEqual([]);
    },
  );

test("files with hostile names are names in the library, in its panel and where a picture is chosen @ci", async ({
  page,
  hits,
}) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, "/blog-management/media");
  const mark = `pwn${randomBytes(4).toString("hex")}`;
  // What stands before a slash is taken for a folder.
  const names = fill(lines, 180).map((text) => text.replaceAll(/[/\\]/g, "∕"));
  const files = await Promise.all(
    names.slice(0, 12).map(async (name, at) => ({
      name: `${mark} ${name}.png`,
      mimeType: "image/png",
      buffer: await sharp({ create: { width: 40, height: 30 + at, channels: 3, background: randomColour() } })
        .png()
        .toBuffer(),
    })),
  );
  await page.getByRole("button", { name: "Add files" }).click();
  const dialog = page.getByRole("dialog", { name: "Add files" });
  await dialog.getByLabel("Files", { exact: true }).setInputFiles(files);
  await expect(dialog.getByText(`${files.length} of ${files.length} files sent.`)).toBeAttached();
  expect(await findActive(page)).toEqual([]);
  await openHydrated(page, `/blog-management/media?q=${mark}`);
  await expect(page.locator("tr[data-row]").first()).toContainText(mark);
  expect(await findActive(page)).toEqual([]);
  await page.locator("tr[data-row] a").first().click();
  await expect(page.locator("#field-name")).toHaveValue(new RegExp(mark));
  expect(await findActive(page)).toEqual([]);
  expect(hits).toEqual([]);
});

function randomColour() {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return { r, g, b };
}
