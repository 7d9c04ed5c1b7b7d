import type { Page } from "playwright/test";
import { staffPages } from "../../app/shared/permissions.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, signIn, test } from "./fixtures.ts";
import { closedJobs, openJobs, publicPages } from "./pages-of-site.ts";

const widths = [390, 768, 1440];
const schemes = ["light", "dark"] as const;
const jobPages = [...openJobs.slice(0, 1), ...closedJobs.slice(0, 1), "/careers?q=nothing-of-the-kind"];
const otherPages = [...jobPages, "/auth", "/auth?mode=sign-up", "/admin/auth", "/no-such-page"];

/** Answers and tables behind a summary count, too. */
async function openDetails(page: Page) {
  await page.locator("main summary").evaluateAll((summaries) => {
    for (const { parentElement } of summaries) parentElement?.setAttribute("open", "");
  });
}

for (const path of [...publicPages, ...otherPages]) {
  test(`${path} has no violation at ${widths.join(", ")} px, light and dark`, async ({ page, allowConsole }) => {
    if (path === "/no-such-page") allowConsole.push(answeredWith(404));
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    await openDetails(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), colorScheme);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
      }
    }
  });
}

for (const colorScheme of schemes) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, reducedMotion: "reduce" });

    for (const width of widths) {
      test(`a page with banner and menus open has none at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto("/");
        await hydrate(page);
        await expect(page.locator(".carousel-viewport[data-live]")).toHaveCount(2);
        const menus = width < 1024 ? [/menu/i] : ["Services", "Industries", "About Us"];
        for (const name of menus) {
          await page.getByRole("banner").getByRole("button", { name }).click();
          await expectAccessible(page);
          await page.keyboard.press("Escape");
        }
        await expect(page.getByRole("region", { name: "We value your privacy" })).toBeVisible();
        await expectAccessible(page);
      });

      test(`no staff page has one at ${width} px`, async ({ page, baseURL }) => {
        test.slow();
        await page.setViewportSize({ width, height: 900 });
        await signIn(page.request, "super", baseURL ?? "");
        for (const path of staffPages) {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expectAccessible(page);
        }
      });
    }

    test("the Access Denied page has none", async ({ page, baseURL, allowConsole }) => {
      allowConsole.push(answeredWith(403));
      await signIn(page.request, "norole", baseURL ?? "");
      await page.goto("/visitor-analytics");
      await expect(page.getByText("Access Denied")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("nothing scrolls sideways at any width, 320 px and 200 % zoom of 1280 px among them", async ({
  page,
  allowConsole,
}) => {
  test.slow();
  allowConsole.push(answeredWith(404));
  for (const path of [...publicPages, ...otherPages]) {
    await page.goto(path);
    await openDetails(page);
    for (const width of [320, 390, 640, 720, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNothingWider(page, `${path} at ${width} px`);
    }
  }
});
