/** Openings: found by filters with and without script, each with a page of its own. */
import Validator from "@adobe/structured-data-validator";
import WebAutoExtractor from "@marbec/web-auto-extractor";
import type { Page } from "playwright/test";
import { expect, expectNothingWider, hydrate, test } from "../fixtures.ts";
import { closedOpenings, currentOpenings, seededTitles } from "../site/pages-of-site.ts";

const list = (page: Page) => page.getByRole("table", { name: "Openings" });
/** The rows of the list without its head. */
const rows = (page: Page) =>
  list(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
/** Other tests publish jobs beside those of the seed. */
const seeded = (page: Page) => rows(page).filter({ hasText: seededTitles });

test("every open job is listed with its pay, and its link leads to its page", async ({ page }) => {
  await page.goto("/careers");
  await expect(seeded(page)).toHaveCount(currentOpenings.length);
  for (const path of currentOpenings) await expect(list(page).locator(`a[href="${path}"]`)).toHaveCount(1);
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
  for (const select of await page.getByRole("combobox").all()) await expect(select).toHaveCSS("appearance", "none");
  await page.getByRole("button", { name: "Show openings" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/careers?q=engineer&department=AI+and+data");
  await expect(page.getByRole("status").filter({ hasText: "openings" })).toHaveText(/^2 of \d+ openings$/);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Show openings" })).toBeFocused();

  await page.getByRole("link", { name: "Clear filters" }).focus();
  await page.keyboard.press("Enter");
  await expect(seeded(page)).toHaveCount(currentOpenings.length);
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
    await expect(page.getByText(/^1 of \d+ openings$/)).toBeInViewport();
    await expect(page.getByRole("combobox", { name: "Workplace" })).toHaveValue("remote");
    await expectNothingWider(page);

    await page.getByRole("searchbox", { name: "Words in the title" }).fill("nothing of the kind");
    await page.getByRole("button", { name: "Show openings" }).click();
    await expect(page.getByText("No opening fits all of these")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(seeded(page)).toHaveCount(currentOpenings.length);
  });

  test("a job's page is whole, and its way to apply leads to the form of that job", async ({ page }) => {
    await page.goto(currentOpenings[0] ?? "");
    const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    for (const fact of ["Department", "Place", "Workplace", "Employment", "Pay", "Posted", "Closes", "Reference"])
      await expect(page.getByRole("term").filter({ hasText: new RegExp(`^${fact}s?$`) })).toBeVisible();
    await expect(page.getByRole("heading", { name: "How we hire" }).first()).toBeVisible();
    await expect(page.getByText("a few minutes, without an account").first()).toBeVisible();
    await expectNothingWider(page);
    await page
      .getByRole("link", { name: `Apply for ${title}` })
      .last()
      .click();
    await expect(page).toHaveURL(/\/careers\/[a-z0-9-]+\/apply$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Apply: ${title}`);
  });
});

test("pay and days are written in one way for everybody, before and after the page runs", async ({ browser }) => {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 768, height: 1024 } });
  const page = await context.newPage();
  const day =
    /^\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d$/;
  const pay = /^[A-Z]{0,3}\p{Sc}[\d,]+–[\d,]+ (a year|a month|an hour)$/u;
  await page.goto("/careers");
  const read = async () => ({
    days: await seeded(page).getByRole("time").allTextContents(),
    pays: await seeded(page).locator('[data-label="Pay"]').allInnerTexts(),
  });
  const served = await read();
  expect([served.days.length, served.pays.length]).toEqual([currentOpenings.length, currentOpenings.length]);
  for (const text of served.days) expect(text).toMatch(day);
  for (const text of served.pays) expect(text).toMatch(pay);
  await hydrate(page);
  expect(await read()).toEqual(served);

  // Between a phone and a wide screen each row is a grid of its own: its columns are those of the others.
  const lefts = await rows(page).evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("td")].map((cell) => Math.round(cell.getBoundingClientRect().left))),
  );
  expect(lefts[0]).toHaveLength(5);
  expect(new Set(lefts.map(String)).size).toBe(1);
  const cut = await rows(page).evaluateAll(
    (all) =>
      all.flatMap((row) => [...row.querySelectorAll("td")].filter((cell) => cell.scrollWidth > cell.clientWidth))
        .length,
  );
  expect(cut, "cells that are too narrow").toBe(0);

  await page.goto("/careers/data-engineer");
  await hydrate(page);
  await expect(page.getByRole("definition").filter({ hasText: "a year" })).toHaveText("€42,000–58,000 a year");
  for (const text of await page.locator("dl time").allTextContents()) expect(text).toMatch(day);
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
  for (const path of currentOpenings) {
    const { html, posting, issues } = await read(path);
    expect(posting, path).toMatchObject({ title: /<h1[^>]*>([^<]+)/.exec(html)?.[1], directApply: true });
    const places = [posting?.["jobLocation"] ?? []].flat() as { address: { addressCountry: string } }[];
    for (const { address } of places) expect(address.addressCountry, path).toMatch(/^[A-Z]{2}$/);
    expect(posting?.["validThrough"], path).toMatch(/^20\d\d-\d\d-\d\dT/);
    // Recommended only where it is so: work from afar. The validator reads no list of places.
    const missing = issues.map(({ issueMessage }) => /"([^"]+)"/.exec(issueMessage)?.[1]);
    const inapplicable = [
      ...(posting?.["jobLocationType"] ? [] : ["applicantLocationRequirements", "jobLocationType"]),
      ...(places.length > 1 ? ["jobLocation.address.addressCountry"] : []),
    ];
    expect(missing.toSorted(), path).toEqual(inapplicable.toSorted());
  }
  for (const path of closedOpenings) {
    const { html, posting, issues } = await read(path);
    expect(posting, path).toBeUndefined();
    expect(issues, path).toEqual([]);
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).toContain("This opening is closed");
  }
});

test("the pages of jobs can be kept by the edge, under the tags by which they are purged", async ({ request }) => {
  for (const path of ["/careers", ...currentOpenings.slice(0, 2)]) {
    const headers = (await request.get(path)).headers();
    expect(headers["cache-control"], path).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(headers["cache-tag"]?.split(","), path).toContain("jobs");
    expect(headers["set-cookie"], path).toBeUndefined();
  }
  expect((await request.get(currentOpenings[0] ?? "")).headers()["cache-tag"]).toMatch(/,job:[a-z0-9-]+$/);
});

test("a job's former address leads to its present one, as a page and as the data of one", async ({ page, request }) => {
  const former = "/careers/cloud-platform-engineer";
  const answer = await request.get(former, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([301, "/careers/cloud-engineer"]);
  // React Router's own answer to a page that runs: it goes where the data say.
  const asData = await request.get(`${former}.data`, { maxRedirects: 0 });
  expect(asData.status()).toBe(202);
  expect(await asData.text()).toContain('"redirect","/careers/cloud-engineer","status",301');
  await page.goto(former);
  await expect(page).toHaveURL("/careers/cloud-engineer");
});

test("a job nobody has is not found", async ({ request }) => {
  const answer = await request.get("/careers/no-such-job");
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("Page not found");
});
