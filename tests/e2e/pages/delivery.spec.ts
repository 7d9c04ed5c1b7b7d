import { answeredWith, baseURL, expect, holdRequests, hydrate, openHydrated, plainPage, test } from "../fixtures.ts";

test("no external script is requested before the visitor moves, and React takes over when they do", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  await hydrate(page);
  expect(scripts.length).toBeGreaterThan(0);
});

test("the first click is not lost while the scripts are on their way", async ({ page }) => {
  const scripts = await holdRequests(page, "**/*.js");
  await page.goto("/");
  const before = await page.locator("html").getAttribute("data-theme");
  await page.getByRole("button", { name: /theme/i }).first().click();
  scripts.release();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", before ?? "");
});

test("the first key is not lost either", async ({ page }) => {
  const scripts = await holdRequests(page, "**/*.js");
  await page.goto(plainPage);
  const services = page.getByRole("button", { name: "Services" });
  await services.focus();
  await page.keyboard.press("Enter");
  scripts.release();
  await expect(services).toHaveAttribute("aria-expanded", "true");
});

test("when the scripts cannot be loaded the page goes on as without them", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(404), /Failed to fetch dynamically imported module/);
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(plainPage);
  const gone = page.waitForResponse("**/assets/*.js");
  await page.mouse.move(400, 300);
  await gone;
  await page.evaluate(() => {
    document.querySelector("header button")?.addEventListener("click", () => (document.title = "heard"));
  });
  await expect(async () => {
    await page.locator("header button").first().click();
    expect(await page.title()).toBe("heard");
  }).toPass();
});

test("the home page is the same bytes for everybody and answers 304 to who has them", async ({ request }) => {
  const first = await request.get("/");
  const second = await request.get("/", { headers: { Cookie: "signed-in=1; __Host-at=x", "Accept-Language": "de" } });
  expect(await second.text()).toBe(await first.text());
  expect(first.headers()["set-cookie"]).toBeUndefined();
  expect(first.headers()["cache-control"]).toContain("s-maxage");
  expect(first.headers()["cache-control"]).toContain("stale-while-revalidate");
  expect(first.headers()["cache-tag"]).toContain("home");
  const etag = first.headers().etag ?? "";
  expect(etag).toMatch(/^"[^"]+"$/);
  const third = await request.get("/", { headers: { "If-None-Match": `"other", W/${etag}` } });
  expect(third.status()).toBe(304);
  expect((await third.body()).length).toBe(0);
});

test("HEAD has the same headers as GET", async ({ request }) => {
  const [head, get] = [await request.head("/gcc"), await request.get("/gcc")];
  expect((await head.body()).length).toBe(0);
  for (const name of ["etag", "content-security-policy", "cache-control", "cache-tag", "content-type"])
    expect(head.headers()[name], name).toBe(get.headers()[name]);
});

test("every document carries the security headers and a policy without unsafe-inline", async ({ request }) => {
  for (const path of ["/", "/auth", "/no-such-page"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).toMatch(
      path === "/auth" ? /script-src 'self' 'nonce-[^']+';/ : /script-src 'self'( 'sha256-[^']+')+;/,
    );
    expect(headers["strict-transport-security"]).toContain("max-age=63072000");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("static files carry the security headers, and hashed ones are cached for a year", async ({ request }) => {
  const html = await (await request.get("/")).text();
  const stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  const headers = (await request.get(stylesheet)).headers();
  expect(headers["cache-control"]).toContain("immutable");
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("a visitor with a session hydrates at once", async ({ page, context }) => {
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  await openHydrated(page, plainPage);
});

test("the remembered theme is there before the first paint, and its picture is the one shown", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.addInitScript(() => {
    localStorage.setItem("theme", "dark");
  });
  const heroes: string[] = [];
  page.on("request", (request) => {
    if (/hero-/.test(request.url())) heroes.push(request.url());
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(heroes.at(-1)).toContain("dark");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page shows everything and its menus open", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByText("Services", { exact: true }).first().hover();
    await expect(page.getByRole("link", { name: /Data Analytics/ }).first()).toBeVisible();
  });
});
