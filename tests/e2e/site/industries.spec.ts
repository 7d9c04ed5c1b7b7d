import { buildContactPath } from "#app/content/calls-to-action.ts";
import { industry, lastIndustry, readIndustryCopy } from "../../listed.ts";
import { industries } from "#app/content/industries.ts";
import { chooseBefore } from "../analytics/consent-page.ts";
import { expect, hydrate, test } from "../fixtures.ts";
import { readHtml, readText } from "../pages/read-html.ts";

const paths = industries.map(({ slug }) => `/${slug}`);

test("every industry asks a question beside its whole plate, which is dark where the page is", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1000 });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(/\?$/);
    const { shape, src } = await page
      .locator(".intro img")
      .evaluate((image: HTMLImageElement) => ({ shape: image.width / image.height, src: image.currentSrc }));
    expect(shape, path).toBeCloseTo(640 / 480, 1);
    // The first colour of a plate is its ground.
    const [, ground = ""] = /fill="#([0-9a-f]{6})"/.exec(await (await page.request.get(src)).text()) ?? [];
    expect(ground, path).toMatch(/^[0-3]\w[0-4]\w[0-5]\w$/);
  }
});

test("the pills lead to their sections, clear of header and pills", async ({ page }) => {
  await page.goto(`/${lastIndustry.slug}`);
  const nav = page.getByRole("navigation", { name: "On this page" });
  for (const link of await nav.getByRole("link").all()) {
    await link.click();
    const id = (await link.getAttribute("href"))?.split("#")[1] ?? "";
    // The first move of the pointer brings React, and until then it is the browser that scrolls.
    await expect(async () => {
      const covered = await nav.evaluate((bar) => bar.getBoundingClientRect().bottom);
      const top = await page.locator(`[id="${id}"]`).evaluate((section) => section.getBoundingClientRect().top);
      expect(top, id).toBeGreaterThanOrEqual(covered - 1);
      expect(top, id).toBeLessThan(covered + 200);
    }).toPass();
  }
});

test("the pill of the section being read is marked, in sight, and no longer marked past the last", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/${lastIndustry.slug}`);
  await hydrate(page);
  const nav = page.getByRole("navigation", { name: "On this page" });
  await expect(nav.locator("[aria-current]")).toHaveCount(0);
  for (const name of ["Capabilities", "Compliance", "Questions"]) {
    await page.locator(`#${name.toLowerCase()}`).evaluate((section) => section.scrollIntoView());
    const pill = nav.getByRole("link", { name });
    await expect(pill).toHaveAttribute("aria-current", "true");
    await expect(nav.locator("[aria-current]")).toHaveCount(1);
    await expect(pill).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(nav.locator("[aria-current]")).toHaveCount(0);
});

test("after a pill the keyboard goes on in its section, and the way back leads to where the reader was", async ({
  page,
}) => {
  // The banner, which comes after two seconds, would lie upon the pill: the click would scroll the page first.
  await chooseBefore(page.context(), "accepted");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/${industry.slug}`);
  await hydrate(page);
  const before = await page.evaluate(() => scrollY);
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Capabilities" }).click();
  await expect(page.locator("#capabilities")).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.locator("#capabilities").getByRole("link").first()).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${industry.slug}$`));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before + 50);
});

test("the architecture is one drawing, wide or upright, a list where neither fits, and always a table", async ({
  page,
}) => {
  const { architecture } = await readIndustryCopy(lastIndustry.slug);
  await page.goto(`/${lastIndustry.slug}`);
  const band = page.locator("#architecture");
  const [flow] = architecture.flows;
  const blocks = architecture.columns.flatMap((column) => column.blocks);
  const nameOf = (block?: string) => blocks.find(({ id }) => id === block)?.name ?? "";
  const drawing = band.getByRole("img", { name: `Diagram: ${architecture.title}` });
  for (const width of [1440, 390, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(drawing, `${width} px`).toHaveCount(1);
    await expect(drawing, `${width} px`).toHaveAccessibleDescription(architecture.summary);
    const small = await drawing.locator("text").evaluateAll((texts) =>
      texts
        .filter((text) => {
          const scale = (text as SVGTextElement).getScreenCTM()?.a ?? 0;
          return Number.parseFloat(getComputedStyle(text).fontSize) * scale < 13;
        })
        .map(({ textContent }) => textContent),
    );
    expect(small, `${width} px`).toEqual([]);
  }
  for (const width of [320, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(drawing, `${width} px`).toHaveCount(0);
    await expect(band.getByText(`${flow?.name} goes to ${nameOf(flow?.to)}`), `${width} px`).toBeVisible();
  }
  await band.getByText("The same as a table").click();
  await expect(
    band.getByRole("row", { name: `${nameOf(flow?.from)} ${flow?.name} ${nameOf(flow?.to)}` }),
  ).toBeVisible();
});

test("the call to action opens the contact form with the industry as its subject", async ({ request }) => {
  const main = (await readHtml(request, `/${industry.slug}`)).querySelector("main");
  const calls = main?.querySelectorAll("a").filter((link) => readText(link) === "Contact Us") ?? [];
  expect(calls.map((link) => link.getAttribute("href"))).toEqual(
    Array.from({ length: 2 }, () => buildContactPath(industry.name)),
  );
});

test("another industry opens without loading a document", async ({ page }) => {
  const [, next = industry] = industries;
  await page.goto(`/${industry.slug}`);
  await hydrate(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("main").locator(`.related a[href="/${next.slug}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/${next.slug}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${next.name}: `);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("on paper the answers and the table of flows are there, and what can only be pressed is not", async ({ page }) => {
  await page.goto(`/${industry.slug}`);
  await page.emulateMedia({ media: "print" });
  for (const answer of await page.locator("#questions details > p").all()) await expect(answer).toBeVisible();
  await expect(page.locator("#architecture").getByRole("table")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "On this page" })).toBeHidden();
  await expect(page.getByRole("main").getByRole("link", { name: "Contact Us" })).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an industry is whole: questions open, the table opens", async ({ page }) => {
    await page.goto(`/${lastIndustry.slug}`);
    const questions = page.locator("#questions");
    await questions.locator("summary").first().click();
    await expect(questions.locator("details[open] > p")).toBeVisible();
    await page.getByText("The same as a table").click();
    await expect(page.locator("#architecture").getByRole("table")).toBeVisible();
  });
});
