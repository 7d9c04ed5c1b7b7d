import type { Locator } from "playwright/test";
import sharp from "sharp";
import { comeNear, findEdge, readVisible } from "./carousel-page.ts";
import { baseURL, expect, hydrate, settle, test } from "../fixtures.ts";

const widths = [
  { width: 600, cards: 1, tag: "@deep" },
  { width: 800, cards: 2, tag: "@deep" },
  { width: 1100, cards: 3, tag: "@deep" },
  // With motion it differs from the first in nothing but what has to be drawn sixty times a second.
  { width: 1440, cards: 5, motion: "reduce" as const },
  { width: 1440, cards: 5, tag: "@deep" },
];

/** How far down the orange stream crosses the left and the right edge of the leftmost picture in view, as shares. */
async function readStream(list: Locator): Promise<number[]> {
  const first = await list.evaluate((element) => {
    const edge = element.getBoundingClientRect().left;
    return [...element.querySelectorAll(".slide")].findIndex(
      (slide) => Math.abs(slide.getBoundingClientRect().left - edge) < 3,
    );
  });
  const picture = sharp(await list.locator(".edge-art").nth(first).screenshot());
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [4, info.width - 5].map((column) => {
    const rows = Array.from({ length: info.height }, (_, row) => row).filter((row) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((row * info.width + column) * 3);
      return red > 190 && green < 190 && blue < 90;
    });
    return rows.reduce((sum, row) => sum + row, 0) / rows.length / info.height;
  });
}

for (const { width, cards, motion = "no-preference", tag = [] } of widths) {
  const where = motion === "reduce" ? `${width} px and without motion` : `${width} px`;
  test(`at ${where} the E5 carousel shows ${cards} and goes round both ways`, { tag }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { region, list, next, previous } = findEdge(page);
    await comeNear(list);
    await expect(region.getByRole("group", { name: /^\d of 5$/ })).toHaveCount(5);
    const titles = ["Experience", "Ecosystem", "Ethics", "Execution", "Expertise"];
    const rotated = (by: number) => Array.from({ length: cards }, (_, i) => titles[(i + by) % 5]);
    await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(0));
    const edges: Record<string, number[]> = {};
    for (let step = 1; step <= 6; step++) {
      await next.click();
      await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(step));
      if (step === 4 || step === 5) edges[rotated(step)[0] ?? ""] = await readStream(list);
    }
    // One picture: the stream that leaves the last card enters the first, a gap's breadth further on.
    expect(Math.abs((edges.Expertise?.[1] ?? 0) - (edges.Experience?.[0] ?? 1))).toBeLessThan(0.04);
    await previous.click();
    await previous.click();
    await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(4));
  });
}

test("a carousel that was scrolled before hydration stays where it was", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  const { list } = findEdge(page);
  await list.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2, behavior: "instant" }));
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
  await hydrate(page);
  await comeNear(list);
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
});

test("arrow keys move a carousel that has the focus", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const { list, region } = findEdge(page);
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
  await expect(region.getByText("Ecosystem, 2 of 5")).toBeAttached();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Experience"]);
});

test.describe("where embla cannot be loaded @ci", () => {
  test.use({ allowConsole: async ({}, use) => use([/net::ERR_FAILED/]) });

  test("buttons and keys scroll the list all the same", async ({ page }) => {
    await page.route(/\/assets\/embla[^/]*\.js$/, (route) => route.abort());
    await page.setViewportSize({ width: 600, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { list, next, previous } = findEdge(page);
    await next.click();
    await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
    await next.click();
    await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
    await previous.click();
    await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
    await list.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
  });
});

test("a sideways swipe of the wheel moves a carousel by one, and up and down scrolls the page", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const { list } = findEdge(page);
  await comeNear(list);
  // One swipe is a burst of events.
  await list.evaluate((element) => {
    for (let event = 0; event < 5; event++)
      element.dispatchEvent(new WheelEvent("wheel", { deltaX: 60, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
  await list.hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect(await readVisible(list, "h3")).toEqual(["Ecosystem"]);
});

test("a carousel keeps its place when the window changes", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const first = page.getByRole("region", { name: "The E5 Edge" }).getByRole("group", { name: "1 of 5" });
  await first.scrollIntoViewIfNeeded();
  const before = await first.boundingBox();
  for (const width of [1000, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
  }
  await expect
    .poll(async () => Math.round((await first.boundingBox())?.x ?? Number.NaN))
    .toBe(Math.round(before?.x ?? 0));
});

test("without JavaScript the lists scroll, and the buttons that could not move them are not there", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 600, height: 900 } });
  const page = await context.newPage();
  await page.goto(baseURL);
  const { region, list, next } = findEdge(page);
  await expect(region.getByText("Expertise")).toBeAttached();
  await expect(next).toBeHidden();
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await context.close();
});
