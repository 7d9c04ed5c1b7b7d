import type { Locator, Page } from "playwright/test";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { expect, openHydrated } from "../fixtures.ts";

const { origin } = new URL(process.env.BASE_URL ?? "http://localhost");
/** As a page of the site sends it, which need not be open. */
const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };

/** Begins an article as the account that `page` is signed in with, and saves it empty; its path. */
export async function makeArticle(page: Page): Promise<string> {
  const begun = await page.request.post("/blog-management", { form: { do: "new" }, headers, maxRedirects: 0 });
  expect(begun.status()).toBe(303);
  const { pathname } = new URL(begun.headers()["location"] ?? "", origin);
  const empty = { title: "", dek: "", slug: `untitled-${pathname.slice(-12)}`, markdown: "" };
  const form = { intent: "save", version: "0", ...empty };
  expect((await page.request.post(pathname, { form, headers, maxRedirects: 0 })).status()).toBe(303);
  return pathname;
}

/** Opens an article and waits until the editor is there. */
export async function openArticle(page: Page, path: string): Promise<void> {
  await openHydrated(page, path);
  await expect(getRichText(page)).toBeVisible();
}

/** Opens an article with its Markdown in a plain field, in which tests can compare every character. */
export async function openSource(page: Page, path: string): Promise<void> {
  await openArticle(page, path);
  await showSource(page);
}

/** Shows the Markdown of the article that is open. */
export async function showSource(page: Page): Promise<void> {
  await getRichText(page).press("Control+m");
  await expect(getText(page)).toBeVisible();
}

/** The article as rich text. */
export function getRichText(page: Page): Locator {
  return page.getByRole("textbox", { name: "Article", exact: true });
}

/** Its Markdown. */
export function getText(page: Page): Locator {
  return page.getByRole("textbox", { name: "Markdown of the article", exact: true });
}

export function getTitle(page: Page): Locator {
  return page.getByRole("textbox", { name: "Title", exact: true });
}

/** Ends a page as a crash does: it cannot send a last request. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  // The answer to this never comes.
  void session.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

/** Waits until what the page shows is stored. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('.save-state[data-phase="saved"]')).toBeVisible();
}

/** Waits until the page says that something is not stored, and why. */
export async function expectUnsaved(page: Page, words: RegExp): Promise<void> {
  await expect(page.locator(".save-state-problem")).toHaveText(words);
}

/** Saves some of an article as its page would, beside the page. */
export async function saveDraft(page: Page, path: string, patch: Partial<InsightDraft>): Promise<void> {
  const live = await page.request.get(`${path}/live`);
  const { newest } = (await live.json()) as { newest: { version: number; draft: InsightDraft } };
  const data = { intent: "save", version: newest.version, draft: { ...newest.draft, ...patch } };
  const answer = await page.request.post(`${path}/live`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Publishes it as its page would, beside the page. */
export async function publishDraft(page: Page, path: string, times: { until?: number } = {}): Promise<void> {
  const live = await page.request.get(`${path}/live`);
  const { newest } = (await live.json()) as { newest: { version: number } };
  const data = { intent: "publish", version: newest.version, ...times };
  const answer = await page.request.post(`${path}/live`, { data, headers });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The text as the server has it. */
export async function readStored(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(`${path}/live`);
  const { newest } = (await answer.json()) as { newest: { draft: { markdown: string } } };
  return newest.draft.markdown;
}

/** What the device keeps of unsaved texts. */
export function readCopies(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("article-copies", 1);
        opening.onsuccess = () => {
          const all = opening.result.transaction("copies").objectStore("copies").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map(({ draft }: { draft: { markdown: string } }) => draft.markdown));
          };
        };
      }),
  );
}

/** Gives the account `id` exactly these roles, as somebody who manages accounts. */
export async function setRoles(manager: Page, id: string, roles: string[]): Promise<void> {
  const path = `/user-management/${id}`;
  const html = await (await manager.request.get(path)).text();
  const version = /name="version"[^>]*value="(\d+)"/.exec(html)?.[1] ?? "";
  const body = new URLSearchParams([["intent", "roles"], ["version", version], ...roles.map((role) => ["role", role])]);
  const answer = await manager.request.post(path, {
    data: body.toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBe(303);
}
