/** Openings: found by filters with and without script, each with a page of its own. */
import Validator from "@adobe/structured-data-validator";
import WebAutoExtractor from "@marbec/web-auto-extractor";
import type { Page } from "playwright/test";
import { expect, expectNothingWider, hydrate, test } from "./fixtures.ts";
import { closedJobs, openJobs } from "./pages-of-site.ts";

const list = (page: Page) => page.getByRole("table", { name: "Openings" });
/** The rows of the list without its head. */
const rows = (page: Page) =>
  list(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("every open job is listed with its pay, and its link leads to its page", async ({ page }) => {
  await page.goto("/careers");
  await expect(rows(page)).toHaveCount(openJobs.length);
  for (const path of openJobs) await expect(list(page).locator(`a[href="${path}"]`)).toHaveCount(1);
  for (const row of await rows(page).all()) await expect(row).toContainText(/\d (a year|an hour)/);
  await list(page).getByRole("link", { name: "Cloud engineer" }).click();
  await expect(page).toHaveURL(/\/careers\/cloud-engineer$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cloud engineer");
});

test("filters work by keyboard: the address keeps them, the count is announced, clearing keeps the focus", async ({
  page,
}) => {
  await page.goto("/careers");
  await hydrate(page);
  await page.getByRole("searchbox", { name: "Words in the title" }).focus();
  await page.keyboard.type("engineer");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Department" })).toBeFocused();
  await page.keyboard.type("AI and");
  await page.getByRole("button", { name: "Show openings" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/careers?q=engineer&department=AI+and+data");
  await expect(page.getByRole("status").filter({ hasText: "openings" })).toHaveText(`2 of ${openJobs.length} openings`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Show openings" })).toBeFocused();

  await page.getByRole("link", { name: "Clear filters" }).focus();
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(openJobs.length);
  await expect(page.getByRole("searchbox", { name: "Words in the title" })).toHaveValue("");
  await expect(page.getByRole("region", { name: "Openings" })).toBeFocused();

  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Words in the title" })).toHaveValue("engineer");
  await expect(page.getByRole("combobox", { name: "Department" })).toHaveValue("AI and data");
});

test.describe("at 390 px without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("filters narrow the list, say when nothing fits, and are cleared", async ({ page }) => {
    await page.goto("/careers");
    await page.getByRole("combobox", { name: "Workplace" }).selectOption("Remote");
    await page.getByRole("button", { name: "Show openings" }).click();
    await expect(page).toHaveURL(/[?&]workplace=remote\b.*#openings$/);
    await expect(page.getByText(`1 of ${openJobs.length} openings`)).toBeInViewport();
    await expect(page.getByRole("combobox", { name: "Workplace" })).toHaveValue("remote");
    await expectNothingWider(page);

    await page.getByRole("searchbox", { name: "Words in the title" }).fill("nothing of the kind");
    await page.getByRole("button", { name: "Show openings" }).click();
    await expect(page.getByText("No opening fits all of these")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(rows(page)).toHaveCount(openJobs.length);
  });

  test("a job's page is whole, and applying carries the job to the contact form", async ({ page }) => {
    await page.goto(openJobs[0] ?? "");
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    for (const fact of ["Department", "Place", "Workplace", "Employment", "Pay", "Posted", "Closes", "Reference"])
      await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${fact}s?$`) })).toBeVisible();
    await expect(page.getByRole("heading", { name: "How we hire" }).first()).toBeVisible();
    await expect(page.getByText("keeps your message with the opening").first()).toBeVisible();
    await expectNothingWider(page);
    await page
      .getByRole("link", { name: `Apply for ${title}` })
      .last()
      .click();
    await expect(page).toHaveURL(/\/contact\?subject=Application.*&job=[a-z0-9-]+#contact-form$/);
    await expect(page.getByRole("textbox", { name: /subject/i })).toHaveValue(`Application: ${title}`);
  });
});

test("pay and days take the reader's own notation once the page runs, from the same bytes", async ({ browser }) => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto("/careers/data-engineer");
  const pay = page.getByRole("definition").filter({ hasText: "a year" });
  await expect(pay).toHaveText(/€42,000\s?–\s?€58,000 a year/);
  await hydrate(page);
  await expect(pay).toHaveText(/42\.000\s?–\s?58\.000\s€ a year/);
  await context.close();
});

test("the posting of every open job is what search engines accept; a closed one has none", async ({ request }) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text();
    const extracted = new WebAutoExtractor({ addLocation: false, embedSource: false }).parse(html);
    expect(extracted.errors, path).toEqual([]);
    const issues = await new Validator().validate(extracted);
    return { html, posting: extracted.jsonld["JobPosting"]?.[0], issues };
  };
  for (const path of openJobs) {
    const { html, posting, issues } = await read(path);
    expect(posting, path).toMatchObject({ title: /<h1[^>]*>([^<]+)/.exec(html)?.[1], directApply: false });
    const places = [posting?.["jobLocation"] ?? []].flat() as { address: { addressCountry: string } }[];
    for (const { address } of places) expect(address.addressCountry, path).toMatch(/^[A-Z]{2}$/);
    // Recommended only where it is so: work from afar, and an end that is known. The validator reads no list of places.
    const missing = issues.map(({ issueMessage }) => /"([^"]+)"/.exec(issueMessage)?.[1]);
    const inapplicable = [
      ...(posting?.["jobLocationType"] ? [] : ["applicantLocationRequirements", "jobLocationType"]),
      ...(posting?.["validThrough"] ? [] : ["validThrough"]),
      ...(places.length > 1 ? ["jobLocation.address.addressCountry"] : []),
    ];
    expect(missing.toSorted(), path).toEqual(inapplicable.toSorted());
  }
  for (const path of closedJobs) {
    const { html, posting, issues } = await read(path);
    expect(posting, path).toBeUndefined();
    expect(issues, path).toEqual([]);
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).toContain("This opening is closed");
  }
});

test("the pages of jobs can be kept by the edge, under the tags by which they are purged", async ({ request }) => {
  for (const path of ["/careers", ...openJobs.slice(0, 2)]) {
    const headers = (await request.get(path)).headers();
    expect(headers["cache-control"], path).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(headers["cache-tag"]?.split(","), path).toContain("jobs");
    expect(headers["set-cookie"], path).toBeUndefined();
  }
  expect((await request.get(openJobs[0] ?? "")).headers()["cache-tag"]).toMatch(/,job:[0-9a-f-]{36}$/);
});

test("a job nobody has is not found", async ({ request }) => {
  const answer = await request.get("/careers/no-such-job");
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("Page not found");
});
