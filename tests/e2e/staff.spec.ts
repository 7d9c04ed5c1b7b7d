import type { BrowserContext, Page } from "playwright/test";
import { type DemoAccount, expect, expectAccessible, signIn, test } from "./fixtures.ts";

const refusedByServer = /Failed to load resource: the server responded with a status of (4\d\d|503)/;
const minute = 60_000;

const menus: Record<DemoAccount, string[]> = {
  super: [
    "Marketing Admin",
    "Blog management",
    "Visitor analytics",
    "Embeddings management",
    "Talent Admin",
    "Job management",
    "Job applications",
    "User management",
  ],
  marketing: [
    "Marketing Admin",
    "Blog management",
    "Visitor analytics",
    "Embeddings management",
    "Job management",
    "User management",
  ],
  talent: ["Talent Admin", "Job management", "User management"],
  hr: ["Talent Admin", "Job management", "Job applications"],
  norole: [],
};

async function openHydrated(page: Page, path: string) {
  await page.goto(path);
  await page.waitForSelector("html[data-hydrated]");
}

/** Counts the requests of `page` whose address contains `part`. */
function countRequests(page: Page | BrowserContext, part: string): { readonly count: number } {
  const counter = { count: 0 };
  page.on("request", (request) => {
    if (request.url().includes(part)) counter.count += 1;
  });
  return counter;
}

/** What the browser answers next, without a server. */
function answer(page: Page, path: string, status: number, json: unknown = {}) {
  return page.route(`**${path}`, (route) => route.fulfill({ status, json }));
}

for (const [account, names] of Object.entries(menus) as [DemoAccount, string[]][])
  test(`the menu of ${account} shows the pages of their roles and no others`, async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    allowConsole.push(refusedByServer);
    await signIn(page.request, account, baseURL ?? "");
    await page.goto("/talent-admin");
    await expect(page.getByRole("navigation", { name: "Staff pages" }).getByRole("link")).toHaveText(names);
  });

test("Access Denied is said in the page's own frame, with a way out", async ({ page, baseURL, allowConsole }) => {
  allowConsole.push(refusedByServer);
  await signIn(page.request, "marketing", baseURL ?? "");
  const response = await page.goto("/job-applications");
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the home page" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
});

test("Access Denied is also the answer when the page is reached without a document load", async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole.push(refusedByServer);
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, "/marketing-admin");
  await page.evaluate(() => history.pushState(null, "", "/job-applications"));
  await page.evaluate(() => history.back());
  await page.evaluate(() => history.forward());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
});

test("an address under /admin that names no page is not found, inside the frame", async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole.push(refusedByServer);
  await signIn(page.request, "hr", baseURL ?? "");
  const response = await page.goto("/admin/nothing");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("the hub says what waits and leads to the page where it is dealt with", async ({ page, baseURL }) => {
  await signIn(page.request, "talent", baseURL ?? "");
  await openHydrated(page, "/talent-admin");
  await expect(page.getByText(/\d+ accounts? ha(s|ve) no role/)).toBeVisible();
  await page.getByRole("link", { name: "Review: User management" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User management");
  const row = page.getByRole("row", { name: /talent@demo\.example/ });
  await expect(row).toContainText("Talent admin");
  await expect(row).toContainText("Active");
});

test("signing out in one tab takes the other one to sign in at once, and back afterwards", async ({
  context,
  baseURL,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "marketing", baseURL ?? "");
  await openHydrated(first, "/blog-management");
  await openHydrated(second, "/user-management?page=1");
  await first.getByRole("button", { name: "Sign out" }).click();
  await first.waitForURL((url) => url.pathname === "/auth");
  await expect(first.getByText("You are signed out.")).toBeVisible();
  await second.waitForURL((url) => url.pathname === "/auth");
  expect(new URL(second.url()).searchParams.get("next")).toBe("/user-management?page=1");
});

test("a browser without BroadcastChannel signs out in every tab all the same", async ({ context, baseURL }) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "hr", baseURL ?? "");
  await openHydrated(first, "/job-applications");
  await openHydrated(second, "/talent-admin");
  await first.getByRole("button", { name: "Sign out" }).click();
  await second.waitForURL((url) => url.pathname === "/auth");
});

test("signing in in one tab takes the other one from the form to where it was going", async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openHydrated(first, "/auth");
  await openHydrated(second, "/visitor-analytics");
  await first.getByLabel("E-mail").fill("marketing@demo.example");
  await first.getByLabel("Passphrase", { exact: true }).fill("demo-only-passphrase");
  await first.getByRole("button", { name: "Sign in" }).click();
  await first.waitForURL((url) => url.pathname === "/marketing-admin");
  await second.waitForURL((url) => url.pathname === "/visitor-analytics");
});

test("somebody else signing in elsewhere changes the menu of an open page", async ({
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole.push(refusedByServer);
  const page = await context.newPage();
  await signIn(context.request, "super", baseURL ?? "");
  await openHydrated(page, "/job-management");
  await signIn(context.request, "hr", baseURL ?? "");
  await page.evaluate(() => new BroadcastChannel("session").postMessage({ type: "signed-in" }));
  await expect(page.getByRole("navigation", { name: "Staff pages" }).getByRole("link")).toHaveText(menus.hr);
});

test("the token is renewed a minute before it ends, and the page stays", async ({ page, baseURL }) => {
  await signIn(page.request, "marketing", baseURL ?? "");
  await page.clock.install();
  const refreshes = countRequests(page, "/api/auth/refresh");
  await openHydrated(page, "/blog-management");
  await page.clock.fastForward(3.9 * minute);
  expect(refreshes.count).toBe(0);
  const renewed = page.waitForResponse("**/api/auth/refresh");
  await page.clock.fastForward(0.2 * minute);
  expect((await renewed).status()).toBe(200);
  await expect(page).toHaveURL(/\/blog-management$/);
});

test("two tabs renew the token once between them", async ({ context, baseURL }) => {
  const pages = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "marketing", baseURL ?? "");
  const refreshes = countRequests(context, "/api/auth/refresh");
  for (const page of pages) {
    await page.clock.install();
    await page.route("**/api/auth/refresh", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const expires_at = Math.floor(Date.now() / 1000) + 1200;
      const user = { id: "1", email: "marketing@demo.example" };
      await route.fulfill({ json: { user, roles: ["marketing_admin"], expires_at } });
    });
    await openHydrated(page, "/blog-management");
  }
  await Promise.all(pages.map((page) => page.clock.fastForward(4.1 * minute)));
  await expect.poll(() => refreshes.count).toBe(1);
  await pages[0]?.waitForTimeout(800);
  expect(refreshes.count).toBe(1);
});

test("a refused renewal ends the session; a server in trouble does not", async ({ page, baseURL, allowConsole }) => {
  allowConsole.push(refusedByServer);
  await signIn(page.request, "marketing", baseURL ?? "");
  await page.clock.install();
  await answer(page, "/api/auth/refresh", 503);
  await openHydrated(page, "/blog-management");
  const refreshes = countRequests(page, "/api/auth/refresh");
  await page.clock.fastForward(4.1 * minute);
  await expect.poll(() => refreshes.count).toBe(1);
  await expect(page).toHaveURL(/\/blog-management$/);
  await page.unroute("**/api/auth/refresh");
  await answer(page, "/api/auth/refresh", 401);
  // A refusal of the server's own takes the tokens along; the hint alone is left here, so that the tab asks.
  await page.context().clearCookies({ name: /__Host/ });
  await page.clock.fastForward(0.3 * minute);
  await expect(page).toHaveURL(/\/auth\?next=/);
});

test("data of a page is fresh for five minutes: going away and back asks the server for nothing", async ({
  page,
  baseURL,
}) => {
  await signIn(page.request, "marketing", baseURL ?? "");
  await page.clock.install();
  await openHydrated(page, "/user-management");
  const loads = countRequests(page, "users%2Fuser-management");
  const menu = page.getByRole("navigation", { name: "Staff pages" });
  const heading = page.getByRole("heading", { level: 1 });
  async function leaveAndReturn() {
    await menu.getByRole("link", { name: "Blog management" }).click();
    await expect(heading).toHaveText("Blog management");
    await menu.getByRole("link", { name: "User management" }).click();
    await expect(heading).toHaveText("User management");
  }
  await leaveAndReturn();
  expect(loads.count).toBe(0);
  await page.clock.fastForward(5 * minute);
  await leaveAndReturn();
  expect(loads.count).toBe(1);
});

test("the menu of a narrow screen opens, leads on and closes", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, "/marketing-admin");
  const menu = page.getByRole("navigation", { name: "Staff pages" });
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Blog management" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog management");
  await expect(menu).toBeHidden();
});

test("the menu of a narrow screen works without script", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? "",
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { "CF-Connecting-IP": "10.200.1.1" },
  });
  await signIn(context.request, "hr", baseURL ?? "");
  const page = await context.newPage();
  await page.goto("/talent-admin");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Job applications" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Job applications");
  await context.close();
});

test("a session that cannot be checked is kept, and the page says that something went wrong", async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole.push(refusedByServer, /Application error|Error/);
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, "/marketing-admin");
  await page.route("**/blog-management.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Blog management" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.unroute("**/blog-management.data*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog management");
});

test("staff pages hold no inline styles that the policy would block", async ({ page, baseURL }) => {
  await signIn(page.request, "super", baseURL ?? "");
  for (const path of ["/auth", "/marketing-admin", "/user-management", "/embeddings-management"])
    expect(await (await page.request.get(path)).text()).not.toContain(" style=");
});

test("staff pages fit a narrow screen", async ({ page, baseURL, allowConsole }) => {
  allowConsole.push(refusedByServer);
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page.request, "marketing", baseURL ?? "");
  for (const path of [
    "/marketing-admin",
    "/blog-management",
    "/user-management",
    "/visitor-analytics",
    "/job-applications",
  ]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});
