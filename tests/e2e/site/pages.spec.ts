import { awardsRecognition } from "#app/content/pages/awards-recognition.ts";
import { leadership } from "#app/content/pages/leadership.ts";
import { whoWeAre } from "#app/content/pages/who-we-are.ts";
import { industry, lastService, service } from "../../listed.ts";
import { answeredWith, expect, test } from "../fixtures.ts";
import { articles, currentOpenings } from "./pages-of-site.ts";
import { listLinks, readHtml, readText } from "../pages/read-html.ts";

const about = ["/who-we-are", "/leadership", "/awards-recognition"];
const [first] = leadership.decisions.rows;
const paths = [...about, "/careers", "/privacy-policy", "/terms-of-service"];

test("at 768 px no card is left alone in the last row of its grid @ci", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  for (const path of [
    "/",
    `/${lastService.slug}`,
    `/${industry.slug}`,
    "/partners",
    ...about,
    "/careers",
    "/insights",
    "/insights/category/cloud",
    "/insights/leaving-a-data-centre",
  ]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const alone = await page.evaluate(() =>
      [...document.querySelectorAll("main :is(ul, ol)")].flatMap((grid) => {
        if (getComputedStyle(grid).display !== "grid") return [];
        const cards = [...grid.children].map((card) => card.getBoundingClientRect()).filter(({ height }) => height > 0);
        // Of an odd number of leaders one stands alone.
        if (grid.matches(".people") && cards.length % 2 === 1) return [];
        const rows = new Map<number, DOMRect[]>();
        for (const card of cards) rows.set(card.top, [...(rows.get(card.top) ?? []), card]);
        const last = [...rows.values()].at(-1) ?? [];
        const isAlone = rows.size > 1 && last.length === 1 && [...rows.values()].some(({ length }) => length > 1);
        return isAlone && (last[0]?.width ?? 0) < 0.9 * grid.clientWidth ? [grid.className] : [];
      }),
    );
    expect(alone, path).toEqual([]);
  }
});
/** One of each template that has places to jump to. */
const templates = [
  "/",
  `/${service.slug}`,
  "/gcc",
  `/${industry.slug}`,
  "/awards-recognition",
  "/partners",
  "/careers",
  "/contact",
];

for (const { width, tag } of [
  { width: 390, tag: [] },
  { width: 1440, tag: ["@deep"] },
])
  test(
    `anchor targets start at the header's lower edge, or a little below it, at ${width} px`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      const wrong: string[] = [];
      let seen = 0;
      for (const path of [...templates, "/privacy-policy", articles[0]]) {
        await page.goto(path);
        const found = await page.evaluate(async () => {
          await document.fonts.ready;
          const here = [...document.querySelectorAll<HTMLAnchorElement>("main a[href*='#']")]
            .filter(({ pathname }) => pathname === location.pathname)
            .map(({ hash }) => hash.slice(1));
          // What other pages link to.
          const entrances = ["services", "industries-title", "contact-form"].filter((id) =>
            document.getElementById(id),
          );
          return [...new Set([...here, ...entrances])].map((id) => {
            location.hash = "";
            location.hash = id;
            const place = document.getElementById(id) as HTMLElement;
            const bars = [...document.querySelectorAll(".header, .pills")].map((bar) => bar.getBoundingClientRect());
            const edge = Math.max(...bars.filter(({ top }) => top < 100).map(({ bottom }) => bottom));
            const isLast = innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
            const gap = place.getBoundingClientRect().top - edge;
            return { id, gap, isSection: place.matches(".section"), isLast };
          });
        });
        seen += found.length;
        for (const { id, gap, isSection, isLast } of found) {
          const isRight = isSection ? Math.abs(gap) <= 1 : gap >= 16 && gap <= 48;
          if (!isRight && !isLast) wrong.push(`${path}#${id} stands ${gap} px below`);
        }
      }
      expect(wrong).toEqual([]);
      expect(seen).toBeGreaterThan(25);
    },
  );

test("what the owner has yet to replace is marked", async ({ request }) => {
  const marked = [
    { path: "/leadership", note: leadership.placeholderNote, rows: leadership.leaders },
    { path: "/awards-recognition", note: awardsRecognition.awards.note, rows: awardsRecognition.awards.rows },
    { path: "/who-we-are", note: whoWeAre.timeline.note, rows: whoWeAre.timeline.rows },
  ];
  for (const { path, note, rows } of marked) {
    const isLeft = rows.some(({ placeholder }) => placeholder);
    const notes = readText(await readHtml(request, path)).split(note).length - 1;
    expect(notes, path).toBe(isLeft ? 1 : 0);
  }
  const nameless = leadership.leaders.filter(({ name }) => name.startsWith("["));
  const marks = (await readHtml(request, "/leadership")).querySelectorAll(".people mark");
  expect(marks).toHaveLength(nameless.length);
});

test("the careers page counts its open roles and leads to them", async ({ page }) => {
  await page.goto("/careers");
  // Other tests publish jobs.
  const top = page.getByRole("region", { name: /^\d+ open roles$/ });
  await top.getByRole("link", { name: "See the openings" }).click();
  await expect(page.getByRole("heading", { name: "Openings", exact: true })).toBeInViewport();
});

test("on narrow screens a row of a table is a card that names its cells, and the table stays a table", async ({
  page,
}) => {
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/leadership");
    const table = page.getByRole("table", { name: leadership.decisions.title });
    await expect(table.getByRole("columnheader")).toHaveCount(4);
    await expect(table.getByRole("row")).toHaveCount(leadership.decisions.rows.length + 1);
    const row = table.getByRole("row").nth(1);
    await expect(row.getByRole("rowheader")).toHaveText(first?.decision ?? "");
    // Read out by its column header, so the label itself stays silent.
    const cell = row.getByRole("cell", { name: first?.within ?? "", exact: true });
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
  const table = page.getByRole("table", { name: leadership.decisions.title });
  await expect(table.getByRole("columnheader", { name: "Within" })).toBeVisible();
  const cell = table.getByRole("cell", { name: first?.within ?? "" });
  expect(await cell.evaluate((element) => getComputedStyle(element, "::before").content)).toBe("none");
});

test("every page but the home page says where it stands", async ({ page, request }) => {
  for (const path of paths) {
    const trails = (await readHtml(request, path)).querySelectorAll("nav[aria-label=Breadcrumb]");
    expect(trails, path).toHaveLength(1);
    expect(listLinks(trails[0] ?? null), path).toHaveLength(1);
    expect(trails[0]?.querySelectorAll("[aria-current=page]"), path).toHaveLength(1);
  }
  expect((await readHtml(request, "/")).querySelector("nav[aria-label=Breadcrumb]")).toBeNull();
  await page.goto(paths[0] ?? "");
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).locator("[aria-current=page]")).toBeVisible();
});

test("narrow screens download the small pictures of who we are and careers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names: string[] = [];
  page.on("request", (request) => names.push(new URL(request.url()).pathname.split("/").pop() ?? ""));
  for (const path of ["/who-we-are", "/careers"]) await page.goto(path);
  const large = names.filter((name) => /^(e5-wide|cover-streams)-(?!m-)/.test(name));
  expect(names.filter((name) => /^(e5-wide|cover-streams)-m-/.test(name))).toHaveLength(2);
  expect(large).toEqual([]);
});

test("the not-found page leads on: home, services, industries, contact", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  const section = page.locator("section", { has: page.locator("#missing-title") });
  const targets = await section
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(targets).toEqual(["/", "/#services", "/#industries-title", "/contact"]);
  const call = page.getByRole("region", { name: "Smarter IT Management, Better Business Outcomes" });
  await expect(call.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact#contact-form");
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
    await page.locator("nav[aria-label=Contents] a[href$='#in-short']").filter({ visible: true }).click();
    await expect(page).toHaveURL(/#in-short$/);
    await expect(page.locator("#in-short").getByRole("heading")).toBeInViewport();
  });

  test("on a phone an address stands beside the mark of its line, and marks are rhombs everywhere", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/contact");
    const lines = page.getByRole("main").getByRole("listitem").filter({ hasText: "@" });
    expect(await lines.count()).toBeGreaterThan(2);
    for (const line of await lines.all()) {
      const [mark, link] = await Promise.all([
        line.locator(".rhomb").boundingBox(),
        line.getByRole("link").boundingBox(),
      ]);
      expect(link?.x).toBeGreaterThan((mark?.x ?? 0) + (mark?.width ?? 0));
    }
    for (const path of [
      "/contact",
      "/privacy-policy",
      "/careers",
      currentOpenings[0] ?? "",
      "/insights/leaving-a-data-centre",
    ]) {
      await page.goto(path);
      const round = await page
        .locator("main ul > li")
        .evaluateAll(
          (items) =>
            items.filter((item) => ["disc", "circle", "square"].includes(getComputedStyle(item).listStyleType)).length,
        );
      expect(round, path).toBe(0);
    }
  });
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
    page.getByRole("cell", { name: first?.within ?? "", exact: true }).boundingBox(),
  ]);
  expect(cell?.x).toBeCloseTo(head?.x ?? 0, 0);
});

test("on paper text is black whatever the theme", async ({ page }) => {
  await page.goto("/who-we-are");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ media: "print", colorScheme });
    const colours = await page
      .locator("main :is(h1, h2, h3)")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(new Set(colours), colorScheme).toEqual(new Set(["rgb(0, 0, 0)"]));
  }
});
