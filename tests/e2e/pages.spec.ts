import { answeredWith, expect, hydrate, test } from "./fixtures.ts";
import { openJobs } from "./pages-of-site.ts";

const about = ["/who-we-are", "/leadership", "/awards-recognition"];
const legal = ["/privacy-policy", "/terms-of-service"];
const paths = [...about, "/careers", ...legal];

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

test("what the owner has yet to replace is marked", async ({ page }) => {
  await page.goto("/leadership");
  await expect(page.getByText("Names and portraits are placeholders.")).toBeVisible();
  await expect(page.getByText("Name to be added")).toHaveCount(8);
  await page.goto("/awards-recognition");
  await expect(page.getByText("Placeholder rows: no award is claimed here.")).toBeVisible();
  await page.goto("/who-we-are");
  await expect(page.getByText("Placeholder rows: the owner of this site replaces them")).toBeVisible();
});

test("the careers page counts its open roles and leads to them", async ({ page }) => {
  await page.goto("/careers");
  const top = page.getByRole("region", { name: `${openJobs.length} open roles` });
  await top.getByRole("link", { name: "See the openings" }).click();
  await expect(page.getByRole("heading", { name: "Openings", exact: true })).toBeInViewport();
});

test("on narrow screens a row of a table is a card that names its cells, and the table stays a table", async ({
  page,
}) => {
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/leadership");
    const table = page.getByRole("table", { name: "How decisions are made" });
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await expect(table.getByRole("row")).toHaveCount(7);
    const row = table.getByRole("row").nth(1);
    await expect(row.getByRole("rowheader")).toHaveText("Take on a new client");
    // Read out by its column header, so the label itself stays silent.
    const cell = row.getByRole("cell", { name: "5 working days", exact: true });
    await expect(cell).toBeVisible();
    expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toBe('"Within" / ""');
    const [head, body] = await Promise.all([row.getByRole("rowheader").boundingBox(), cell.boundingBox()]);
    expect(body?.y, `at ${width} px`).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0) - 1);
    expect((body?.x ?? 0) + (body?.width ?? 0), `at ${width} px`).toBeLessThanOrEqual(width);
  }
});

test("on wide screens a table has one line of column headers and needs no labels", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/leadership");
  const table = page.getByRole("table", { name: "How decisions are made" });
  await expect(table.getByRole("columnheader", { name: "Within" })).toBeVisible();
  const cell = table.getByRole("cell", { name: "5 working days" });
  expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toBe("none");
});

test("every page but the home page says where it stands", async ({ page }) => {
  for (const path of paths) {
    await page.goto(path);
    const trail = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(trail.getByRole("link"), path).toHaveCount(1);
    await expect(trail.locator("[aria-current=page]"), path).toBeVisible();
  }
  await page.goto("/");
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveCount(0);
});

test("the contents of a legal page mark the section being read", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/privacy-policy");
  await hydrate(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  for (const name of ["Cookies", "Your rights"]) {
    await contents.getByRole("link", { name, exact: true }).click();
    await expect(contents.locator("[aria-current]")).toHaveText(name);
    await expect(contents.getByRole("link", { name, exact: true })).toBeInViewport();
    await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport();
  }
});

test("what a legal page leaves to its owner stands out in the text", async ({ page }) => {
  for (const path of legal) {
    await page.goto(path);
    const blanks = await page.locator("mark").allTextContents();
    const brackets = (await page.getByRole("main").innerText()).match(/\[[^\]]+\]/g);
    expect(blanks.length, path).toBeGreaterThan(1);
    expect(blanks, path).toEqual(brackets);
  }
});

test("addresses to write to can be followed", async ({ page }) => {
  for (const path of [...legal, "/careers"]) {
    await page.goto(path);
    const links = page.getByRole("main").getByRole("link", { name: "@" });
    expect(await links.count(), path).toBeGreaterThan(0);
    for (const link of await links.all())
      await expect(link).toHaveAttribute("href", `mailto:${await link.textContent()}`);
  }
});

test("narrow screens download the small pictures of who we are and careers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names: string[] = [];
  page.on("request", (request) => names.push(new URL(request.url()).pathname.split("/").pop() ?? ""));
  for (const path of ["/who-we-are", "/careers"]) await page.goto(path);
  const large = names.filter((name) => /^(e5-wide|cover-wave)-(?!m-)/.test(name));
  expect(names.filter((name) => /^(e5-wide|cover-wave)-m-/.test(name))).toHaveLength(2);
  expect(large).toEqual([]);
});

test("the not-found page leads on: home, services, industries, contact", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  const section = page.getByRole("region", { name: "One tile is missing" });
  const targets = await section
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(targets).toEqual(["/", "/#services", "/#industries-title", "/contact"]);
  await section.getByRole("link", { name: "Industries" }).click();
  await expect(page.getByRole("heading", { name: "Industries", exact: true })).toBeInViewport();
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

test("on paper questions show their answers, tables their headers, and no button is left", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.goto("/careers");
  await page.emulateMedia({ media: "print" });
  const answers = page.locator("#questions details > p");
  expect(await answers.count()).toBeGreaterThan(2);
  for (const answer of await answers.all()) expect((await answer.boundingBox())?.height ?? 0).toBeGreaterThan(20);
  for (const button of await page.locator(".btn").all()) await expect(button).toBeHidden();
  await page.goto("/leadership");
  const within = page.getByRole("columnheader", { name: "Within" });
  await expect(within).toBeVisible();
  const [head, cell] = await Promise.all([
    within.boundingBox(),
    page.getByRole("cell", { name: "5 working days", exact: true }).boundingBox(),
  ]);
  expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`on paper text is black whatever the theme: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ media: "print", colorScheme });
    for (const path of ["/careers", "/who-we-are"]) {
      await page.goto(path);
      const colours = await page
        .locator("main :is(h1, h2, h3)")
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
      expect(new Set(colours), path).toEqual(new Set(["rgb(0, 0, 0)"]));
    }
  });
