/** Where one's own words go while the page opens, and while somebody else's words come in. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright/test";
import sharp from "sharp";
import {
  expectSaved,
  getRichText,
  getText,
  getTitle,
  makeArticle,
  openArticle,
  readStored,
  saveDraft,
} from "./article-page.ts";
import { expect, expectAccessible, holdRequests, signIn, test } from "../fixtures.ts";

let path: string;

test.beforeEach(async ({ page }) => {
  await signIn(page.request, "marketing");
  path = await makeArticle(page);
});

const start = "First.\n\nSecond.\n\nThird.";
const changed = "New.\n\nFirst.\n\nSecond.\n\nThird.";

/** Lets the page learn what others have saved. */
async function learn(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Opens an article and pastes a picture at its end, which is being sent until the request is released. */
async function pasteIntoArticle(page: Page) {
  await saveDraft(page, path, { markdown: start });
  await openArticle(page, path);
  const upload = await holdRequests(page, /media-uploads$/);
  await getRichText(page).getByText("Third.").click();
  await paste(page);
  await expect(page.getByText("Storing the picture…")).toBeVisible();
  return upload;
}

test("a colleague's paragraph comes in above: the cursor stays in its word, and a picture on its way arrives @ci", async ({
  page,
}) => {
  const upload = await pasteIntoArticle(page);
  await saveDraft(page, path, { markdown: changed });
  await getRichText(page).getByText("Second.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" My wo");
  await learn(page);
  const paragraphs = getRichText(page).locator(":scope > p").filter({ hasText: /\S/ });
  await expect(paragraphs).toHaveText(["New.", "First.", "Second. My wo", "Third."]);
  await page.keyboard.type("rd ");
  await expectSaved(page);
  await saveDraft(page, path, { markdown: changed.replace("New.", "Newer.").replace("Second.", "Second. My word") });
  await learn(page);
  await expect(paragraphs.first()).toHaveText("Newer.");
  await page.keyboard.type("goes on.");
  await expect(page.getByText("Storing the picture…")).toBeVisible();
  upload.release();
  await expect(getRichText(page).locator("figure img")).toBeVisible();
  await expect
    .poll(() => readStored(page, path))
    .toMatch(/^Newer\.\n\nFirst\.\n\nSecond\. My word goes on\.\n\nThird\.\n\n!\[.*\]\(\/media\/.+\)$/);
});

test(
  "in the source, too: the cursor stays in its word, and a picture on its way takes no word away",
  {
    tag: "@deep",
  },
  async ({ page }) => {
    const upload = await pasteIntoArticle(page);
    await getRichText(page).press("Control+m");
    await saveDraft(page, path, { markdown: changed });
    await select(getText(page), start.indexOf("nd."));
    await page.keyboard.type("-my-wo");
    await learn(page);
    await expect(getText(page)).toHaveValue(changed.replace("Second.", "Seco-my-wond."));
    upload.release();
    // While the picture comes, too.
    while (!/!\[/.test(await getText(page).inputValue())) await page.keyboard.type("o");
    await page.keyboard.type("rd-");
    await expect
      .poll(() => readStored(page, path))
      .toMatch(/^New\.\n\nFirst\.\n\nSeco-my-woo*rd-nd\.\n\nThird\.\n\n!\[.*\]\(\/media\/.+\)$/);
    const typed = await getText(page).inputValue();
    await expect.poll(() => readStored(page, path)).toBe(typed);
  },
);

for (const { name, find, keys } of [
  { name: "rich text", find: getRichText, keys: [] },
  { name: "the source", find: getText, keys: ["Control+m"] },
])
  test(`Ctrl+Z in ${name} takes back one's own words and none of a colleague's, and brings them back @ci`, async ({
    page,
  }) => {
    await saveDraft(page, path, { markdown: "First.\n\nSecond." });
    await openArticle(page, path);
    for (const key of keys) await getRichText(page).press(key);
    const read = async () => (await readStored(page, path)).trim();
    await find(page).click();
    await page.keyboard.press("Control+End");
    // At once: keys that a busy machine sends more than half a second apart are steps of their own.
    await page.keyboard.insertText(" Mine.");
    await expect.poll(read).toBe("First.\n\nSecond. Mine.");
    await expectSaved(page);
    await saveDraft(page, path, { markdown: "New.\n\nFirst, theirs.\n\nSecond. Mine." });
    const shown = () =>
      find(page).evaluate((field) => (field as HTMLTextAreaElement).value ?? (field as HTMLElement).innerText);
    await expect(async () => {
      await learn(page);
      expect(await shown()).toContain("theirs");
    }).toPass();
    await page.keyboard.press("Control+z");
    await expect.poll(read).toBe("New.\n\nFirst, theirs.\n\nSecond.");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(read).toBe("New.\n\nFirst, theirs.\n\nSecond. Mine.");
  });

for (const { name, text, place, find, tag } of [
  { name: "rich text", text: "Start end.\n\nMore.", place: "Start ".length, find: getRichText, tag: "@ci" },
  { name: "rich text, at the end", text: "Start. ", place: "Start. ".length, find: getRichText, tag: "@deep" },
  { name: "the source", text: "- [a][x]\n\n  [x]: /inside\n\nStart end.", place: 33, find: getText, tag: "@deep" },
])
  test(
    `on a slow network, words that are typed while ${name} opens are all there, in their order`,
    { tag },
    async ({ page }) => {
      await saveDraft(page, path, { markdown: text });
      const network = await page.context().newCDPSession(page);
      await network.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 20,
        downloadThroughput: 500_000,
        uploadThroughput: 500_000,
      });
      const scripts = await holdRequests(page, "**/*.js");
      await page.goto(path, { waitUntil: "commit" });
      await select(page.getByRole("textbox", { name: "Text, as Markdown" }), place);
      scripts.release();
      let typed = "";
      const type = async () => {
        const word = `w${typed.length} `;
        await page.keyboard.type(word);
        typed += word;
      };
      while (!(await find(page).isVisible())) await type();
      for (let words = 0; words < 5; words += 1) await type();
      await expect(find(page)).toBeFocused();
      await page.keyboard.type("end");
      await expectSaved(page);
      const wanted = `${text.slice(0, place)}${typed}end${text.slice(place)}`;
      await expect.poll(() => readStored(page, path)).toBe(wanted.trimEnd());
    },
  );

test("a title that is typed before script runs stays, with the cursor @ci", async ({ page }) => {
  const scripts = await holdRequests(page, "**/*.js");
  await page.goto(path, { waitUntil: "commit" });
  await getTitle(page).fill(`Early ${randomUUID().slice(0, 8)} title`);
  const title = await getTitle(page).inputValue();
  await select(getTitle(page), "Early".length);
  scripts.release();
  await expect(getRichText(page)).toBeVisible();
  await page.keyboard.type(" bird");
  await expect(getTitle(page)).toHaveValue(title.replace("Early", "Early bird"));
  await expectSaved(page);
});

for (const { width, tag } of [
  { width: 1440, tag: ["@deep"] },
  { width: 390, tag: [] },
])
  test(
    `the tools of the editor stand in their places before it opens at ${width} px, and nothing goes past the side @ci`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const cells = ["Department", "Environment", "Expenditure", "Reservations"].map((head) => `| ${head} `).join("");
      const table = `${cells}|\n${"| --- ".repeat(4)}|\n${cells}|`;
      await saveDraft(page, path, { markdown: `${start}\n\n${table}` });
      const scripts = await holdRequests(page, "**/article-editor-*.js");
      await page.goto(path);
      await page.waitForSelector("html[data-hydrated]");
      const readTools = async () => ({
        // The first tool stands for all: how wide the bar is depends on the words beside it.
        place: await page.getByRole("button", { name: "Undo" }).boundingBox(),
        names: await page
          .getByRole("toolbar", { name: "Formatting" })
          .getByRole("button")
          .evaluateAll((all) => all.map((button) => button.getAttribute("aria-label") ?? button.textContent)),
      });
      const before = await readTools();
      expect(before.names).toContain("Bold");
      scripts.release();
      await expect(getRichText(page)).toBeVisible();
      expect(await readTools()).toEqual(before);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    },
  );

/** Puts the cursor of a field to a place. */
async function select(field: Locator, place: number): Promise<void> {
  await field.focus();
  await field.evaluate((element: HTMLTextAreaElement, at) => element.setSelectionRange(at, at), place);
}

/** Pastes a picture that no other test has. */
async function paste(page: Page): Promise<void> {
  const background = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 90 };
  const picture = sharp({ create: { width: 60, height: 40 + (background.r % 7), channels: 3, background } });
  const text = (await picture.png().toBuffer()).toString("base64");
  await page.evaluate(async (text) => {
    // The editor learns of a click by an event that comes after it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    clipboardData.items.add(new File([bytes], "chart.png", { type: "image/png" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".editor-text")?.dispatchEvent(event);
  }, text);
}
