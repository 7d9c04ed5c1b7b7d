/** Pages stay usable with the reader's own settings: text spacing, larger text, keyboard, print. */
import type { Page } from "playwright/test";
import { openBanner } from "../analytics/consent-page.ts";
import { expect, plainPage, signIn, test } from "../fixtures.ts";

/** WCAG 1.4.12, by a constructed style sheet, which the content policy lets pass. */
async function spaceText(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Shown links, buttons and headings that a box around them cuts off, sideways or downwards. */
function findCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("a, button, summary, h1, h2, h3")) {
      if (element.closest("[inert], [aria-hidden], .sr-only, .skip, dialog, .mega")) continue;
      if (element.classList.contains("sr-only") || !element.checkVisibility()) continue;
      // The words alone: a picture may well run on behind what covers its end.
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const text = { left: Infinity, right: -Infinity, bottom: -Infinity };
      while (words.nextNode()) {
        range.selectNodeContents(words.currentNode);
        for (const { left, right, bottom } of range.getClientRects()) {
          text.left = Math.min(text.left, left);
          text.right = Math.max(text.right, right);
          text.bottom = Math.max(text.bottom, bottom);
        }
      }
      if (text.left < -1 || text.right > innerWidth + 1) {
        if (!element.closest(".carousel-viewport")) cut.push(`beside the window: ${element.innerText}`);
      }
      for (let box = element.parentElement; box; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const frame = box.getBoundingClientRect();
        if (overflowX === "visible" && overflowY === "visible") continue;
        if (box.closest(".carousel-viewport")) continue;
        if (text.bottom > frame.bottom + 2 || text.right > frame.right + 2)
          cut.push(`in ${box.className || box.tagName}: ${element.innerText}`);
      }
    }
    return cut;
  });
}

for (const { width, height, tag } of [
  { width: 390, height: 844, tag: [] },
  { width: 1280, height: 720, tag: ["@deep"] },
  { width: 1440, height: 900, tag: ["@deep"] },
])
  test(`with wide text spacing nothing is cut off at ${width} x ${height}`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await spaceText(page);
    expect(await findCut(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // Whole words: no panel is narrower than the longest word of its title.
    const broken = await page
      .locator(".pillar h3")
      .evaluateAll((titles) => titles.filter((title) => title.scrollWidth > title.clientWidth).length);
    expect(broken).toBe(0);
    const lines = await page
      .locator(".pillar h3")
      .evaluateAll((titles) =>
        titles.map((title) => Math.round(title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight))),
      );
    expect(lines).toEqual([1, 1, 1, 1]);
    const contact = page.locator(".hero").getByRole("link", { name: "Contact Us" });
    await contact.click({ trial: true });
    await page.locator(".hero").getByRole("link", { name: "See our services" }).click({ trial: true });
  });

for (const [width, height] of [
  [390, 844],
  [1280, 720],
] as const)
  test(
    `the open banner hides no control that has the focus at ${width} x ${height}`,
    { tag: width === 390 ? [] : "@deep" },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height });
      await openBanner(page, "/");
      await page.clock.resume();
      const hidden: string[] = [];
      const seen = new Set<string>();
      for (let step = 0; step < 90; step += 1) {
        await page.keyboard.press("Tab");
        const { name, covered } = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          const { left, top, width, height } = element.getBoundingClientRect();
          const points = [0.1, 0.5, 0.9].flatMap((x) =>
            [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y]),
          );
          const free = points.some(([x = 0, y = 0]) => {
            const found = document.elementFromPoint(x, y);
            return found && (element.contains(found) || found.contains(element));
          });
          return { name: `${element.tagName} ${element.innerText || element.ariaLabel}`, covered: !free };
        });
        seen.add(name);
        if (covered && !name.startsWith("BODY")) hidden.push(name);
      }
      expect(seen.size).toBeGreaterThan(30);
      expect(hidden).toEqual([]);
    },
  );

test("the banner leaves the hero's text and button free at 1280 x 720", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openBanner(page, "/");
  for (const target of [
    page.getByRole("heading", { level: 1 }),
    page.locator(".hero-lead"),
    page.locator(".hero .btn"),
  ])
    for (const one of await target.all())
      expect(
        await one.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const text = range.getBoundingClientRect();
          const banner = document.querySelector("#ask")?.getBoundingClientRect();
          return !banner || text.right < banner.left || text.bottom < banner.top;
        }),
      ).toBe(true);
});

for (const path of ["/", "/auth"])
  test(`letters twice as large need no sideways scrolling at 1280 px: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const browser = await page.context().newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await page.goto(path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
    if (path === "/") await expect(page.getByRole("button", { name: "Menu" })).toBeVisible();
  });

test("the footer's targets are 44 px high and its address stays whole, at 390 px and 1440 px", async ({ page }) => {
  await page.goto(plainPage);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const targets = page.getByRole("contentinfo").locator("a:visible, button:visible");
    const heights = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...heights), `at ${width} px`).toBeGreaterThanOrEqual(44);
    const mail = page.getByRole("contentinfo").locator('a[href^="mailto:"]');
    expect((await mail.boundingBox())?.height, `at ${width} px`).toBeLessThanOrEqual(46);
  }
});

test("on paper the page is white, with every card and quote and without controls", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".skip", "#ask", ".header-end", ".carousel-controls"])
    for (const one of await page.locator(hidden).all()) await expect(one).toBeHidden();
  expect(await page.locator(".header").evaluate((header) => getComputedStyle(header).position)).toBe("static");
  const grounds = await page
    .locator("body, .band, .gold, .pillar")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(grounds)).toEqual(new Set(["rgb(255, 255, 255)"]));
  const cut = await page.locator(".slide:not([aria-hidden])").evaluateAll((slides) =>
    slides.filter((slide) => {
      const { left, right } = slide.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    }),
  );
  expect(cut).toEqual([]);
});

test.describe("staff pages", () => {
  test.use({ locale: "de-CH" });

  test("dates of accounts are in the reader's language and zone, those of figures in the site’s", async ({ page }) => {
    await signIn(page.request, "marketing");
    await page.goto("/user-management");
    await expect(
      page
        .getByRole("row", { name: /marketing@/ })
        .locator("time")
        .first(),
    ).toHaveText(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
    await page.goto("/visitor-analytics");
    await expect(page.getByText(/days in .*, as of \d\d:\d\d\./)).toBeVisible();
  });
});

test("an account without a role is told so, where it lands", async ({ page, allowConsole }) => {
  allowConsole.push(/status of 403/);
  await signIn(page.request, "norole");
  const response = await page.goto("/auth");
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(page.getByText("Your account has no role yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(1);
});
