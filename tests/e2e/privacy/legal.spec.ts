import { legalEntity } from "#app/content/legal.ts";
import { privacyPolicy } from "#app/content/pages/privacy-policy.ts";
import { expect, hydrate, test } from "../fixtures.ts";
import { readHtml, readText } from "../pages/read-html.ts";

const legal = ["/privacy-policy", "/terms-of-service"];

test("the contents of a legal page lead to its sections, clear of the header", async ({ page }) => {
  for (const path of legal) {
    await page.goto(path);
    const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
    expect(await links.count()).toBeGreaterThan(10);
    for (const link of await links.all()) {
      const id = (await link.getAttribute("href"))?.split("#")[1] ?? "";
      await page.goto(`${path}#${id}`);
      const heading = page.locator(`[id="${id}"]`).getByRole("heading");
      await expect(heading, id).toHaveCount(1);
      await expect(heading, id).toBeInViewport();
      expect(await heading.evaluate((element) => element.getBoundingClientRect().top), id).toBeGreaterThan(76);
    }
  }
});

test("the contents of a legal page mark the section being read", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/privacy-policy");
  await hydrate(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  for (const section of [privacyPolicy.sections.at(8), privacyPolicy.sections.at(-3)]) {
    const name = section?.title ?? "";
    await contents.getByRole("link", { name, exact: true }).click();
    await expect(contents.locator("[aria-current]:visible")).toHaveText(name);
    await expect(contents.getByRole("link", { name, exact: true })).toBeInViewport();
    await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport();
  }
});

test("what a legal page leaves to its owner stands out in the text", async ({ request }) => {
  for (const path of legal) {
    const main = (await readHtml(request, path)).querySelector("main");
    const blanks = main?.querySelectorAll("mark").map(readText) ?? [];
    const brackets = readText(main).match(/\[[^\]]+\]/g) ?? [];
    if (Object.values(legalEntity).every((fact) => fact.startsWith("[")))
      expect(blanks.length, path).toBeGreaterThan(1);
    expect(blanks, path).toEqual(brackets);
  }
});

test("addresses to write to can be followed", async ({ request }) => {
  for (const path of [...legal, "/careers"]) {
    const main = (await readHtml(request, path)).querySelector("main");
    const links = main?.querySelectorAll("a").filter((link) => readText(link).includes("@")) ?? [];
    expect(links.length, path).toBeGreaterThan(0);
    for (const link of links) expect(link.getAttribute("href"), path).toBe(`mailto:${readText(link)}`);
  }
});

test("in print a legal page is its text alone", async ({ page }) => {
  await page.goto("/terms-of-service");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const name of ["Contents", "Main"]) await expect(page.getByRole("navigation", { name })).toBeHidden();
  await expect(page.locator("footer")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("on a phone the contents of a legal page are folded, so that its text begins on the first screen", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of legal) {
      await page.goto(path);
      await expect(page.locator(".legal-intro"), path).toBeInViewport({ ratio: 0.9 });
      const contents = page.getByRole("navigation", { name: "Contents" });
      await expect(contents, path).toHaveCount(1);
      const link = contents.getByRole("link").nth(2);
      await expect(link, path).toBeHidden();
      await contents.locator("summary").click();
      await link.click();
      const id = new URL(page.url()).hash.slice(1);
      await expect(page.locator(`[id="${id}"]`).getByRole("heading"), path).toBeInViewport();
    }
  });
});
