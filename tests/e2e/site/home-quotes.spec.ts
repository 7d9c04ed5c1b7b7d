import type { Page } from "playwright/test";
import { testimonials } from "#app/content/testimonials.ts";
import { comeNear, findVoices, readVisible } from "./carousel-page.ts";
import { expect, hydrate, test } from "../fixtures.ts";

const count = testimonials.length;

for (const { width, quotes, tag = [] } of [
  { width: 600, quotes: 1 },
  { width: 800, quotes: 2, tag: "@deep" },
  { width: 1100, quotes: 2, tag: "@deep" },
  { width: 1440, quotes: 2 },
])
  test(
    `at ${width} px ${quotes} quotes are shown, and the buttons are disabled at the ends`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await hydrate(page);
      const { region, list, next, previous } = findVoices(page);
      await comeNear(list);
      await expect.poll(() => readVisible(list, "figure")).toHaveLength(quotes);
      await expect(previous).toBeDisabled();
      for (let step = 0; step < count - quotes; step++) {
        await expect(next).toBeEnabled();
        await next.click();
      }
      await expect(next).toBeDisabled();
      await expect(previous).toBeEnabled();
      await region.getByRole("button", { name: `Show quote 1 of ${count}` }).click();
      await expect(previous).toBeDisabled();
      await region.getByRole("button", { name: `Show quote ${count} of ${count}` }).click();
      await expect(next).toBeDisabled();
      await expect(region.getByRole("button", { name: `Show quote ${count} of ${count}` })).toHaveAttribute(
        "aria-current",
        "true",
      );
    },
  );

test.describe("the quotes", () => {
  /** At the first quote, the clock standing still, pointer and focus elsewhere: five seconds start here. */
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.setViewportSize({ width: 600, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { list, region } = findVoices(page);
    await comeNear(list);
    await list.hover();
    await page.clock.pauseAt(3_600_000);
    await region.getByRole("button", { name: `Show quote 1 of ${count}` }).click();
    await page.clock.runFor(2_000);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.mouse.move(5, 5);
    await expect(list).toHaveAttribute("aria-live", "off");
  });

  const readCurrent = (page: Page) =>
    findVoices(page)
      .region.locator(".dot[aria-current]")
      .evaluate((dot) => dot.getAttribute("aria-label"));

  test("advance every five seconds and return from the last to the first", async ({ page }) => {
    let before = 1;
    for (let step = 1; step <= count + 1; step += 1) {
      const after = (step % count) + 1;
      await page.clock.runFor(4_999);
      expect(await readCurrent(page)).toBe(`Show quote ${before} of ${count}`);
      await page.clock.runFor(1);
      await expect.poll(() => readCurrent(page)).toBe(`Show quote ${after} of ${count}`);
      before = after;
    }
  });

  test("stand still under the pointer, with the focus in them, and by the button", async ({ page }) => {
    const { region, list, next } = findVoices(page);
    await list.hover();
    await expect(list).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe(`Show quote 1 of ${count}`);
    await next.focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe(`Show quote 1 of ${count}`);
    await region.getByRole("button", { name: "Stop moving the quotes" }).click();
    await page.mouse.move(5, 5);
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).focus();
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe(`Show quote 1 of ${count}`);
    await region.getByRole("button", { name: "Start moving the quotes" }).click();
    await expect(list).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(5_000);
    await expect.poll(() => readCurrent(page)).toBe(`Show quote 2 of ${count}`);
  });

  test("do not move under reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect(page.getByRole("button", { name: "Stop moving the quotes" })).toBeHidden();
    await expect(findVoices(page).list).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(20_000);
    expect(await readCurrent(page)).toBe(`Show quote 1 of ${count}`);
  });
});

test("quotes that come into view start to advance without a move of the visitor, and wait out of it", async ({
  page,
}) => {
  await page.clock.install({ time: 0 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const { list, region } = findVoices(page);
  const second = region.getByRole("button", { name: `Show quote 2 of ${count}` });
  const hydrated = page.locator("html[data-hydrated]");
  await expect(list).toBeAttached();
  await expect(hydrated).toHaveCount(0);
  // A taller window shows them; nothing is scrolled, pointed at or pressed.
  await page.setViewportSize({ width: 1440, height: 9000 });
  await expect(hydrated).toHaveCount(1);
  await expect(list).toHaveAttribute("aria-live", "off");
  const first = region.getByRole("button", { name: `Show quote 1 of ${count}` });
  await expect(first).toHaveAttribute("aria-current", "true");
  await page.clock.runFor(5_000);
  await expect(first).not.toHaveAttribute("aria-current");
  await expect(second).toHaveAttribute("aria-current", "true");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(list).toHaveAttribute("aria-live", "polite");
});
