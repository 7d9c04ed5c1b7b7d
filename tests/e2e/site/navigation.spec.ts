/** Navigation after hydration: loaded data is reused, and scroll positions and anchors are found again. */
import type { Page } from "playwright/test";
import { industryCard, lastService, service } from "../../listed.ts";
import { chooseBefore } from "../analytics/consent-page.ts";
import { expect, hydrate, test } from "../fixtures.ts";

/** How the data of `path` came, each time it was asked for: by what, and whether the cache had it. */
function readDataRequests(page: Page, path: string): Promise<{ by: string; cached: boolean }[]> {
  return page.evaluate(
    (start) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname === start)
        .map((entry) => ({ by: entry.initiatorType, cached: entry.transferSize === 0 })),
    `${path}.data`,
  );
}

function readScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}

test("pointing at a link fetches its page, and the click then needs the network no more", async ({ page }) => {
  await page.goto("/");
  await hydrate(page);
  const link = page.getByRole("banner").getByRole("link", { name: "GCC" });
  expect(await readDataRequests(page, "/gcc")).toEqual([]);
  await link.hover();
  await expect.poll(() => readDataRequests(page, "/gcc")).toEqual([{ by: "link", cached: false }]);
  await link.click();
  await page.waitForURL("**/gcc");
  expect((await readDataRequests(page, "/gcc"))[1]).toEqual({ by: "fetch", cached: true });
});

test("a link that the keyboard reaches is fetched too, one that is passed is not", async ({ page }) => {
  await page.goto("/");
  await hydrate(page);
  const [passed, reached] = [`/${service.slug}`, `/${lastService.slug}`];
  await page.getByRole("contentinfo").evaluate(
    (footer, paths) => {
      for (const path of paths) footer.querySelector<HTMLElement>(`[href="${path}"]`)?.focus();
    },
    [passed, reached],
  );
  await expect.poll(() => readDataRequests(page, reached)).toHaveLength(1);
  expect(await readDataRequests(page, passed)).toEqual([]);
});

test("a page opens at its top, and back and forward return to where one was", async ({ page, context }) => {
  // The banner would come to stand over the link, and the page be scrolled to press it.
  await chooseBefore(context, "rejected");
  await page.goto("/");
  await hydrate(page);
  const link = page.getByRole("link", { name: `Know More about ${industryCard.name}` });
  await link.scrollIntoViewIfNeeded();
  const place = await readScroll(page);
  expect(place).toBeGreaterThan(1000);
  await link.click();
  await page.waitForURL(`**/${industryCard.slug}`);
  await expect.poll(() => readScroll(page)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 700, behavior: "instant" }));
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect.poll(() => readScroll(page)).toBe(place);
  await page.goForward();
  await page.waitForURL(`**/${industryCard.slug}`);
  await expect.poll(() => readScroll(page)).toBe(700);
});

test("a fade from page to page that is cut short is no error", async ({ page }) => {
  // As by a second click, a resized window or a hidden tab, before the new page could be drawn.
  await page.addInitScript(() => {
    const start = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function startCutShort(update) {
      const transition = start.call(this, update);
      transition.skipTransition();
      document.documentElement.dataset["cutShort"] = "";
      return transition;
    };
  });
  await page.goto("/");
  await hydrate(page);
  await page.getByRole("banner").getByRole("link", { name: "GCC" }).click();
  await page.waitForURL("**/gcc");
  await expect(page.locator("html[data-cut-short]")).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL("/");
  // What the console has logged meanwhile fails the test at its end (fixtures.ts).
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});

test("a page that is loaded again stays where it was", async ({ page }) => {
  await page.goto("/careers");
  await hydrate(page);
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await page.reload();
  await expect.poll(() => readScroll(page)).toBe(900);
  await hydrate(page);
  expect(await readScroll(page)).toBe(900);
});

test("places within a page are found after coming there without a document load", async ({ page }) => {
  await page.goto("/careers");
  await hydrate(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
  await page.waitForURL("**/privacy-policy");
  await expect(page.getByRole("main")).toBeFocused();
  const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
  for (const link of (await page.getByRole("navigation", { name: "Contents" }).getByRole("link").all()).slice(0, 4)) {
    const id = (await link.getAttribute("href"))?.split("#")[1] ?? "";
    await link.click();
    const heading = page.locator(`[id="${id}"]`);
    await expect(heading, id).toBeInViewport();
    expect((await heading.boundingBox())?.y, id).toBeGreaterThanOrEqual(header);
  }
});

test("a page that is slow to come shows a bar and a star after a moment, until it is there", async ({ page }) => {
  await page.goto("/");
  await hydrate(page);
  const bar = page.locator(".route-progress-bar");
  const star = page.getByRole("status").getByRole("img", { name: "Loading the page" });
  const held = Promise.withResolvers<void>();
  await page.route("**/gcc.data**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "GCC" }).click();
  await expect(bar).toHaveCSS("animation-delay", "0.3s");
  await expect(bar).toHaveCSS("opacity", "1");
  await expect(star).toBeVisible();
  await expect(page).toHaveURL("/");
  held.resolve();
  await page.waitForURL("**/gcc");
  await expect(bar).toHaveCount(0);
  await expect(star).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
});
