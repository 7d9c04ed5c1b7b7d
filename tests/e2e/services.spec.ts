import { brand } from "#app/content/brand.ts";
import { servicePaths } from "../../app/content/services.ts";
import { expect, hydrate, test } from "./fixtures.ts";

const paths = [...servicePaths, "partners"].map((path) => `/${path}`);

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
  await expect(page).toHaveTitle(new RegExp(`\\| ${brand.name}$`));
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

test("the numbers at both ends of a chart's line stand inside the page, at 13 px and more, clear of the line", async ({
  page,
}) => {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of paths.filter((one) => one !== "/partners")) {
      await page.goto(path);
      const marks = await page.locator("#example .series-plot").evaluate((plot) => {
        const line = plot.querySelector("polyline")?.getBoundingClientRect();
        return [...plot.querySelectorAll("text")].map((text) => {
          const { left, right } = text.getBoundingClientRect();
          const size = Number.parseFloat(getComputedStyle(text).fontSize);
          const isHidden = getComputedStyle(text).display === "none";
          const isLast = text.classList.contains("series-last");
          return isHidden || (left >= 0 && right <= innerWidth && size >= 13 && (!isLast || left > (line?.right ?? 0)));
        });
      });
      expect(marks, `${path} at ${width} px`).not.toContain(false);
    }
  }
});

test("pages beside the services say three things in short under their opening", async ({ page }) => {
  for (const path of ["/gcc", "/microsoft", "/partners"]) {
    await page.goto(path);
    await expect(page.getByRole("list", { name: "In short" }).getByRole("listitem"), path).toHaveCount(3);
  }
});

test("every page of the template shows a picture of its own", async ({ page }) => {
  const pictures = new Set<string | null>();
  for (const path of paths) {
    await page.goto(path);
    pictures.add(await page.locator("main img").first().getAttribute("src"));
  }
  expect(pictures.size).toBe(paths.length);
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
