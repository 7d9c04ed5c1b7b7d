import { brand } from "#app/content/brand.ts";
import { industry, service } from "../../listed.ts";
import { expect, hydrate, plainPage, test } from "../fixtures.ts";

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("the header links home, to the menus, to GCC and to contact", async ({ page }) => {
    await page.goto(plainPage);
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
      [`/${service.slug}`, "Services"],
      [`/${industry.slug}`, "Industries"],
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
    await page.goto(plainPage);
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
    await page.goto(plainPage);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});
