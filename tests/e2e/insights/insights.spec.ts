import type { Locator } from "playwright/test";
import sharp from "sharp";
import { readColours } from "../../../scripts/lib/tokens.ts";
import { answeredWith, baseURL, expect, expectNotFoundPage, expectNothingWider, hydrate, test } from "../fixtures.ts";
import { readSitemap } from "../site/pages-of-site.ts";

const accent = readColours()("accent").slice(1).toLowerCase();
const article = "/insights/leaving-a-data-centre";

test("the listing leads with the featured article and pages through the others", async ({ page }) => {
  await page.goto("/insights");
  const titles = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(titles.first()).toHaveText("What an AI pilot must prove before you pay for a second one");
  await expect(page.getByRole("main").getByRole("listitem").getByRole("heading", { level: 2 })).toHaveCount(9);
  const times = await page.getByText(/\d min read$/).allTextContents();
  expect(new Set(times.map((text) => text.split(", ")[1])).size).toBeGreaterThan(3);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL("/insights?page=2");
  await expect(page.getByRole("link", { name: "Leaving a data centre: seven decisions, in order" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]")).toHaveText("Page 2");
});

test("a scheduled article is nowhere yet", async ({ page, request, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  expect((await request.get("/insights/licences-you-pay-twice")).status()).toBe(404);
  expect(await readSitemap(request)).not.toContain("licences-you-pay-twice");
  await page.goto("/insights?q=licences");
  await expect(page.getByRole("link", { name: /Platform licences|pay twice/ })).toHaveCount(0);
});

test("the two older addresses show the same listing and name its one address", async ({ page }) => {
  for (const path of ["/thought-leadership", "/thoughtleadership"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}/insights`);
  }
});

test("the first move on a listing does not disturb it, and a category narrows it", async ({ page }) => {
  await page.goto("/insights");
  await hydrate(page);
  const categories = page.getByRole("navigation", { name: "Categories" });
  await categories.getByRole("link", { name: "Cloud", exact: true }).click();
  await expect(page).toHaveURL("/insights/category/cloud");
  await expect(page.getByRole("heading", { level: 1, name: "Cloud" })).toBeVisible();
  await expect(categories.locator("[aria-current=page]")).toHaveText("Cloud");
  await categories.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL("/insights");
});

test("an article has its contents, its table that scrolls, its notes and its place among the others", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(article);
  await hydrate(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leaving a data centre: seven decisions, in order");
  await expect(page.getByText("18 November 2025")).toBeVisible();
  const words = (await page.locator(".prose").innerText()).match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu)?.length ?? 0;
  await expect(page.getByText(`${Math.ceil(words / 220)} min read`, { exact: true })).toBeVisible();
  const frame = page.getByRole("region", { name: /^Table 1: / });
  await frame.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await expectNothingWider(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "4. Who moves together?" }).click();
  await expect(page).toHaveURL(/#4-who-moves-together$/);
  const heading = page.getByRole("heading", { name: "4. Who moves together?" });
  await expect(heading).toBeInViewport();
  expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(60);
  await expect(contents.locator("[aria-current=location]")).toHaveText("4. Who moves together?");
  await expect(page.getByRole("link", { name: "Share on LinkedIn" })).toHaveAttribute(
    "href",
    `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(`${baseURL}${article}`)}`,
  );
  await expect(page.getByRole("region", { name: "Related articles" }).getByRole("listitem").first()).toBeVisible();
});

/** Whether the left and the right edge of what is shown of a frame carry the mark, half-way down. */
async function readMarks(frame: Locator): Promise<boolean[]> {
  const { data, info } = await sharp(await frame.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isAccent = (x: number) => {
    const at = (Math.floor(info.height / 2) * info.width + x) * 3;
    return data.subarray(at, at + 3).toString("hex") === accent;
  };
  // Code has a border of three pixels at the left.
  return [[2, 3, 4, 5].some(isAccent), [1, 2, 3].some((x) => isAccent(info.width - x))];
}

test("what is wider than its frame marks the edges behind which there is more, and scrolls by keyboard", async ({
  page,
}) => {
  // A phone, and the narrowest window in which the text stands between two columns.
  for (const width of [390, 1210]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/insights/reading-a-cloud-bill");
    for (const frame of [
      page.getByRole("group", { name: "Code: SQL" }).first(),
      ...(width === 390 ? [page.getByRole("region", { name: /^Table 1: / })] : []),
    ]) {
      const room = await frame.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(room, `at ${width} px`).toBeGreaterThan(20);
      expect(await readMarks(frame), `at ${width} px`).toEqual([false, true]);
      await frame.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
      await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth, behavior: "instant" }));
      await page.keyboard.press("Tab");
      expect(await readMarks(frame), `at the end, at ${width} px`).toEqual([true, false]);
    }
  }
  // Where there is room nothing scrolls: the widest of the demo tables stands whole beside the contents.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(article);
  const table = page.getByRole("region", { name: /^Table 1: / });
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("a diagram follows the theme: the system's, the chosen one, and on pages that come by navigation @ci", async ({
  page,
}) => {
  const shown = () =>
    page.getByRole("img", { name: /^A decision tree/ }).evaluate((image: HTMLImageElement) => image.currentSrc);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(article);
  await page.getByRole("img", { name: /^A decision tree/ }).scrollIntoViewIfNeeded();
  await expect.poll(shown).toMatch(/data-centre-dispositions-dark\.svg$/);
  await hydrate(page);
  await page.getByRole("button", { name: "Switch theme" }).click();
  await expect.poll(shown).toMatch(/data-centre-dispositions\.svg$/);
  await page.goto("/insights?page=2");
  await hydrate(page);
  await page.getByRole("link", { name: "Leaving a data centre: seven decisions, in order" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leaving a data centre: seven decisions, in order");
  await page.getByRole("img", { name: /^A decision tree/ }).scrollIntoViewIfNeeded();
  await expect.poll(shown).toMatch(/data-centre-dispositions\.svg$/);
  for (const name of ["data-centre-dispositions", "data-centre-dispositions-dark"]) {
    const drawing = await (await page.request.get(`/media/demo/${name}.svg`)).text();
    // Inside an <img> a drawing has no fonts of the page: its text is set as outlines.
    expect(drawing).toContain("<use");
    expect(drawing).not.toMatch(/<text|font-family|var\(/);
  }
});

test("a footnote leads to its note and back, once the scripts run, too", async ({ page }) => {
  await page.goto("/insights/dora-for-engineering-managers");
  await hydrate(page);
  await page.getByRole("link", { name: "Note 1", exact: true }).click();
  await expect(page).toHaveURL(/#fn-1$/);
  const back = page.getByRole("link", { name: "Back to where note 1 is mentioned" });
  await expect(back).toBeInViewport();
  await back.click();
  await expect(page).toHaveURL(/#fnref-1$/);
  await expect(page.getByRole("link", { name: "Note 1", exact: true })).toBeInViewport();
});

test("a link in the text to another article is followed without a new document", async ({ page }) => {
  await page.goto("/insights/dora-for-engineering-managers");
  await hydrate(page);
  await page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
  await page.getByRole("link", { name: "review that looks past blame" }).click();
  await expect(page).toHaveURL("/insights/incident-reviews-without-blame");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Incident reviews/);
  await expect(page.locator("html[data-kept]")).toHaveCount(1);
});

test("the address of an article can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(article);
  await hydrate(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Address copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${article}`);
});

test("the other address of an article shows the same and names its one address", async ({ page }) => {
  await page.goto(article.replace("/insights/", "/blog/"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Leaving a data centre: seven decisions, in order");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${article}`);
});

test("what no article has is a designed page with status 404", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  for (const path of [
    "/insights/none",
    "/blog/none",
    "/insights/tag/none",
    "/insights?page=9",
    "/insights/preview/none",
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expectNotFoundPage(page);
    await expect(page.getByRole("contentinfo")).toBeVisible();
  }
});

test("covers are kept for a year, and the feeds are found from the listing", async ({ page, request }) => {
  await page.goto("/insights");
  const cover = await page.getByRole("main").locator("img").first().getAttribute("src");
  const headers = (await request.get(cover ?? "")).headers();
  expect(headers["content-type"]).toBe("image/svg+xml");
  expect(headers["cache-control"]).toContain("immutable");
  const feeds = await page
    .locator("link[rel=alternate]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(feeds).toEqual(["/insights/rss.xml", "/insights/atom.xml", "/insights/feed.json"]);
  for (const feed of feeds) expect((await request.get(feed ?? "")).status(), feed ?? "").toBe(200);
});

test("in print an article is its text: no contents, no sharing, no other articles", async ({ page }) => {
  await page.goto(article);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Contents" })).toBeHidden();
  await expect(page.getByRole("group", { name: "Share this article" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Related articles" })).toBeHidden();
  await expect(page.getByRole("table")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });

  test("the search finds words in other forms, and says when it finds nothing", async ({ page }) => {
    await page.goto("/insights");
    await page.getByRole("searchbox", { name: "Search the articles" }).fill("mainframes");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL("/insights?q=mainframes");
    await expect(page.getByText(/articles? for “mainframes”/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Retiring a mainframe, one ledger at a time" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search the articles" }).fill("<zebra>");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Nothing found for “<zebra>”" })).toBeVisible();
    await page.getByRole("link", { name: "Show all articles" }).click();
    await expect(page).toHaveURL("/insights");
  });

  test("an article is whole: contents, notes, picture, sharing by plain links", async ({ page }) => {
    await page.goto(article);
    await page.getByRole("link", { name: "5. Who pays while both places run?" }).click();
    await expect(page.getByRole("heading", { name: "5. Who pays while both places run?" })).toBeInViewport();
    await expect(page.getByRole("link", { name: "Send by e-mail" })).toHaveAttribute(
      "href",
      /^mailto:\?subject=Leaving/,
    );
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(0);
    await expect(page.getByRole("img", { name: /^A decision tree/ })).toHaveAttribute("width", "600");
  });
});
