/** Where nothing may be stored or sent: before a choice, after a withdrawal, and for who is signed in. */
import type { BrowserContext, Page } from "playwright/test";
import {
  chooseBefore,
  isOfChoice,
  listMessages,
  listRecords,
  missingPage,
  openSettings,
  readKeys,
  readList,
  readStorage,
  reject,
  rejectedKeys,
  watchPosts,
} from "./consent-page.ts";
import { answeredWith, baseURL, expect, hydrate, plainPage, settle, test } from "../fixtures.ts";
import { listPublicRoutes, publicPages, templates } from "../site/pages-of-site.ts";

/** What lies on the device and what was asked of the server, page by page. */
async function listTraces(page: Page, paths: readonly string[]): Promise<string[]> {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const traces: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await page.mouse.wheel(0, 200);
    await settle(page);
    const { "cookie-consent": _, "cookie-consent-date": __, ...stored } = await readStorage(page);
    traces.push(...Object.keys(stored).map((key) => `${path}: ${key}`));
  }
  return [...traces, ...requested.filter(isOfChoice)];
}

for (const { paths, tag } of [
  { paths: templates.filter((path) => path !== "/auth"), tag: [] },
  { paths: [...new Set([...publicPages, ...listPublicRoutes()])], tag: ["@deep"] },
])
  test(
    `nothing is stored or sent on ${paths.length} pages before the choice, and after a withdrawal @ci`,
    { tag },
    async ({ browser, page, context, allowConsole }) => {
      test.setTimeout(180_000);
      allowConsole.push(missingPage, answeredWith(410), answeredWith(401), answeredWith(403));
      await chooseBefore(context, "accepted");
      await page.goto(plainPage);
      await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
      await openSettings(page).click();
      await reject(page).click();
      await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
      expect(await listTraces(page, paths)).toEqual([]);
      const other: BrowserContext = await browser.newContext({ baseURL });
      expect(await listTraces(await other.newPage(), paths)).toEqual([]);
      await other.close();
    },
  );

test("who is signed in is not counted, whatever they chose", async ({ page, context }) => {
  await chooseBefore(context, "accepted");
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  const posts = watchPosts(page);
  await page.goto(plainPage);
  await hydrate(page);
  await page.mouse.wheel(0, 300);
  await settle(page);
  expect(await readKeys(page)).toEqual(rejectedKeys);
  expect([...listRecords(posts), ...listMessages(posts)]).toEqual([]);
});
