import type { BrowserContext, Page } from "playwright/test";
import { answeredWith, demoEmail, expect, openHydrated, demoPassword, signIn, settle, test } from "../fixtures.ts";

const minute = 60_000;

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

test("signing out in one tab takes the other one to sign in at once, and back afterwards @ci", async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "marketing");
  await openHydrated(first, "/blog-management");
  await openHydrated(second, "/user-management?page=1");
  await first.getByRole("button", { name: "Logout" }).click();
  await first.waitForURL((url) => url.pathname === "/auth");
  await expect(first.getByText("You are signed out.")).toBeVisible();
  await second.waitForURL((url) => url.pathname === "/auth");
  expect(new URL(second.url()).searchParams.get("next")).toBe("/user-management?page=1");
});

test("a browser without BroadcastChannel signs out in every tab all the same", async ({ context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
  const [first, second] = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "hr");
  await openHydrated(first, "/job-applications");
  await openHydrated(second, "/talent-admin");
  await first.getByRole("button", { name: "Logout" }).click();
  await second.waitForURL((url) => url.pathname === "/auth");
});

test("signing in in one tab takes the other one from the form to where it was going @ci", async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()];
  await openHydrated(first, "/auth");
  await openHydrated(second, "/visitor-analytics");
  await first.getByLabel("E-mail").fill(demoEmail("marketing"));
  await first.getByLabel("Password", { exact: true }).fill(demoPassword);
  await first.getByRole("button", { name: "Sign in" }).click();
  await first.waitForURL((url) => url.pathname === "/marketing-admin");
  await second.waitForURL((url) => url.pathname === "/visitor-analytics");
});

test("somebody else signing in elsewhere changes the menu of an open page", async ({ context, allowConsole }) => {
  allowConsole.push(answeredWith(403));
  const page = await context.newPage();
  await signIn(context.request, "super");
  await openHydrated(page, "/job-management");
  await signIn(context.request, "hr");
  await page.evaluate(() => new BroadcastChannel("session").postMessage({ type: "signed-in" }));
  await expect(page.getByRole("navigation", { name: "Staff pages" }).getByRole("link")).toHaveText([
    "Talent Admin",
    "Job management",
    "Job applications",
  ]);
});

test("a form without texts says that nothing was done, and its refusal keeps no page open for the next person", async ({
  context,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(403));
  const page = await context.newPage();
  await signIn(context.request, "marketing");
  await openHydrated(page, "/failed-messages");
  await signIn(context.request, "hr");
  await page.getByRole("checkbox", { name: "Select all failed messages of this page" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Not done: your account has no permission for this any longer.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Failed messages" })).toBeVisible();
  await page.evaluate(() => new BroadcastChannel("session").postMessage({ type: "signed-in" }));
  await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
});

test("the token is renewed a minute before it ends, and the page stays", async ({ page }) => {
  const start = Date.now();
  await signIn(page.request, "marketing");
  await page.clock.install();
  const refreshes = countRequests(page, "/api/auth/refresh");
  await openHydrated(page, "/blog-management");
  // Of the time since the sign-in: a busy machine takes some of it to open the page.
  await page.clock.fastForward(start + 3.8 * minute - Date.now());
  await settle(page);
  expect(refreshes.count).toBe(0);
  const renewed = page.waitForResponse("**/api/auth/refresh");
  await page.clock.fastForward(0.3 * minute);
  expect((await renewed).status()).toBe(200);
  await expect(page).toHaveURL(/\/blog-management$/);
});

test("two tabs renew the token once between them @ci", async ({ context }) => {
  const pages = [await context.newPage(), await context.newPage()];
  await signIn(context.request, "marketing");
  const refreshes = countRequests(context, "/api/auth/refresh");
  const gate = Promise.withResolvers<void>();
  for (const page of pages) {
    await page.clock.install();
    // A tab gives an answer up after ten seconds, which a busy machine may take.
    await page.addInitScript(() => Object.assign(AbortSignal, { timeout: () => new AbortController().signal }));
    await page.route("**/api/auth/refresh", async (route) => {
      await gate.promise;
      const expires_at = Math.floor(Date.now() / 1000) + 1200;
      const user = { id: "1", email: "marketing@demo.example" };
      await route.fulfill({ json: { user, roles: ["marketing_admin"], expires_at } });
    });
    await openHydrated(page, "/blog-management");
  }
  const answered = Promise.race(pages.map((page) => page.waitForResponse("**/api/auth/refresh")));
  await Promise.all(pages.map((page) => page.clock.fastForward(4.1 * minute)));
  await Promise.all(pages.map(settle));
  gate.resolve();
  await (await answered).finished();
  await Promise.all(pages.map(settle));
  expect(refreshes.count).toBe(1);
});

test("a refused renewal ends the session; a server in trouble does not @ci", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(401, 503));
  await signIn(page.request, "marketing");
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

test("data of a page is fresh for five minutes: going away and back asks the server for nothing", async ({ page }) => {
  await signIn(page.request, "marketing");
  await page.clock.install();
  await openHydrated(page, "/user-management");
  const loads = countRequests(page, "accounts%2Faccounts");
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
