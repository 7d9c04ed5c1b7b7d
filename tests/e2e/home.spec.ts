import { brand } from "#app/content/brand.ts";
import { answeredWith, expect, expectAccessible, hydrate, test } from "./fixtures.ts";

test("the home page shows every section with the specification's words", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(new RegExp(brand.name));
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
    ...brand.social.map(({ href }) => href),
    `mailto:${brand.salesEmail}`,
    "/privacy-policy",
    "/terms-of-service",
  ]);
  await expect(footer.getByText("© 2025")).toBeVisible();
});

test("Know More opens the industry's page at the top", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404));
  await page.goto("/");
  await page.getByRole("link", { name: "Know More about Pharmaceutical" }).click();
  await page.waitForURL("**/pharmaceutical");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
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

test("an unexpected error shows the error screen, which tells nothing of it and can be left", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(404, 500));
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
