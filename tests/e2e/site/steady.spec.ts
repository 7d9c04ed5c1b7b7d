/** Nothing on a page moves by itself while it is read from top to bottom. */
import type { Page } from "playwright/test";
import { expect, plainPage, settle, test } from "../fixtures.ts";
import { watchShifts } from "../pages/layout-shifts.ts";
import { articles, templates } from "./pages-of-site.ts";

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** Turns the wheel until the page goes no further. */
async function scrollThrough(page: Page, step: number): Promise<void> {
  await page.mouse.move(200, 400);
  for (let isAtEnd = false; !isAtEnd;) {
    await page.mouse.wheel(0, step);
    await settle(page);
    isAtEnd = await page.evaluate(
      (isDown) =>
        isDown ? Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight - 1 : scrollY === 0,
      step > 0,
    );
  }
}

for (const { pages, viewport, tag } of [
  { pages: ["/", "/insights", "/careers", articles[0]], viewport: phone, tag: [] },
  { pages: templates, viewport: phone, tag: ["@deep"] },
  { pages: templates, viewport: desk, tag: ["@deep"] },
])
  test(
    `${pages.length} pages stay still under the wheel at ${viewport.width} px, down and up @ci`,
    { tag },
    async ({ page, allowConsole }) => {
      allowConsole.push(/status of 404/);
      test.setTimeout(180_000);
      await page.setViewportSize(viewport);
      const readShifts = await watchShifts(page);
      for (const path of pages) {
        await page.goto(path);
        // A font that comes late moves a label by the width of its letters: what the wheel moves counts here.
        await page.evaluate(() => document.fonts.ready);
        await settle(page);
        const { length: before } = await readShifts();
        await page.mouse.move(200, 400);
        await page.mouse.wheel(0, 600);
        await page.waitForSelector("html[data-hydrated]");
        await scrollThrough(page, 600);
        await scrollThrough(page, -900);
        expect.soft((await readShifts()).slice(before), path).toEqual([]);
      }
    },
  );

test("a page on which something always moves counts as settled, too", async ({ page }) => {
  await page.goto(plainPage);
  await page.evaluate(() => {
    // Frames that take longer than their time leave the browser no moment that it calls idle.
    function draw() {
      for (const end = performance.now() + 30; performance.now() < end;);
      document.documentElement.style.setProperty("--drawn", String(performance.now()));
      requestAnimationFrame(draw);
    }
    draw();
  });
  await settle(page);
});
