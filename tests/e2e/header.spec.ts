import { brand } from "#app/content/brand.ts";
import type { Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, hydrate, settle, test } from "./fixtures.ts";

function findMenu(page: Page, name: string) {
  const nav = page.getByRole("navigation", { name: "Main" });
  const button = nav.getByRole("button", { name });
  return { button, panel: page.locator(`#menu-${name.split(" ")[0]?.toLowerCase()}`) };
}

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the header links home, to the menus, to GCC and to contact", async ({ page }) => {
    await page.goto("/");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: brand.name })).toHaveAttribute("href", "/");
    await expect(header.getByRole("button", { name: /^(Services|Industries|About Us)$/ })).toHaveCount(3);
    await expect(header.getByRole("link", { name: "GCC" })).toHaveAttribute("href", "/gcc");
    await expect(header.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact");
  });

  test("the header shows where one is", async ({ page }) => {
    const bar = page.getByRole("banner").locator(".nav-item:visible, .header-contact:visible");
    const readMarked = () =>
      bar.evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).textDecorationLine === "underline").map((one) => one.textContent),
      );
    for (const [path, name] of [
      ["/platforms", "Services"],
      ["/healthcare", "Industries"],
      ["/gcc", "GCC"],
      ["/insights", "About Us"],
      ["/contact", "Contact Us"],
    ] as const) {
      await page.goto(path);
      await expect(bar.locator("xpath=self::*[@aria-current]"), path).toHaveText([name]);
      expect(await readMarked(), path).toEqual([name]);
    }
    await page.goto("/");
    await expect(bar.locator("xpath=self::*[@aria-current]")).toHaveCount(0);
    expect(await readMarked()).toEqual([]);
  });

  test("a menu closes 150 ms after the pointer leaves, not before", async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.goto("/");
    await hydrate(page);
    await page.clock.pauseAt(3_600_000);
    const { button, panel } = findMenu(page, "Services");
    await button.hover();
    await page.clock.runFor(119);
    await expect(panel).toBeHidden();
    await page.clock.runFor(1);
    await expect(panel).toBeVisible();
    await page.mouse.move(700, 850);
    await page.clock.runFor(149);
    await expect(panel).toBeVisible();
    await page.clock.runFor(1);
    await expect(panel).toBeHidden();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("a pointer that comes back in time keeps the menu, and the panel itself keeps it too", async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.goto("/");
    await hydrate(page);
    await page.clock.pauseAt(3_600_000);
    const { button, panel } = findMenu(page, "Services");
    await button.hover();
    await page.clock.runFor(120);
    await expect(panel).toBeVisible();
    await page.mouse.move(700, 850);
    await page.clock.runFor(149);
    await button.hover();
    await page.clock.runFor(100);
    await panel.locator("a[href='/platforms']").hover();
    await page.clock.runFor(300);
    await expect(panel).toBeVisible();
  });

  test("hovering another item swaps the menus", async ({ page }) => {
    await page.goto("/");
    await hydrate(page);
    const services = findMenu(page, "Services");
    const industries = findMenu(page, "Industries");
    await services.button.hover();
    await expect(services.panel).toBeVisible();
    await industries.button.hover();
    await expect(industries.panel).toBeVisible();
    await expect(services.panel).toBeHidden();
  });

  test("a menu that opened before hydration stays open through it", async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/");
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

  test("a click opens a menu that hover would have opened, and the second click closes it", async ({ page }) => {
    await page.goto("/");
    await hydrate(page);
    const { button, panel } = findMenu(page, "About Us");
    await button.click();
    await expect(panel).toBeVisible();
    await button.click();
    await expect(panel).toBeHidden();
  });

  test("keyboard: focus opens, Escape closes and gives the focus back, ArrowDown goes in", async ({ page }) => {
    await page.goto("/");
    await hydrate(page);
    const { button, panel } = findMenu(page, "Services");
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

  test("keyboard: leaving a menu closes it", async ({ page }) => {
    await page.goto("/");
    await hydrate(page);
    const { button, panel } = findMenu(page, "Industries");
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(panel).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(panel).toBeHidden();
  });

  test("following a link closes the menu", async ({ page, allowConsole }) => {
    allowConsole.push(answeredWith(404));
    await page.goto("/");
    await hydrate(page);
    const { button, panel } = findMenu(page, "Industries");
    await button.hover();
    await panel.getByRole("link", { name: /FinServ/ }).click();
    await page.waitForURL("**/finserv");
    await expect(panel).toBeHidden();
  });

  test("the bar is transparent over the hero, and filled after 24 px", async ({ page }) => {
    await page.goto("/");
    const readFill = () =>
      page.evaluate(() => getComputedStyle(document.querySelector("header.header") as Element, "::before").opacity);
    expect(await readFill()).toBe("0");
    await page.evaluate(() => scrollTo({ top: 24, behavior: "instant" }));
    await expect.poll(readFill).toBe("1");
  });

  test("the theme button switches, and the next page remembers", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/");
    await hydrate(page);
    await page.getByRole("button", { name: "Switch theme" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const readHero = () => page.locator(".hero-art").evaluate((image: HTMLImageElement) => image.currentSrc);
    await expect.poll(readHero).toContain("hero-dark");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await hydrate(page);
    await expect.poll(readHero).toContain("hero-dark");
    await page.getByRole("button", { name: "Switch theme" }).click();
    await expect.poll(readHero).toContain("hero-light");
  });

  test("an open page follows the system until the visitor has chosen", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/");
    await hydrate(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Switch theme" }).click();
    await page.emulateMedia({ colorScheme: "light" });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  });

  test("a remembered theme that is none counts as no choice", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.addInitScript(() => localStorage.setItem("theme", "sepia"));
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  for (const colorScheme of ["light", "dark"] as const)
    // In light colours accessibility.spec.ts sees them.
    test(
      `open menus are accessible (${colorScheme})`,
      { tag: colorScheme === "dark" ? [] : "@deep" },
      async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.goto("/");
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
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true });

  test("a tap opens a menu, another closes it, and a tap elsewhere closes it too", async ({ page }) => {
    await page.goto("/");
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
  test.use({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } });

  test("menus open by hover and focus, and what needs script is not there", async ({ page }) => {
    await page.goto("/");
    const services = findMenu(page, "Services");
    await services.button.hover();
    await expect(services.panel).toBeVisible();
    await page.mouse.move(700, 850);
    await expect(services.panel).toBeHidden();
    await findMenu(page, "About Us").button.focus();
    await expect(findMenu(page, "About Us").panel).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: /Who We Are/ })).toBeFocused();
    await expect(page.getByRole("button", { name: "Switch theme" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeHidden();
  });
});
