import { staffPages } from "../../app/shared/permissions.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, signIn, test } from "./fixtures.ts";

const views = [390, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);
const publicPages = ["/", "/auth", "/auth?mode=sign-up", "/admin/auth", "/no-such-page"];

for (const { width, colorScheme } of views) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });

    for (const path of publicPages) {
      test(`${path} has no violation`, async ({ page, allowConsole }) => {
        if (path === "/no-such-page") allowConsole.push(answeredWith(404));
        await page.goto(path);
        await expectAccessible(page);
      });
    }

    test("the home page has none with banner and menu open", async ({ page }) => {
      await page.goto("/");
      await hydrate(page);
      await expect(page.locator(".carousel-viewport[data-live]")).toHaveCount(2);
      if (width < 1024) await page.getByRole("button", { name: /menu/i }).click();
      else await page.getByRole("button", { name: "Services" }).click();
      await expectAccessible(page);
      if (width < 1024) await page.keyboard.press("Escape");
      await expect(page.getByRole("region", { name: "We value your privacy" })).toBeVisible();
      await expectAccessible(page);
    });

    test("no staff page has a violation", async ({ page, baseURL }) => {
      test.slow();
      await signIn(page.request, "super", baseURL ?? "");
      for (const path of staffPages) {
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

for (const width of [320, 390, 640, 720, 1024, 1280, 1920])
  test(`nothing scrolls sideways at ${width} px`, async ({ page, allowConsole }) => {
    allowConsole.push(answeredWith(404));
    await page.setViewportSize({ width, height: 700 });
    for (const path of publicPages) {
      await page.goto(path);
      await expectNothingWider(page, path);
    }
  });
