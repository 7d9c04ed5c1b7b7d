/** The article editor on its page for developers, which shows the Markdown that it tells. */
import type { Cookie, Locator, Page } from "playwright/test";
import { minute } from "#shared/dates/durations.ts";
import { expect, openHydrated, settle, signIn } from "../fixtures.ts";

/** A session that these tests share while it needs no renewal: to sign in is the dearest part of most of them. */
let session: { cookies: Cookie[]; until: number } | null = null;

async function enter(page: Page): Promise<void> {
  if (session && session.until > Date.now()) return page.context().addCookies(session.cookies);
  await signIn(page.request, "super");
  session = { cookies: await page.context().cookies(), until: Date.now() + 3 * minute };
}

/** Opens the editor with a source; without one, with an article of every kind of block. */
export async function openEditor(page: Page, markdown?: string): Promise<Locator> {
  await enter(page);
  await openHydrated(page, "/staff-kit/editor");
  const text = page.getByRole("textbox", { name: "Article", exact: true });
  await expect(text).toContainText("Why traders stopped looking");
  if (markdown !== undefined) await openSource(page, markdown);
  return text;
}

/** Puts another article into the editor. */
export async function openSource(page: Page, markdown: string): Promise<void> {
  await page.getByLabel("Another article").fill(markdown);
  await page.getByRole("button", { name: "Open it" }).click();
  await expectMarkdown(page, markdown);
}

/** Waits until the editor has reported this source. */
export async function expectMarkdown(page: Page, markdown: string): Promise<void> {
  const read = () => page.locator("[data-result]").textContent();
  // It tells within a moment of the key: the usual pauses between two looks are longer than that.
  await expect.poll(read, { intervals: [30, 30, 60, 120] }).toBe(markdown);
}

/** Puts the cursor at the end of the article. */
export async function goToEnd(page: Page, text: Locator): Promise<void> {
  await text.click();
  await expect(text).toBeFocused();
  // ProseMirror puts the cursor where it knows it to be by a timer of 20 ms after the focus. This one comes after it.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 21)));
  await page.keyboard.press("Control+End");
}

interface Pasted {
  html?: string;
  text?: string;
}

/** Pastes as a browser does: the same content as HTML and as text. */
export async function paste(page: Page, content: Pasted): Promise<void> {
  await pasteAll(page, [content]);
}

/** Pastes several things, one after the other. */
export async function pasteAll(page: Page, contents: readonly Pasted[]): Promise<void> {
  // The editor learns a frame later of what the browser has selected.
  await settle(page);
  await page.evaluate((contents) => {
    for (const { html, text } of contents) {
      const clipboardData = new DataTransfer();
      if (html !== undefined) clipboardData.setData("text/html", html);
      if (text !== undefined) clipboardData.setData("text/plain", text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".editor-text")?.dispatchEvent(event);
    }
  }, contents);
}
