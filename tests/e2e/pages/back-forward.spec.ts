/** Going back to a page that was loaded as a document: the browser shows it as it was left. */
import type { Browser, BrowserType, Page } from "playwright/test";
import { chooseBefore, getBanner, listEvents, readList, sendNow, watchPosts } from "../analytics/consent-page.ts";
import { baseURL, expect, hydrate, openHydrated, signIn, test } from "../fixtures.ts";
import { articles, templates } from "../site/pages-of-site.ts";

const pages = templates.filter((path) => path !== "/auth");

/** A browser that keeps pages: Playwright turns that off in its own. */
const launchKeeping = (type: BrowserType): Promise<Browser> =>
  type.launch({ ...test.info().project.use.launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

/** Why the browser did not keep `page` when it was left, if the page itself is the reason. */
async function listRefusals(page: Page, path: string, prepare: (page: Page) => Promise<unknown>): Promise<string[]> {
  const refusals: string[] = [];
  const reported = Promise.withResolvers<void>();
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  session.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
    for (const { type, reason } of notRestoredExplanations) if (type !== "Circumstantial") refusals.push(reason);
    reported.resolve();
  });
  await page.goto(path);
  await prepare(page);
  await page.goto("/robots.txt");
  await page.goBack();
  await expect(page.locator("h1")).toBeVisible();
  // This browser never restores a page: it has no window. So it always tells why.
  await reported.promise;
  return refusals;
}

for (const { paths, tag } of [
  { paths: ["/", articles[0], "/contact"], tag: [] },
  { paths: pages, tag: ["@deep"] },
])
  test(
    `none of ${paths.length} public pages keeps the browser from showing it again as it was`,
    { tag },
    async ({ playwright }) => {
      const browser = await launchKeeping(playwright.chromium);
      const page = await browser.newPage({ baseURL });
      // The browser reports what the test looks at: a page that listens for its end is not cached.
      const unload = () => page.evaluate(() => addEventListener("unload", () => {}));
      expect(await listRefusals(page, "/", unload)).toEqual(["UnloadHandlerExistsInMainFrame"]);
      for (const path of paths) {
        expect.soft(await listRefusals(page, path, async () => {}), path).toEqual([]);
        expect.soft(await listRefusals(page, path, hydrate), `${path}, hydrated`).toEqual([]);
      }
      await browser.close();
    },
  );

test("no public page asks not to be kept, and every page of staff does", async ({ request }) => {
  for (const path of pages)
    expect((await request.get(path)).headers()["cache-control"], path).not.toContain("no-store");
  for (const path of ["/marketing-admin", "/user-management", "/auth"])
    expect((await request.get(path, { maxRedirects: 0 })).headers()["cache-control"], path).toBe("no-store");
});

/** As when the browser shows the page again, after what `meanwhile` did on a later page. The browser of the tests cannot. */
async function comeBack(page: Page, meanwhile: () => void = () => {}): Promise<void> {
  await page.evaluate(meanwhile);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
}

test("a page that comes back shows the theme chosen since", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await comeBack(page, () => (localStorage["theme"] = "dark"));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a page that comes back no longer asks who has chosen since @ci", async ({ page }) => {
  await page.goto("/");
  await expect(getBanner(page)).toBeVisible();
  await comeBack(page, () => {
    localStorage["cookie-consent"] = "rejected";
    localStorage["cookie-consent-date"] = new Date().toISOString();
  });
  await expect(getBanner(page)).toBeHidden();
});

test("a page that comes back is a view more, of who accepted", async ({ page, context }) => {
  await chooseBefore(context, "accepted");
  const posts = watchPosts(page);
  await page.goto("/");
  await expect.poll(() => posts.length).toBe(1);
  await comeBack(page);
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
  await sendNow(page);
  await expect
    .poll(() => listEvents(posts))
    .toMatchObject([
      { seq: 1, path: "/" },
      { seq: 2, path: "/", from: "/", left: { seq: 1 } },
    ]);
});

test("a page of staff that comes back after its reader signed out elsewhere is not shown", async ({ page }) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, "/marketing-admin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await comeBack(page);
  await page.waitForURL("**/auth**");
});
