import type { Page } from "playwright/test";
import {
  answeredWith,
  expect,
  expectAccessible,
  expectNothingWider,
  hydrate,
  lookIn,
  lookInTurn,
  oneRoundOrSix,
  signIn,
  sixViews,
  test,
  type View,
} from "../fixtures.ts";
import { closedOpenings, currentOpenings, publicPages, templates } from "../site/pages-of-site.ts";
import { staffPaths } from "../staff-kit/staff-pages.ts";
import { comeNear, findEdge, findVoices } from "../site/carousel-page.ts";

const openingPages = [...currentOpenings.slice(0, 1), ...closedOpenings.slice(0, 1), "/careers?q=nothing-of-the-kind"];
const searches = ["/search?q=How+long+does+a+migration+take%3F", "/search?q=qqxyzzy"];
const otherPages = [
  ...openingPages,
  ...searches,
  "/auth",
  "/auth?mode=sign-up",
  "/auth/forgot",
  "/admin/auth",
  "/no-such-page",
];
const everyPage = [...publicPages, ...otherPages];
/** Pages whose address alone makes them differ from their template. */
const ownStates = [...searches, "/careers?q=nothing-of-the-kind", "/auth?mode=sign-up"];

/** Answers and tables behind a summary count, too. */
async function openDetails(page: Page) {
  await page.locator("main summary").evaluateAll((summaries) => {
    for (const { parentElement } of summaries) parentElement?.setAttribute("open", "");
  });
}

const breadths = [320, 390, 640, 720, 1024, 1280, 1920];

/** Opens a page once and looks at it in each of `seen`, then at its breadth: 640 px is 200 % zoom of 1280 px. */
async function expectGoodPage(page: Page, path: string, seen: readonly View[], widths = breadths) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(path);
  await openDetails(page);
  for (const view of seen) {
    await lookIn(page, view);
    await expectAccessible(page);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    await expectNothingWider(page, `${path} at ${width} px`);
  }
}

/** A template, and what no template has, is looked at in one view, the themes and widths taking turns. */
function chooseViews(path: string): readonly View[] {
  const turn = [...templates, ...ownStates].indexOf(path);
  return turn < 0 ? [] : sixViews.slice((turn * 5) % 6, ((turn * 5) % 6) + 1);
}

for (const path of everyPage)
  for (const { seen, tag } of [
    { seen: chooseViews(path), tag: [] },
    { seen: sixViews, tag: "@deep" },
  ]) {
    if (seen.length === 0) continue;
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

test(
  "no page that is made like another scrolls sideways on the narrowest screen, nor on the narrowest with a wide header",
  { tag: "@deep" },
  async ({ page }) => {
    for (const path of everyPage) if (chooseViews(path).length === 0) await expectGoodPage(page, path, [], [320, 1024]);
  },
);

test("every template is a page of the site", () => {
  expect(templates.filter((path) => !everyPage.includes(path))).toEqual([]);
});

for (const { scheme, width } of sixViews)
  test.describe(`at ${width} px in ${scheme} colours`, () => {
    test.use({ colorScheme: scheme, reducedMotion: "reduce", viewport: { width, height: 900 } });

    // One of them at a time is looked at by header-menus.spec.ts, header-narrow.spec.ts and consent-robustness.spec.ts.
    test("a page with banner and menus open has no violation", { tag: "@deep" }, async ({ page }) => {
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

for (const { rounds, tag } of oneRoundOrSix)
  test(
    `no staff page and no refusal has a violation, in ${rounds.length} rounds`,
    { tag: rounds.length === 1 ? [] : tag },
    async ({ page, allowConsole }) => {
      // A look takes a second where the machine is busy.
      test.setTimeout(120_000 * rounds.length);
      allowConsole.push(answeredWith(403));
      for (const views of rounds) {
        const look = lookInTurn(page, views);
        await signIn(page.request, "super");
        for (const path of [...staffPaths, "refused"]) {
          if (path === "refused") await signIn(page.request, "norole");
          await page.goto(path === "refused" ? "/visitor-analytics" : path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          if (path === "refused") await expect(page.getByText("Access Denied")).toBeVisible();
          await look();
        }
      }
    },
  );
