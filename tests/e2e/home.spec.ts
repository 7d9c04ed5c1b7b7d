import type { Locator, Page } from "playwright/test";
import { expect, expectAccessible, hydrate, test } from "./fixtures.ts";

const widths = [
  { width: 600, cards: 1, quotes: 1 },
  { width: 800, cards: 2, quotes: 2 },
  { width: 1100, cards: 3, quotes: 2 },
  { width: 1440, cards: 5, quotes: 2 },
];

function findCarousel(page: Page, name: string) {
  const region = page.getByRole("region", { name });
  return {
    region,
    list: region.locator(".carousel-viewport"),
    next: region.getByRole("button", { name: /^Next/ }),
    previous: region.getByRole("button", { name: /^Previous/ }),
  };
}

const findEdge = (page: Page) => findCarousel(page, "The E5 Edge");
const findVoices = (page: Page) => findCarousel(page, "Real Results. Real Impact. Real Voices.");

/** Headings or names of the slides that lie inside the list, left to right. */
function readVisible(list: Locator, selector: string): Promise<string[]> {
  return list.evaluate((element, inner) => {
    const frame = element.getBoundingClientRect();
    return [...element.querySelectorAll(inner)]
      .map((node) => ({ box: node.getBoundingClientRect(), text: node.textContent ?? "" }))
      .filter(({ box }) => box.left >= frame.left - 2 && box.right <= frame.right + 2)
      .toSorted((a, b) => a.box.left - b.box.left)
      .map(({ text }) => text);
  }, selector);
}

test("the home page shows every section with the specification's words", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Fivewright/);
  await expect(page.getByRole("heading", { level: 1, name: "Redefining Digital Possibilities" })).toBeVisible();
  await expect(page.getByText("Lead your business transformation with AI-first strategies")).toBeVisible();
  await expect(page.getByText("Technology | Transformation | Together")).toHaveCount(2);
  for (const pillar of ["AI", "Cloud", "Applications", "Infrastructure"])
    await expect(page.getByRole("heading", { level: 3, name: pillar, exact: true })).toBeVisible();
  const services = page.getByRole("region", { name: /Six services/ });
  await expect(services.getByRole("link", { name: /^Know More about/ })).toHaveCount(6);
  const industries = page.getByRole("region", { name: "Industries" });
  await expect(industries.getByText("How can the product help?")).toHaveCount(5);
  await expect(industries.getByRole("link", { name: /^Know More about/ })).toHaveCount(5);
  await expect(
    page.getByText("20+ years of technology transformation and accelerated innovation.").first(),
  ).toBeVisible();
  await expect(page.getByText(/Illustrative examples/)).toBeVisible();
  const call = page.getByRole("region", { name: "Transform Your Business with Cutting-Edge Technology Solutions" });
  await expect(call.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact#contact-form");
});

test("the footer holds the specification's links", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  const paths = await footer.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(paths).toEqual([
    "/",
    "/artificial-intelligence",
    "/data-analytics",
    "/cloud-engineering",
    "/application-lifecycle",
    "/platforms",
    "/infrastructure-security",
    "/gcc",
    "/insights",
    "/partners",
    "/careers",
    "https://www.linkedin.com/company/fivewright",
    "https://x.com/fivewright",
    "https://www.instagram.com/fivewright",
    "mailto:sales@fivewright.example",
    "/privacy-policy",
    "/terms-of-service",
  ]);
  await expect(footer.getByText("© 2025")).toBeVisible();
});

test("Know More opens the industry's page at the top", async ({ page, allowConsole }) => {
  allowConsole.push(/404/);
  await page.goto("/");
  await page.getByRole("link", { name: "Know More about Pharmaceutical" }).click();
  await page.waitForURL("**/pharmaceutical");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

for (const { width, cards, quotes } of widths) {
  test(`at ${width} px the E5 carousel shows ${cards} and goes round both ways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { region, list, next, previous } = findEdge(page);
    await expect(list).toHaveAttribute("data-live", "");
    await expect(region.getByRole("group", { name: /^\d of 5$/ })).toHaveCount(5);
    const titles = ["Experience", "Ecosystem", "Ethics", "Execution", "Expertise"];
    const rotated = (by: number) => Array.from({ length: cards }, (_, i) => titles[(i + by) % 5]);
    await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(0));
    for (let step = 1; step <= 6; step++) {
      await next.click();
      await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(step));
    }
    await previous.click();
    await previous.click();
    await expect.poll(() => readVisible(list, "h3")).toEqual(rotated(4));
  });

  test(`at ${width} px ${quotes} quotes are shown, and the buttons are disabled at the ends`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { region, list, next, previous } = findVoices(page);
    await expect(list).toHaveAttribute("data-live", "");
    await expect.poll(() => readVisible(list, "figure")).toHaveLength(quotes);
    await expect(previous).toBeDisabled();
    for (let step = 0; step < 4 - quotes; step++) {
      await expect(next).toBeEnabled();
      await next.click();
    }
    await expect(next).toBeDisabled();
    await expect(previous).toBeEnabled();
    await region.getByRole("button", { name: "Show quote 1 of 4" }).click();
    await expect(previous).toBeDisabled();
    await region.getByRole("button", { name: "Show quote 4 of 4" }).click();
    await expect(next).toBeDisabled();
    await expect(region.getByRole("button", { name: "Show quote 4 of 4" })).toHaveAttribute("aria-current", "true");
  });
}

test.describe("the quotes", () => {
  /** At the first quote, the clock standing still, pointer and focus elsewhere: five seconds start here. */
  test.beforeEach(async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.setViewportSize({ width: 600, height: 900 });
    await page.goto("/");
    await hydrate(page);
    const { list, region } = findVoices(page);
    await expect(list).toHaveAttribute("data-live", "");
    await list.hover();
    await page.clock.pauseAt(3_600_000);
    await region.getByRole("button", { name: "Show quote 1 of 4" }).click();
    await page.clock.runFor(2_000);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.mouse.move(5, 5);
    await expect(list).toHaveAttribute("aria-live", "off");
  });

  const readCurrent = (page: Page) =>
    findVoices(page)
      .region.locator(".dot[aria-current]")
      .evaluate((dot) => dot.getAttribute("aria-label"));

  test("advance every five seconds and return from the last to the first", async ({ page }) => {
    let before = 1;
    for (const after of [2, 3, 4, 1, 2]) {
      await page.clock.runFor(4_999);
      expect(await readCurrent(page)).toBe(`Show quote ${before} of 4`);
      await page.clock.runFor(1);
      await expect.poll(() => readCurrent(page)).toBe(`Show quote ${after} of 4`);
      before = after;
    }
  });

  test("stand still under the pointer, with the focus in them, and by the button", async ({ page }) => {
    const { region, list, next } = findVoices(page);
    await list.hover();
    await expect(list).toHaveAttribute("aria-live", "polite");
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe("Show quote 1 of 4");
    await next.focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe("Show quote 1 of 4");
    await region.getByRole("button", { name: "Stop moving the quotes" }).click();
    await page.mouse.move(5, 5);
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).focus();
    await page.clock.runFor(12_000);
    expect(await readCurrent(page)).toBe("Show quote 1 of 4");
    await region.getByRole("button", { name: "Start moving the quotes" }).click();
    await expect(list).toHaveAttribute("aria-live", "off");
    await page.clock.runFor(5_000);
    await expect.poll(() => readCurrent(page)).toBe("Show quote 2 of 4");
  });

  test("do not move under reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.runFor(20_000);
    expect(await readCurrent(page)).toBe("Show quote 1 of 4");
    await expect(page.getByRole("button", { name: "Stop moving the quotes" })).toBeHidden();
  });
});

test("a carousel that was scrolled before hydration stays where it was", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  const { list } = findEdge(page);
  await list.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2, behavior: "instant" }));
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
  await hydrate(page);
  await expect(list).toHaveAttribute("data-live", "");
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ethics"]);
});

test("arrow keys move a carousel that has the focus", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const { list, region } = findEdge(page);
  await list.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
  await expect(region.getByText("Ecosystem, 2 of 5")).toBeAttached();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Experience"]);
});

test("a sideways swipe of the wheel moves a carousel by one, and up and down scrolls the page", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const { list } = findEdge(page);
  await expect(list).toHaveAttribute("data-live", "");
  // One swipe is a burst of events.
  await list.evaluate((element) => {
    for (let event = 0; event < 5; event++)
      element.dispatchEvent(new WheelEvent("wheel", { deltaX: 60, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => readVisible(list, "h3")).toEqual(["Ecosystem"]);
  await list.hover();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  expect(await readVisible(list, "h3")).toEqual(["Ecosystem"]);
});

test("a page that is slow to come shows that it is loading", async ({ page, allowConsole }) => {
  allowConsole.push(/404/);
  await page.goto("/");
  await hydrate(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.data**", async (route) => {
    await held;
    await route.continue();
  });
  const star = page.getByRole("status").getByRole("img", { name: "Loading the page" });
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await expect(star).toBeVisible();
  await expect.poll(() => star.evaluate((node) => getComputedStyle(node.parentElement as Element).opacity)).toBe("1");
  release();
  await expect(star).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

test("nothing moves by itself while the page loads and hydrates", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + (entry as PerformanceEntry & { value: number }).value,
        );
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await hydrate(page);
  for (let top = 0; top < 7000; top += 500) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    await page.waitForTimeout(60);
  }
  expect(Number((await page.locator("html").getAttribute("data-shift")) ?? 0)).toBeLessThan(0.005);
});

test("a carousel keeps its place when the window changes", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await hydrate(page);
  const first = page.getByRole("region", { name: "The E5 Edge" }).getByRole("group", { name: "1 of 5" });
  await first.scrollIntoViewIfNeeded();
  const before = await first.boundingBox();
  for (const width of [1000, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  }
  expect((await first.boundingBox())?.x).toBeCloseTo(before?.x ?? Number.NaN, 0);
});

for (const width of [320, 390, 720, 1024, 1280, 1920])
  test(`nothing is wider than a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto("/");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

test("only the shown theme's pictures are downloaded", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image") pictures.push(new URL(request.url()).pathname);
  });
  await page.goto("/");
  await page.getByRole("region", { name: /Six services/ }).scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(pictures.filter((path) => /hero-(m-)?light/.test(path))).toEqual([]);
  expect(pictures.filter((path) => /hero-dark/.test(path))).toHaveLength(1);
  const tokens = pictures.filter((path) => path.includes("/token-"));
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.filter((path) => !path.includes("-dark"))).toEqual([]);
});

test("the page works with JavaScript off: lists scroll and the server's HTML has no inline style", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 600, height: 900 } });
  const page = await context.newPage();
  const response = await page.goto(baseURL ?? "");
  expect(await response?.text()).not.toMatch(/<[^>]+\sstyle=/);
  await expect(page.getByRole("region", { name: "The E5 Edge" }).getByText("Expertise")).toBeAttached();
  await expect(findEdge(page).next).toBeHidden();
  await findEdge(page).list.focus();
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => page.evaluate(() => document.querySelector(".carousel-viewport")?.scrollLeft))
    .toBeGreaterThan(0);
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1440])
    test(`the whole page is accessible at ${width} px (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      await expectAccessible(page);
      await hydrate(page);
      await expect(findEdge(page).list).toHaveAttribute("data-live", "");
      await expectAccessible(page);
    });

test("an unexpected error shows the error screen, which tells nothing of it and can be left", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/.*/);
  await page.goto("/");
  await hydrate(page);
  let broken = true;
  await page.route("**/*.data**", (route) =>
    broken ? route.fulfill({ status: 500, body: "secret detail" }) : route.continue(),
  );
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(
    page.getByText(
      "We encountered an unexpected error. Please try refreshing the page or contact support if the problem persists.",
    ),
  ).toBeVisible();
  await expect(page.getByText("secret detail")).toBeHidden();
  await expect(page.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await expectAccessible(page);
  broken = false;
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeHidden();
});
