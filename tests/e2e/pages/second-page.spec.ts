/** The second page of a visit, before React runs: the browser has fetched it when the visitor presses the link. */
import type { Page } from "playwright/test";
import { accept, chooseBefore, getBanner, readList, watchPosts } from "../analytics/consent-page.ts";
import { expect, hydrate, settle, test } from "../fixtures.ts";

/** No script of the page comes, as when it is slow; not by Playwright's routes, which would also stop fetches ahead. */
async function holdBackScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/assets/*.js"] });
}

const blocked = [/net::ERR_BLOCKED_BY_CLIENT/, /Failed to fetch dynamically imported module/];

/** How the open document came: "navigational-prefetch" when the browser had fetched it ahead. */
const readDelivery = (page: Page) =>
  page.evaluate(() => {
    const [document] = performance.getEntriesByType("navigation") as (PerformanceEntry & { deliveryType: string })[];
    return document?.deliveryType;
  });

for (const { from, links, kind } of [
  { from: "/", links: 'header a[href="/gcc"]', kind: "a fixed page" },
  { from: "/gcc", links: 'header a[href="/contact"]', kind: "the contact form" },
  { from: "/insights", links: 'main a.stretched[href^="/insights/"]', kind: "an article" },
  { from: "/careers", links: 'main a[href^="/careers/"]', kind: "an opening" },
])
  test(`a link that is pointed at opens ${kind} from what was fetched ahead`, async ({ page, allowConsole }) => {
    allowConsole.push(...blocked);
    await holdBackScripts(page);
    await page.goto(from);
    const link = page.locator(links).first();
    const to = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
    const fetched = page.waitForRequest(to);
    await link.hover();
    expect((await fetched).headers()["sec-purpose"]).toBe("prefetch");
    await link.click();
    await page.waitForURL(to);
    expect(await readDelivery(page)).toBe("navigational-prefetch");
  });

test("a page that is only fetched counts no view; opened, it counts one", async ({ page, context, allowConsole }) => {
  allowConsole.push(...blocked);
  await chooseBefore(context, "accepted");
  await holdBackScripts(page);
  const posts = watchPosts(page);
  await page.goto("/");
  await expect.poll(() => posts.length).toBe(1);
  const link = page.getByRole("banner").getByRole("link", { name: "GCC" });
  const fetched = page.waitForRequest("**/gcc");
  await link.hover();
  await (await fetched).response();
  await settle(page);
  expect(await readList(page, "page-views")).toHaveLength(1);
  await link.click();
  await page.waitForURL("**/gcc");
  await expect.poll(() => readList(page, "page-views")).toMatchObject([{ url: "/" }, { url: "/gcc" }]);
});

test("once React runs, the router fetches ahead, and the browser does not fetch the document as well", async ({
  page,
}) => {
  await page.goto("/");
  await hydrate(page);
  await expect(page.locator("script[type=speculationrules]")).toHaveCount(0);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole("banner").getByRole("link", { name: "GCC" }).hover();
  await expect.poll(() => asked).toContain("/gcc.data");
  expect(asked).not.toContain("/gcc");
});

test.describe("a page that the browser prepares before anybody looks at it", () => {
  /** As Chromium does from its address bar; the browser of the tests cannot. */
  async function openUnseen(page: Page): Promise<() => Promise<void>> {
    await page.addInitScript(() => {
      let unseen = true;
      Object.defineProperty(Document.prototype, "prerendering", { get: () => unseen });
      Object.assign(window, {
        look() {
          unseen = false;
          document.dispatchEvent(new Event("prerenderingchange"));
        },
      });
    });
    await page.goto("/");
    return () => page.evaluate(() => (Reflect.get(window, "look") as () => void)());
  }

  test("counts a view when it is shown, and only then", async ({ page, context }) => {
    await chooseBefore(context, "accepted");
    const posts = watchPosts(page);
    const look = await openUnseen(page);
    await page.waitForLoadState("networkidle");
    expect(posts).toEqual([]);
    expect(await readList(page, "page-views")).toEqual([]);
    await look();
    await expect.poll(() => posts.length).toBe(1);
    await settle(page);
    expect(await readList(page, "page-views")).toHaveLength(1);
  });

  test("asks about cookies after it has been shown for two seconds", async ({ page }) => {
    await page.clock.install();
    const look = await openUnseen(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(getBanner(page)).toBeHidden();
    await look();
    await page.clock.runFor(1900);
    await expect(getBanner(page)).toBeHidden();
    await page.clock.runFor(200);
    await expect(accept(page)).toBeVisible();
  });
});
