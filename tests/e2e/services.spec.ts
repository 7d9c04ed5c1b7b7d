import { servicePaths } from "../../app/content/services.ts";
import { expect, expectAccessible, hydrate, test } from "./fixtures.ts";

const paths = [...servicePaths, "partners"].map((path) => `/${path}`);

const views = [390, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

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
  for (const path of paths) {
    await page.goto(path);
    const levels = await page
      .locator("main :is(h1, h2, h3, h4, h5, h6)")
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps, `${path}: ${levels.join(" ")}`).toEqual([]);
  }
});

test("the data of a client navigation is as public as the page", async ({ request }) => {
  for (const path of paths) {
    const response = await request.get(`${path}.data`);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["cache-control"], path).toContain("public");
  }
});

test("a path beside the services is not found", async ({ page, allowConsole }) => {
  allowConsole.push(/404/);
  for (const path of ["/cloud-engineerin", "/cloud-engineering/azure"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One tile is missing");
  }
});

test("the call to action opens the contact form with the page's subject", async ({ page }) => {
  await page.goto("/platforms");
  const links = page.getByRole("main").getByRole("link", { name: "Contact Us" });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("href", "/contact?subject=Platforms#contact-form");
  }
});

test("from the header's menu a service opens without loading a document", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/gcc");
  await hydrate(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("button", { name: "Services" }).click();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Data Analytics/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Data Analytics");
  await expect(page).toHaveTitle(/\| Fivewright$/);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("the figures of an example say that they are none of a client's, and stand in a table too", async ({ page }) => {
  await page.goto("/cloud-engineering");
  const example = page.locator("#example");
  await expect(example.getByText("Illustration, not a client’s figures")).toBeVisible();
  await expect(example.getByRole("img", { name: /^Line chart\. Monthly run cost/ })).toBeVisible();
  await example.getByText("Show the figures as a table").click();
  await expect(example.getByRole("row")).toHaveCount(7);
  await expect(example.getByRole("row", { name: "Month 15 79" })).toBeVisible();
});

test("placeholder partners are marked and link nowhere", async ({ page }) => {
  await page.goto("/partners");
  const entries = page.locator(".partner");
  expect(await entries.count()).toBeGreaterThan(0);
  for (const entry of await entries.all()) {
    await expect(entry.getByText("Placeholder", { exact: true })).toBeVisible();
    await expect(entry.getByRole("link")).toHaveCount(0);
  }
});

test("every link to a place on the page has its place, clear of the header", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/gcc");
  await page.getByRole("link", { name: "Read an example" }).click();
  await expect(page).toHaveURL(/#example$/);
  const top = await page.locator("#example").evaluate((section) => section.getBoundingClientRect().top);
  const header = await page.getByRole("banner").evaluate((element) => element.getBoundingClientRect().bottom);
  expect(top).toBeGreaterThanOrEqual(header - 1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is whole: copy, questions that open, and the link to the form", async ({ page }) => {
    await page.goto("/artificial-intelligence");
    await expect(page.getByRole("heading", { name: "What you get" })).toBeVisible();
    const question = page.locator("#questions details").first();
    await expect(question.locator("p")).toBeHidden();
    await question.locator("summary").click();
    await expect(question.locator("p")).toBeVisible();
    const contact = page.getByRole("main").getByRole("link", { name: "Contact Us" }).last();
    await expect(contact).toHaveAttribute("href", "/contact?subject=Artificial+Intelligence#contact-form");
  });
});

for (const { width, colorScheme } of views) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme, reducedMotion: "reduce" });

    for (const path of paths) {
      test(`${path} has no accessibility violation, its details open`, async ({ page }) => {
        await page.goto(path);
        await page.locator("main summary").evaluateAll((summaries) => {
          for (const { parentElement } of summaries) parentElement?.setAttribute("open", "");
        });
        await expectAccessible(page);
      });
    }
  });
}

test("nothing scrolls sideways at 320 px", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of paths) {
    await page.goto(path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
