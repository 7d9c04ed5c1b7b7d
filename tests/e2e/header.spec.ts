import type { Page } from "playwright/test";
import { expect, expectAccessible, hydrate, test } from "./fixtures.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

function findMenu(page: Page, name: string) {
  const nav = page.getByRole("navigation", { name: "Main" });
  const button = nav.getByRole("button", { name });
  return { button, panel: page.locator(`#menu-${name.split(" ")[0]?.toLowerCase()}`) };
}

test.describe("on a wide screen", () => {
  test.use({ viewport: wide });

  test("the header links home, to the menus, to GCC and to contact", async ({ page }) => {
    await page.goto("/");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: /Fivewright/ })).toHaveAttribute("href", "/");
    await expect(header.getByRole("button", { name: /^(Services|Industries|About Us)$/ })).toHaveCount(3);
    await expect(header.getByRole("link", { name: "GCC" })).toHaveAttribute("href", "/gcc");
    await expect(header.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact");
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
    await page.goto("/");
    await hydrate(page);
    const { button, panel } = findMenu(page, "Services");
    await button.hover();
    await expect(panel).toBeVisible();
    await page.mouse.move(700, 850);
    await button.hover();
    await panel.getByRole("link", { name: /Platforms/ }).hover();
    await page.waitForTimeout(300);
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
    await page.waitForTimeout(200);
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
    allowConsole.push(/404/);
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
    const hero = page.locator(".hero-art");
    expect(await hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("hero-dark");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await hydrate(page);
    expect(await hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("hero-dark");
    await page.getByRole("button", { name: "Switch theme" }).click();
    expect(await hero.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain("hero-light");
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`open menus are accessible (${colorScheme})`, async ({ page }) => {
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
    });
});

test.describe("for signed-in staff", () => {
  const signedIn = { user: { id: "u", email: "x@demo.example" }, expires_at: 4_102_444_800 };

  for (const { roles, shown, hidden, widths } of [
    { roles: ["marketing_admin"], shown: ["Marketing Admin"], hidden: ["Talent Admin"], widths: [1440] },
    { roles: ["talent_admin"], shown: ["Talent Admin"], hidden: ["Marketing Admin"], widths: [1440] },
    {
      roles: ["marketing_admin", "talent_admin"],
      shown: ["Marketing Admin", "Talent Admin"],
      hidden: [],
      widths: [390, 1100, 1440],
    },
    { roles: ["super_admin"], shown: ["Marketing Admin", "Talent Admin"], hidden: [], widths: [1440] },
    { roles: ["HR"], shown: [], hidden: ["Marketing Admin", "Talent Admin"], widths: [1440] },
  ])
    for (const width of widths)
      test(`with ${roles.join(" and ")} at ${width} px`, async ({ page, context, baseURL }) => {
        await page.setViewportSize({ width, height: 900 });
        await context.addCookies([{ name: "signed-in", value: "1", url: baseURL ?? "" }]);
        await page.route("**/api/auth/session", (route) => route.fulfill({ json: { ...signedIn, roles } }));
        await page.goto("/");
        await page.waitForSelector("html[data-hydrated]");
        const place = width < 1360 ? page.getByRole("dialog") : page.getByRole("banner");
        if (width < 1360) await page.getByRole("button", { name: "Menu" }).click();
        await expect(place.getByRole("button", { name: "Logout" })).toBeVisible();
        for (const name of shown) await expect(place.getByRole("link", { name })).toBeVisible();
        for (const name of hidden) await expect(place.getByRole("link", { name })).toHaveCount(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await expectAccessible(page);
        let signedOut = false;
        await page.route("**/api/auth/sign-out", (route) => {
          signedOut = true;
          return route.fulfill({ status: 204 });
        });
        await place.getByRole("button", { name: "Logout" }).click();
        await expect(place.getByRole("button", { name: "Logout" })).toBeHidden();
        expect(signedOut).toBe(true);
      });
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

test.describe("on a narrow screen", () => {
  test.use({ viewport: narrow });

  for (const colorScheme of ["light", "dark"] as const)
    test(`the menu is a modal sheet with groups (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto("/");
      await page.getByRole("button", { name: "Menu" }).click();
      const sheet = page.getByRole("dialog", { name: "Menu" });
      await expect(sheet).toBeVisible();
      await expect(sheet.getByRole("link", { name: "Data Analytics" })).toBeVisible();
      await sheet.getByText("Industries").click();
      await expect(sheet.getByRole("link", { name: "FinServ" })).toBeVisible();
      await expect(sheet.getByRole("link", { name: "Contact Us" })).toBeVisible();
      await expectAccessible(page);
      await sheet.getByRole("button", { name: "Close menu" }).click();
      await expect(sheet).toBeHidden();
      await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
    });

  test("Escape closes the sheet, and so does following a link", async ({ page, allowConsole }) => {
    allowConsole.push(/404/);
    await page.goto("/");
    await hydrate(page);
    const sheet = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await sheet.getByRole("link", { name: "GCC" }).click();
    await page.waitForURL("**/gcc");
    await expect(sheet).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: wide });

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

  test("the sheet opens, and its groups too", async ({ page }) => {
    await page.setViewportSize(narrow);
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    const sheet = page.getByRole("dialog", { name: "Menu" });
    await expect(sheet).toBeVisible();
    await sheet.getByText("About Us").click();
    await expect(sheet.getByRole("link", { name: "Leadership" })).toBeVisible();
    await sheet.getByRole("button", { name: "Close menu" }).click();
    await expect(sheet).toBeHidden();
  });
});
