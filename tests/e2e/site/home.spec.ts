import type { Locator, Page } from "playwright/test";
import sharp from "sharp";
import { brand } from "#app/content/brand.ts";
import { spellOutCapitalized } from "#app/content/spell-out.ts";
import { services } from "#app/content/services.ts";
import { testimonials, testimonialsNote } from "#app/content/testimonials.ts";
import { industryCard } from "../../listed.ts";
import { chooseBefore } from "../analytics/consent-page.ts";
import { answeredWith, expect, expectAccessible, hydrate, settle, test } from "../fixtures.ts";
import { listLinks, readHtml, readText } from "../pages/read-html.ts";

/** The section is named after its count. */
const findServices = (page: Page) =>
  page.getByRole("region", { name: `${spellOutCapitalized(services.length)} services, one accountable team` });

test("the home page shows every section with the specification's words", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(new RegExp(brand.name));
  await expect(page.getByRole("heading", { level: 1, name: "Redefining Digital Possibilities" })).toBeVisible();
  await expect(page.getByText("Lead your business transformation with AI-first strategies")).toBeVisible();
  await expect(page.getByText(brand.tagline.join(" | "))).toHaveCount(2);
  for (const pillar of ["AI", "Cloud", "Applications", "Infrastructure"])
    await expect(page.getByRole("heading", { level: 3, name: pillar, exact: true })).toBeVisible();
  await expect(findServices(page).getByRole("link", { name: /^Know More about/ })).toHaveCount(services.length);
  const industries = page.getByRole("region", { name: "Industries" });
  await expect(industries.getByText("How can the product help?")).toHaveCount(5);
  await expect(industries.getByRole("link", { name: /^Know More about/ })).toHaveCount(5);
  await expect(
    page.getByText("20+ years of technology transformation and accelerated innovation.").first(),
  ).toBeVisible();
  const examples = testimonials.filter(({ placeholder }) => placeholder);
  await expect(page.getByText(testimonialsNote)).toHaveCount(examples.length > 0 ? 1 : 0);
  const call = page.getByRole("region", { name: "Transform Your Business with Cutting-Edge Technology Solutions" });
  await expect(call.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", "/contact#contact-form");
});

test("the footer holds the specification's links", async ({ request }) => {
  const footer = (await readHtml(request, "/")).querySelector("footer");
  expect(listLinks(footer)).toEqual([
    "/",
    ...services.map(({ slug }) => `/${slug}`),
    "/gcc",
    "/insights",
    "/partners",
    "/careers",
    ...brand.social.map(({ href }) => href),
    `mailto:${brand.salesEmail}`,
    "/privacy-policy",
    "/terms-of-service",
  ]);
  expect(readText(footer)).toContain(`© ${brand.copyrightYear}`);
});

test("Know More opens the industry's page at the top", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  await page.goto("/");
  await page.getByRole("link", { name: `Know More about ${industryCard.name}` }).click();
  await page.waitForURL(`**/${industryCard.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("nothing moves by itself while the page loads and hydrates, is scrolled through and pointed at", async ({
  page,
}) => {
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
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 500) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: "instant" }), top);
    await settle(page);
  }
  await page.locator(".pillars").scrollIntoViewIfNeeded();
  const panels = await page.locator(".pillar").all();
  expect(panels).toHaveLength(4);
  const readRoom = (panel: Locator) =>
    panel.evaluate((one) => {
      const next = one.nextElementSibling?.getBoundingClientRect().left ?? innerWidth;
      return Math.round(next - one.getBoundingClientRect().left);
    });
  const narrow = await readRoom(page.locator(".pillar").last());
  for (const panel of panels) {
    await panel.hover({ position: { x: 60, y: 200 } });
    await expect.poll(() => readRoom(panel)).toBeGreaterThan(narrow * 1.4);
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  }
  expect(Number((await page.locator("html").getAttribute("data-shift")) ?? 0)).toBe(0);
});

test("at every width the hero's bodies are whole, its field ends inside the picture, and neither touches the headline @ci", async ({
  page,
  context,
}) => {
  // The banner would come to stand over the picture.
  await chooseBefore(context, "rejected");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  for (const width of [390, 700, 768, 1023, 1024, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const art = page.locator(".hero-art");
    await expect
      .poll(() => art.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toContain(width < 700 ? "hero-m-" : width < 1024 ? "hero-t-" : "hero-light");
    await art.evaluate((image: HTMLImageElement) => image.decode());
    // Decoded, it is drawn in the next frame.
    await settle(page);
    const cut = await art.evaluate(async (image: HTMLImageElement) => {
      const drawing = await (await fetch(image.currentSrc)).text();
      const [wide = 1, high = 1] = (/viewBox="0 0 (\d+ \d+)"/.exec(drawing)?.[1] ?? "").split(" ").map(Number);
      const frame = image.getBoundingClientRect();
      const { objectFit, objectPosition } = getComputedStyle(image);
      const scales = [frame.width / wide, frame.height / high];
      const scale = objectFit === "cover" ? Math.max(...scales) : Math.min(...scales);
      const [across = 0, down = 0] = objectPosition.split(" ").map((part) => Number.parseFloat(part) / 100);
      const left = frame.left + (frame.width - wide * scale) * across;
      const top = frame.top + (frame.height - high * scale) * down;
      const bodies = [...(drawing.split('class="satellites"')[1] ?? "").matchAll(/cx="(\d+)" cy="(\d+)" r="(\d+)"/g)];
      if (bodies.length < 4) return "there are no bodies";
      return bodies.filter((body) => {
        const [x = 0, y = 0, r = 0] = body.slice(1).map((number) => Number(number) * scale);
        return left + x - r < 0 || left + x + r > innerWidth || top + y - r < frame.top || top + y + r > frame.bottom;
      }).length;
    });
    expect(cut, `bodies cut off at ${width} px`).toBe(0);
    const line = await page.locator(".hero h1").evaluate((title) => {
      const range = document.createRange();
      range.selectNodeContents(title.lastChild as Text);
      const { x, y, width: length, height } = range.getBoundingClientRect();
      (title as HTMLElement).style.visibility = "hidden";
      return { x, y, width: length + 10, height };
    });
    expect(await countColours(await page.screenshot({ clip: line })), `behind the headline at ${width} px`).toBe(1);
    await page.locator(".hero h1").evaluate((title) => (title as HTMLElement).style.removeProperty("visibility"));
    const { y = 0 } = (await art.boundingBox()) ?? {};
    if (width < 1024)
      expect(
        await countColours(await page.screenshot({ clip: { x: 0, y, width, height: 2 } })),
        `along the top edge at ${width} px`,
      ).toBe(1);
  }
});

test("the pillars stand on the page's grid at 1440 px and 1920 px", async ({ page }) => {
  await page.goto("/");
  const readLeft = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((title) => title.getBoundingClientRect().left);
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await readLeft(".pillar h3"), `at ${width} px`).toBeCloseTo(await readLeft(".service-card h3"), 0);
    expect(await readLeft(".pillar h3"), `at ${width} px`).toBeCloseTo(await readLeft(".hero-lead"), 0);
  }
});

test("every strength has its icon, and the way to the services points down", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const icons = await page.getByRole("region", { name: "The E5 Edge" }).locator("svg:has(use)").all();
  expect(icons).toHaveLength(5);
  // An empty one would be of the band's colour alone.
  for (const icon of icons)
    await expect(async () => expect(await countColours(await icon.screenshot())).toBeGreaterThan(4)).toPass();
  const services = page.getByRole("link", { name: "See our services" });
  await expect(services.locator(".i-ph-arrow-down")).toBeVisible();
  await expect(services.locator(".i-ph-arrow-right")).toHaveCount(0);
});

/** How many colours there are in a picture. */
async function countColours(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels) colours.add(data.subarray(at, at + 3).join());
  return colours.size;
}

test("only the shown theme's pictures are downloaded", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "image") pictures.push(new URL(request.url()).pathname);
  });
  await page.goto("/");
  await findServices(page).scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(pictures.filter((path) => /hero-(m-)?light/.test(path))).toEqual([]);
  expect(pictures.filter((path) => /hero-dark/.test(path))).toHaveLength(1);
  const tokens = pictures.filter((path) => path.includes("/token-"));
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.filter((path) => !path.includes("-dark"))).toEqual([]);
});

test("an unexpected error shows the error screen, which tells nothing of it and can be left @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(404, 500), /^Application error/);
  await page.goto("/");
  await hydrate(page);
  let broken = true;
  await page.route("**/*.data**", (route) =>
    broken ? route.fulfill({ status: 500, body: "secret detail" }) : route.continue(),
  );
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
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
