import { expect, expectAccessible, test } from "./fixtures.ts";

const about = ["/who-we-are", "/leadership", "/awards-recognition"];
const legal = ["/privacy-policy", "/terms-of-service"];
const paths = [...about, "/careers", ...legal];

test("every page answers 200 with one h1, and a title and description that no other has", async ({ page }) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() };
  for (const path of paths) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    expect(response?.headers()["cache-control"], path).toContain("public");
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    seen.titles.add(await page.title());
    seen.descriptions.add((await page.locator("meta[name=description]").getAttribute("content")) ?? "");
  }
  expect(seen.titles.size).toBe(paths.length);
  expect(seen.descriptions.size).toBe(paths.length);
});

test("headings leave out no level", async ({ page }) => {
  for (const path of [...paths, "/manufacturing"]) {
    await page.goto(path);
    const levels = await page
      .locator("main :is(h1, h2, h3, h4, h5, h6)")
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `${path}: ${levels.join(" ")}`).toEqual([]);
  }
});

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });

      test("no page has a violation, its questions open", async ({ page }) => {
        test.slow();
        for (const path of paths) {
          await page.goto(path);
          for (const summary of await page.locator("main summary").all()) await summary.click();
          await expectAccessible(page);
        }
      });
    });
  }
}

test("the contents of a legal page lead to its sections, clear of the header", async ({ page }) => {
  for (const path of legal) {
    await page.goto(path);
    const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
    expect(await links.count()).toBeGreaterThan(10);
    for (const link of await links.all()) {
      const id = (await link.getAttribute("href"))?.slice(1) ?? "";
      await page.goto(`${path}#${id}`);
      const heading = page.locator(`[id="${id}"]`);
      await expect(heading, id).toHaveRole("heading");
      await expect(heading, id).toBeInViewport();
      expect(await heading.evaluate((element) => element.getBoundingClientRect().top), id).toBeGreaterThan(76);
    }
  }
});

test("what the owner has yet to replace is marked", async ({ page }) => {
  await page.goto("/leadership");
  await expect(page.getByText("Names and portraits are placeholders.")).toBeVisible();
  await expect(page.getByText("Name to be added")).toHaveCount(8);
  await page.goto("/awards-recognition");
  await expect(page.getByText("Placeholder rows: no award is claimed here.")).toBeVisible();
  await page.goto("/who-we-are");
  await expect(page.getByText("Placeholder rows: the owner of this site replaces them")).toBeVisible();
});

test("the careers page says that there are no openings yet, and how to write", async ({ page }) => {
  await page.goto("/careers");
  const openings = page.getByRole("region", { name: "Openings" });
  await expect(openings).toContainText("Until then we collect no applications");
  await expect(openings.getByRole("link", { name: "Ask us something" })).toHaveAttribute(
    "href",
    "/contact?subject=Careers#contact-form",
  );
});

test("a wide table scrolls by keyboard and keeps the page still", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/leadership");
  const frame = page.getByRole("region", { name: "Table: How decisions are made" });
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("questions open and the contents work", async ({ page }) => {
    await page.goto("/careers");
    await page.locator("#questions summary").first().click();
    await expect(page.locator("#questions details[open] > p")).toBeVisible();
    await page.goto("/privacy-policy");
    await page.getByRole("link", { name: "In short" }).click();
    await expect(page).toHaveURL(/#in-short$/);
    await expect(page.getByRole("heading", { name: "In short" })).toBeInViewport();
  });
});

test("in print a legal page is its text alone", async ({ page }) => {
  await page.goto("/terms-of-service");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const name of ["Contents", "Main"]) await expect(page.getByRole("navigation", { name })).toBeHidden();
  await expect(page.locator("footer")).toBeHidden();
});

test("no page scrolls sideways at 320 px or at 200 % zoom", async ({ page }) => {
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of paths) {
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
