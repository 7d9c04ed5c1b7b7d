import type { Page } from "playwright/test";
import { industry, lastService } from "../../listed.ts";
import { answeredWith, expect, expectAccessible, hydrate, plainPage, settle, test } from "../fixtures.ts";

function findMenu(page: Page, name: string) {
  const nav = page.getByRole("navigation", { name: "Main" });
  const button = nav.getByRole("button", { name });
  return { button, panel: page.locator(`#menu-${name.split(" ")[0]?.toLowerCase()}`) };
}

/** The menu of services on a page whose clock stands still. */
async function openStill(page: Page) {
  await page.clock.install({ time: 0 });
  await page.goto(plainPage);
  await hydrate(page);
  await page.clock.pauseAt(3_600_000);
  return findMenu(page, "Services");
}

test.use({ viewport: { width: 1440, height: 900 } });

test("a menu opens after 120 ms, closes 150 ms after the pointer leaves, and stays for one that comes back", async ({
  page,
}) => {
  const { button, panel } = await openStill(page);
  await button.hover();
  await page.clock.runFor(119);
  await expect(panel).toBeHidden();
  await page.clock.runFor(1);
  await expect(panel).toBeVisible();
  await page.mouse.move(700, 850);
  await page.clock.runFor(149);
  await expect(panel).toBeVisible();
  await button.hover();
  await page.clock.runFor(100);
  await panel.locator(`a[href='/${lastService.slug}']`).hover();
  await page.clock.runFor(300);
  await expect(panel).toBeVisible();
  await page.mouse.move(700, 850);
  await page.clock.runFor(149);
  await expect(panel).toBeVisible();
  await page.clock.runFor(1);
  await expect(panel).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");
});

test("a menu that opened before hydration stays open through it", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(plainPage);
  const { button, panel } = findMenu(page, "Services");
  await button.hover();
  await expect(panel).toBeVisible();
  await page.evaluate(() => {
    const panel = document.querySelector("#menu-services");
    const watch = () => {
      if (panel && getComputedStyle(panel).display === "none") document.title = "flickered";
      requestAnimationFrame(watch);
    };
    watch();
  });
  release();
  await page.waitForSelector("html[data-hydrated]");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await settle(page);
  expect(await page.title()).not.toBe("flickered");
});

test("menus are opened, swapped and closed by pointer and by keyboard", async ({ page }) => {
  await page.goto(plainPage);
  await hydrate(page);
  const services = findMenu(page, "Services");
  const industries = findMenu(page, "Industries");
  const about = findMenu(page, "About Us");

  await test.step("hovering another item swaps the menus", async () => {
    await services.button.hover();
    await expect(services.panel).toBeVisible();
    await industries.button.hover();
    await expect(industries.panel).toBeVisible();
    await expect(services.panel).toBeHidden();
    await page.mouse.move(700, 850);
    await expect(industries.panel).toBeHidden();
  });

  await test.step("a click opens a menu that hover would have opened, and the second click closes it", async () => {
    await about.button.click();
    await expect(about.panel).toBeVisible();
    await about.button.click();
    await expect(about.panel).toBeHidden();
    await page.mouse.move(700, 850);
  });

  await test.step("focus opens, Escape closes and gives the focus back, ArrowDown goes in", async () => {
    const { button, panel } = services;
    await page.getByRole("banner").getByRole("link", { name: /home/ }).focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(panel).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(panel.getByRole("link").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(panel).toBeHidden();
  });

  await test.step("leaving a menu by keyboard closes it", async () => {
    await industries.button.focus();
    await page.keyboard.press("Enter");
    await expect(industries.panel).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(industries.panel).toBeHidden();
  });
});

test("following a link closes the menu", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  await page.goto(plainPage);
  await hydrate(page);
  const { button, panel } = findMenu(page, "Industries");
  await button.hover();
  await panel.locator(`a[href="/${industry.slug}"]`).click();
  await page.waitForURL(`**/${industry.slug}`);
  await expect(panel).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const)
  // In light colours accessibility.spec.ts sees them.
  test(
    `open menus are accessible (${colorScheme})`,
    { tag: colorScheme === "dark" ? [] : "@deep" },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(plainPage);
      await hydrate(page);
      for (const name of ["Services", "Industries", "About Us"]) {
        const { button, panel } = findMenu(page, name);
        await button.focus();
        await page.keyboard.press("Enter");
        await expect(panel).toBeVisible();
        await expectAccessible(page);
      }
    },
  );

test.describe("by touch", () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

  test("a tap opens a menu, another closes it, and a tap elsewhere closes it too", async ({ page }) => {
    await page.goto(plainPage);
    const { button, panel } = findMenu(page, "Services");
    await button.tap();
    await expect(panel).toBeVisible();
    await button.tap();
    await expect(panel).toBeHidden();
    await button.tap();
    await expect(panel).toBeVisible();
    await page.touchscreen.tap(12, 560);
    await expect(panel).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("menus open by hover and focus, and what needs script is not there", async ({ page }) => {
    await page.goto(plainPage);
    const services = findMenu(page, "Services");
    await services.button.hover();
    await expect(services.panel).toBeVisible();
    await page.mouse.move(700, 850);
    await expect(services.panel).toBeHidden();
    await findMenu(page, "About Us").button.focus();
    await expect(findMenu(page, "About Us").panel).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(findMenu(page, "About Us").panel.getByRole("link").first()).toBeFocused();
    await expect(page.getByRole("button", { name: "Switch theme" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeHidden();
  });
});
