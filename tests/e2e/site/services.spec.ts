import { existsSync } from "node:fs";
import { brand } from "#app/content/brand.ts";
import { partners } from "#app/content/pages/partners.ts";
import { servicePaths } from "#app/content/services.ts";
import { buildContactPath } from "#app/content/calls-to-action.ts";
import { industry, lastService, readServiceCopy, service } from "../../listed.ts";
import { expect, hydrate, test } from "../fixtures.ts";
import { listLinks, readHtml, readText } from "../pages/read-html.ts";

const paths = [...servicePaths, "partners"].map((path) => `/${path}`);

test("a path beside the services is not found", async ({ request }) => {
  for (const path of [`/${service.slug}x`, `/${service.slug}/azure`]) {
    expect((await request.get(path)).status()).toBe(404);
    expect((await readHtml(request, path)).querySelector("h1#missing-title"), path).not.toBeNull();
  }
});

test("the call to action opens the contact form with the page's subject", async ({ request }) => {
  const main = (await readHtml(request, `/${service.slug}`)).querySelector("main");
  const calls = main?.querySelectorAll("a").filter((link) => readText(link) === "Contact Us") ?? [];
  expect(calls.map((link) => link.getAttribute("href"))).toEqual(
    Array.from({ length: 2 }, () => buildContactPath(service.name)),
  );
});

test("from the header's menu a service opens without loading a document", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/gcc");
  await hydrate(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("button", { name: "Services" }).click();
  await page.getByRole("banner").locator(`a[href="/${lastService.slug}"]:visible`).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(lastService.name);
  await expect(page).toHaveTitle(new RegExp(`\\| ${brand.name}$`));
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("the figures of an example say that they are none of a client's, and stand in a table too", async ({ page }) => {
  const copy = await readServiceCopy(service.slug);
  await page.goto(`/${service.slug}`);
  const example = page.locator("#example");
  const { finding, points } = copy.example.series;
  await expect(example.getByText("Illustration, not a client’s figures")).toBeVisible();
  await expect(example.getByRole("img", { name: `Line chart. ${finding}.` })).toBeVisible();
  await example.getByText("Show the figures as a table").click();
  await expect(example.getByRole("row")).toHaveCount(points.length + 1);
  await expect(example.getByRole("row", { name: `${points.at(-1)?.label} ${points.at(-1)?.value}` })).toBeVisible();
});

for (const { seen, tag } of [
  { seen: paths.slice(0, 1), tag: [] },
  { seen: paths.filter((one) => one !== "/partners"), tag: ["@deep"] },
])
  test(
    `the numbers at both ends of a chart's line stand inside ${seen.length} pages, at 13 px and more, clear of the line`,
    { tag },
    async ({ page }) => {
      for (const path of seen) {
        await page.goto(path);
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const marks = await page.locator("#example .series-plot").evaluate((plot) => {
            const line = plot.querySelector("polyline")?.getBoundingClientRect();
            return [...plot.querySelectorAll("text")].map((text) => {
              const { left, right } = text.getBoundingClientRect();
              const size = Number.parseFloat(getComputedStyle(text).fontSize);
              const isHidden = getComputedStyle(text).display === "none";
              const isLast = text.classList.contains("series-last");
              const isFirst = text.classList.contains("series-first");
              const isClear = (!isLast || left > (line?.right ?? 0)) && (!isFirst || left >= (line?.left ?? 0) - 2);
              return isHidden || (left >= 0 && right <= innerWidth && size >= 13 && isClear);
            });
          });
          expect(marks, `${path} at ${width} px`).not.toContain(false);
          // What the axis says is not said again beside it.
          const axis = await page.locator("#example .series-plot line + text").allTextContents();
          for (const first of await page.locator("#example .series-first").allTextContents())
            expect(axis, path).not.toContain(first);
        }
      }
    },
  );

test("pages beside the services say three things in short below their intro", async ({ request }) => {
  for (const path of ["/gcc", "/microsoft", "/partners"]) {
    const list = (await readHtml(request, path)).querySelector("main [aria-label='In short']");
    expect(list?.querySelectorAll("li"), path).toHaveLength(3);
  }
});

test("every page of the template shows a picture of its own", async ({ request }) => {
  const pictures = new Set<string | undefined>();
  // A service that nobody has drawn a picture for borrows that of the platforms.
  const drawn = paths.filter((path) => existsSync(`app/assets/art/plate-${path.slice(1)}.svg`));
  for (const path of drawn)
    pictures.add((await readHtml(request, path)).querySelector("main img")?.getAttribute("src"));
  expect(drawn.length).toBeGreaterThan(3);
  expect(pictures.size).toBe(drawn.length);
});

test("no line of a title ends within two joined words", async ({ page }) => {
  const titles = await Promise.all(
    servicePaths.map(async (slug) => ({ slug, title: (await readServiceCopy(slug)).example.title })),
  );
  const found = titles.find(({ title }) => /\w-\w/.test(title));
  test.skip(!found, "No example has such a title.");
  const [joined = ""] = /\S*\w-\w\S*/.exec(found?.title ?? "") ?? [];
  await page.goto(`/${found?.slug}`);
  for (const width of [390, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.locator("#example-title").evaluate((title, joined) => {
      const tops: number[] = [];
      const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      const start = title.textContent.indexOf(joined);
      let at = 0;
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        for (let index = 0; index < text.length; index += 1, at += 1) {
          if (at < start || at >= start + joined.length) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          tops.push(Math.round(range.getBoundingClientRect().top));
        }
      }
      return new Set(tops).size;
    }, joined);
    expect(lines, `at ${width} px`).toBe(1);
  }
});

test("placeholder partners are marked and link nowhere", async ({ request }) => {
  const entries = (await readHtml(request, "/partners")).querySelectorAll(".partner-open");
  expect(entries).toHaveLength(partners.list.partners.filter(({ placeholder }) => placeholder).length);
  for (const entry of entries) {
    expect(readText(entry)).toContain("Placeholder");
    expect(listLinks(entry)).toEqual([]);
  }
});

test("every anchor link on a page has its target, clear of the header", async ({ page }) => {
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
    await page.goto(`/${service.slug}`);
    await expect(page.getByRole("heading", { name: "What you get" })).toBeVisible();
    const question = page.locator("#questions details").first();
    await expect(question.locator("p")).toBeHidden();
    await question.locator("summary").click();
    await expect(question.locator("p")).toBeVisible();
    const contact = page.getByRole("main").getByRole("link", { name: "Contact Us" }).last();
    await expect(contact).toHaveAttribute("href", buildContactPath(service.name));
  });
});

test("on wide screens the picture of an intro is beside its text and as high as it", async ({ page }) => {
  for (const path of [`/${service.slug}`, "/gcc", `/${industry.slug}`]) {
    await page.goto(path);
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [text, plate] = await Promise.all(
        [".intro-text", ".intro img"].map((part) => page.locator(part).first().boundingBox()),
      );
      expect(plate?.x, `${path} at ${width} px`).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0) - 1);
      expect(Math.abs((plate?.y ?? 0) - (text?.y ?? 0)), `${path} at ${width} px`).toBeLessThanOrEqual(1);
      expect(plate?.height, `${path} at ${width} px`).toBeCloseTo(text?.height ?? 0, -1);
    }
  }
});
