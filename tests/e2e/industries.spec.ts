import { industries } from "../../app/content/industries.ts";
import { expect, expectAccessible, hydrate, test } from "./fixtures.ts";

const paths = industries.map(({ slug }) => `/${slug}`);

test("every industry answers 200 with one h1 that asks a question, and a title and description of its own", async ({
  page,
}) => {
  const seen = { titles: new Set<string>(), descriptions: new Set<string>() };
  for (const path of paths) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    expect(response?.headers()["cache-control"], path).toContain("public");
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(/\?$/);
    seen.titles.add(await page.title());
    seen.descriptions.add((await page.locator("meta[name=description]").getAttribute("content")) ?? "");
  }
  expect(seen.titles.size).toBe(paths.length);
  expect(seen.descriptions.size).toBe(paths.length);
});

test("the data of a client navigation is as public as the page", async ({ request }) => {
  for (const path of paths) {
    const response = await request.get(`${path}.data`);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["cache-control"], path).toContain("public");
  }
});

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });

      test("no industry has a violation, its questions and table open", async ({ page }) => {
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

test("the pills lead to their sections, clear of header and pills", async ({ page }) => {
  await page.goto("/manufacturing");
  const nav = page.getByRole("navigation", { name: "On this page" });
  for (const link of await nav.getByRole("link").all()) {
    await link.click();
    const id = (await link.getAttribute("href"))?.slice(1) ?? "";
    const covered = await nav.evaluate((bar) => bar.getBoundingClientRect().bottom);
    const top = await page.locator(`[id="${id}"]`).evaluate((section) => section.getBoundingClientRect().top);
    expect(top, id).toBeGreaterThanOrEqual(covered - 1);
    expect(top, id).toBeLessThan(covered + 200);
  }
});

test("the architecture is a drawing where it fits, a list elsewhere, and always a table", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/finserv");
  const band = page.locator("#architecture");
  const drawing = band.getByRole("img", { name: "Diagram: A decision, and the trail behind it" });
  await expect(drawing).toBeVisible();
  await expect(drawing).toHaveAccessibleDescription(/^Ledger changes are captured/);
  await band.getByText("The same as a table").click();
  await expect(band.getByRole("row", { name: "Core ledger Changes Change capture" })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(drawing).toBeHidden();
  await expect(band.getByText("Changes goes to Change capture")).toBeVisible();
});

test("the call to action opens the contact form with the industry as its subject", async ({ page }) => {
  await page.goto("/healthcare");
  const links = page.getByRole("main").getByRole("link", { name: "Contact Us" });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("href", "/contact?subject=Healthcare#contact-form");
  }
});

test("another industry opens without loading a document", async ({ page }) => {
  await page.goto("/healthcare");
  await hydrate(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("main").getByRole("link", { name: "FinServ", exact: true }).click();
  await expect(page).toHaveURL(/\/finserv$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^FinServ: /);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an industry is whole: questions open, the table opens", async ({ page }) => {
    await page.goto("/technology");
    const questions = page.locator("#questions");
    await questions.locator("summary").first().click();
    await expect(questions.locator("details[open] > p")).toBeVisible();
    await page.getByText("The same as a table").click();
    await expect(page.locator("#architecture").getByRole("table")).toBeVisible();
  });
});

test("no industry scrolls sideways at 320 px or at 200 % zoom", async ({ page }) => {
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of paths) {
      await page.goto(path);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
