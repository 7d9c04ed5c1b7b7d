import type { Page } from "playwright/test";
import { staffPaths } from "./staff-pages.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, signIn, test } from "./fixtures.ts";
import { closedJobs, openJobs, publicPages, templates } from "./pages-of-site.ts";

const widths = [390, 768, 1440];
const schemes = ["light", "dark"] as const;
const views = schemes.flatMap((scheme) => widths.map((width) => ({ scheme, width })));
const jobPages = [...openJobs.slice(0, 1), ...closedJobs.slice(0, 1), "/careers?q=nothing-of-the-kind"];
const otherPages = [...jobPages, "/auth", "/auth?mode=sign-up", "/admin/auth", "/no-such-page"];
const everyPage = [...publicPages, ...otherPages];

/** Answers and tables behind a summary count, too. */
async function openDetails(page: Page) {
  await page.locator("main summary").evaluateAll((summaries) => {
    for (const { parentElement } of summaries) parentElement?.setAttribute("open", "");
  });
}

/** Opens a page once and looks at it in each of `seen`, then at its breadth: 640 px is 200 % zoom of 1280 px. */
async function expectGoodPage(page: Page, path: string, seen: typeof views) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await openDetails(page);
  for (const { scheme, width } of seen) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), scheme);
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  for (const width of [320, 390, 640, 720, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNothingWider(page, `${path} at ${width} px`);
  }
}

/** Templates at every width and in both themes; the other pages take the views in turn. `npm run test:deep` crosses them. */
const templateViews = views.filter(({ scheme, width }) => width === 390 || (scheme === "dark") === (width === 1440));
for (const [index, path] of everyPage.entries()) {
  const isTemplate = templates.includes(path);
  const view = views[index % views.length] as (typeof views)[number];
  const runs = [
    { seen: isTemplate ? templateViews : [view], tag: [] },
    { seen: views, tag: ["@deep"] },
  ];
  for (const { seen, tag } of runs) {
    const where = seen.map(({ width, scheme }) => `${width} px ${scheme}`).join(", ");
    test(
      `${path} has no violation at ${where}, and scrolls sideways at no width`,
      { tag },
      async ({ page, allowConsole }) => {
        if (path === "/no-such-page") allowConsole.push(answeredWith(404));
        await expectGoodPage(page, path, seen);
      },
    );
  }
}

test("every template is a page of the site", () => {
  expect(templates.filter((path) => !everyPage.includes(path))).toEqual([]);
});

for (const { scheme, width } of views) {
  // A phone in the dark and a desk in the light see all that the others see.
  const tag = (width === 390 && scheme === "dark") || (width === 1440 && scheme === "light") ? [] : ["@deep"];
  test.describe(`at ${width} px in ${scheme} colours`, { tag }, () => {
    test.use({ colorScheme: scheme, reducedMotion: "reduce", viewport: { width, height: 900 } });

    test("a page with banner and menus open has none", async ({ page }) => {
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

    test("no staff page has one", async ({ page, baseURL }) => {
      test.slow();
      await signIn(page.request, "super", baseURL ?? "");
      for (const path of staffPaths) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });

    test("the Access Denied page has none", async ({ page, baseURL, allowConsole }) => {
      allowConsole.push(answeredWith(403));
      await signIn(page.request, "norole", baseURL ?? "");
      await page.goto("/visitor-analytics");
      await expect(page.getByText("Access Denied")).toBeVisible();
      await expectAccessible(page);
    });
  });
}
