import type { Page } from "playwright/test";
import {
  answeredWith,
  expect,
  expectAccessible,
  expectNothingWider,
  halfOrAll,
  hydrate,
  lookIn,
  signIn,
  sixViews,
  test,
  twoViews,
  type View,
} from "./fixtures.ts";
import { closedJobs, openJobs, publicPages, templates } from "./pages-of-site.ts";
import { staffPaths } from "./staff-pages.ts";
import { comeNear, findEdge, findVoices } from "./carousel-page.ts";

const jobPages = [...openJobs.slice(0, 1), ...closedJobs.slice(0, 1), "/careers?q=nothing-of-the-kind"];
const otherPages = [...jobPages, "/auth", "/auth?mode=sign-up", "/auth/forgot", "/admin/auth", "/no-such-page"];
const everyPage = [...publicPages, ...otherPages];

/** Answers and tables behind a summary count, too. */
async function openDetails(page: Page) {
  await page.locator("main summary").evaluateAll((summaries) => {
    for (const { parentElement } of summaries) parentElement?.setAttribute("open", "");
  });
}

/** Opens a page once and looks at it in each of `seen`, then at its breadth: 640 px is 200 % zoom of 1280 px. */
async function expectGoodPage(page: Page, path: string, seen: readonly View[]) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await openDetails(page);
  for (const view of seen) {
    await lookIn(page, view);
    await expectAccessible(page);
  }
  for (const width of [320, 390, 640, 720, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    await expectNothingWider(page, `${path} at ${width} px`);
  }
}

/**
 * A template is looked at in three views: each width once, in alternating themes; the next template starts with the other
 * theme. Every other page is looked at in one view.
 */
function chooseViews(path: string, index: number): readonly View[] {
  if (!templates.includes(path)) return sixViews.slice(index % 6, (index % 6) + 1);
  const first = templates.indexOf(path) % 2;
  return [0, 1, 2].map((width) => sixViews[width + 3 * ((width + first) % 2)] as View);
}

for (const [index, path] of everyPage.entries())
  for (const { seen, tag } of [
    { seen: chooseViews(path, index), tag: [] },
    { seen: sixViews, tag: "@deep" },
  ]) {
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

test("every template is a page of the site", () => {
  expect(templates.filter((path) => !everyPage.includes(path))).toEqual([]);
});

for (const { scheme, width } of sixViews)
  test.describe(`at ${width} px in ${scheme} colours`, () => {
    test.use({ colorScheme: scheme, reducedMotion: "reduce", viewport: { width, height: 900 } });
    const isQuick = twoViews.some((view) => view.scheme === scheme && view.width === width);

    test("a page with banner and menus open has no violation", { tag: isQuick ? [] : "@deep" }, async ({ page }) => {
      await page.goto("/");
      await hydrate(page);
      for (const { list } of [findEdge(page), findVoices(page)]) await comeNear(list);
      await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
      const menus = width < 1024 ? [/menu/i] : ["Services", "Industries", "About Us"];
      for (const name of menus) {
        await page.getByRole("banner").getByRole("button", { name }).click();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
      }
      await expect(page.getByRole("region", { name: "We value your privacy" })).toBeVisible();
      await expectAccessible(page);
    });
  });

for (const { seen, tag } of halfOrAll)
  test(
    `no staff page and no refusal has a violation in ${seen.length} views`,
    { tag },
    async ({ page, baseURL, allowConsole }) => {
      // A look takes a second where the machine is busy.
      test.setTimeout(60_000 * seen.length);
      allowConsole.push(answeredWith(403));
      await signIn(page.request, "super", baseURL ?? "");
      for (const path of [...staffPaths, "refused"]) {
        if (path === "refused") await signIn(page.request, "norole", baseURL ?? "");
        await page.goto(path === "refused" ? "/visitor-analytics" : path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (path === "refused") await expect(page.getByText("Access Denied")).toBeVisible();
        for (const view of seen) {
          await lookIn(page, view);
          await expectAccessible(page);
        }
      }
    },
  );
