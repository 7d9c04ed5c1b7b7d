import type { Browser, Page } from "playwright/test";
import {
  answeredWith,
  type DemoAccount,
  demoEmail,
  expect,
  expectAccessible,
  openHydrated,
  demoPassword,
  signIn,
  test,
} from "./fixtures.ts";

const landings: Record<DemoAccount, string> = {
  super: "/marketing-admin",
  marketing: "/marketing-admin",
  talent: "/talent-admin",
  hr: "/talent-admin",
  norole: "/admin",
};

async function fillIn(page: Page, email: string, password = demoPassword) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** A page of a browser that runs no script, with an address of its own. */
async function openWithoutScript(browser: Browser, baseURL: string | undefined, address: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? "",
    extraHTTPHeaders: { "CF-Connecting-IP": address },
  });
  return context.newPage();
}

for (const [account, landing] of Object.entries(landings) as [DemoAccount, string][])
  test(`${account} signs in and lands on ${landing}`, async ({ page, allowConsole }) => {
    allowConsole.push(answeredWith(403));
    await openHydrated(page, "/auth");
    await fillIn(page, demoEmail(account));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => url.pathname === landing);
  });

for (const width of [768, 1440])
  test(`the form ends at the page's margin at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/auth");
    const [form, button] = await Promise.all(
      [page.locator(".auth-form"), page.getByRole("button", { name: "Switch theme" })].map((one) => one.boundingBox()),
    );
    expect((form?.x ?? 0) + (form?.width ?? 0)).toBeCloseTo((button?.x ?? 0) + (button?.width ?? 0), 0);
  });

test("signing in leads to the page that was asked for", async ({ page }) => {
  await openHydrated(page, "/user-management?page=1");
  await expect(page).toHaveURL(/\/auth\?next=/);
  await fillIn(page, demoEmail("marketing"));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname + url.search === "/user-management?page=1");
  await expect(page.getByRole("heading", { level: 1, name: "User management" })).toBeVisible();
});

test("an /admin path is reached through /admin/auth", async ({ page }) => {
  await openHydrated(page, "/admin/blog-management");
  expect(new URL(page.url()).pathname).toBe("/admin/auth");
  await fillIn(page, demoEmail("marketing"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/blog-management");
});

test("a way back that leads to another site is not followed", async ({ page }) => {
  for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
    await page.context().clearCookies();
    await openHydrated(page, `/auth?next=${encodeURIComponent(next)}`);
    await fillIn(page, demoEmail("norole"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  }
});

test("a signed-in user is redirected away from the sign-in pages", async ({ page, baseURL }) => {
  await signIn(page.request, "talent", baseURL ?? "");
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/talent-admin$/);
  await page.goto("/admin/auth?next=%2Fjob-management");
  await expect(page).toHaveURL(/\/job-management$/);
});

test("a wrong password shows a summary that takes focus, and the answers stay", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(401));
  await openHydrated(page, "/auth?next=%2Fblog-management");
  await fillIn(page, "nobody@demo.example", "not the right password");
  await page.getByRole("button", { name: "Sign in" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("You are not signed in");
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveValue("nobody@demo.example");
  await expect(page).toHaveURL(/next=%2Fblog-management/);
  await expectAccessible(page);
});

test("an empty form has its errors beside the fields, and the summary leads to them", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400));
  await openHydrated(page, "/auth");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  const email = page.getByLabel("E-mail");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveAccessibleDescription(/\w+/);
  await page.getByRole("alert").getByRole("link").first().click();
  await expect(email).toBeFocused();
  await expectAccessible(page);
});

test("too many attempts and a busy service are told plainly, with when to try again", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(429, 503));
  const answers = [
    { status: 429, retryAfter: "40", says: "There were too many attempts. Try again in 40 seconds." },
    { status: 503, retryAfter: "120", says: "busy just now, and nothing has changed. Try again in 2 minutes." },
  ];
  await openHydrated(page, "/auth");
  for (const { status, retryAfter, says } of answers) {
    await page.route("**/api/auth/sign-in", (route) =>
      route.fulfill({ status, headers: { "Retry-After": retryAfter }, json: { title: "Later", status } }),
    );
    await fillIn(page, demoEmail("hr"));
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toContainText(says);
    await page.unroute("**/api/auth/sign-in");
  }
});

test("a network that fails is told, and trying again works", async ({ page, allowConsole }) => {
  allowConsole.push(/^Failed to load resource: net::ERR_FAILED/);
  await openHydrated(page, "/auth");
  await page.route("**/api/auth/sign-in", (route) => route.abort());
  await fillIn(page, demoEmail("hr"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be reached");
  await page.unroute("**/api/auth/sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/talent-admin");
});

test("the form is sent once, however often Enter is pressed, and says that it is busy", async ({ page }) => {
  await openHydrated(page, "/auth");
  let sent = 0;
  await page.route("**/api/auth/sign-in", async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await fillIn(page, demoEmail("hr"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in" })).toHaveAttribute("aria-busy", "true");
  await page.waitForURL((url) => url.pathname === "/talent-admin");
  expect(sent).toBe(1);
});

test("password managers know the fields, pasting works, and a button shows the password", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, "/auth");
  const field = page.getByLabel("Password", { exact: true });
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username");
  await expect(field).toHaveAttribute("autocomplete", "current-password");
  await page.evaluate(() => navigator.clipboard.writeText("pasted by a manager"));
  await field.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(field).toHaveValue("pasted by a manager");
  await expect(field).toHaveAttribute("type", "password");
  const show = page.getByRole("button", { name: "Show password" });
  await show.click();
  await expect(show).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveAttribute("type", "text");
  await show.click();
  await expect(field).toHaveAttribute("type", "password");
  await page.goto("/auth?mode=sign-up");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("autocomplete", "new-password");
});

test("an account is created, signs in, and has no way into the staff pages", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(403));
  await openHydrated(page, "/auth?next=%2Fblog-management");
  await page.getByLabel("E-mail").fill("kept@demo.example");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await expect(page.getByLabel("E-mail")).toHaveValue("kept@demo.example");
  const email = `new-${crypto.randomUUID()}@demo.example`;
  await fillIn(page, email, "a password of my own");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("its account is ready")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await page.getByLabel("Password", { exact: true }).fill("a password of my own");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/blog-management");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
});

test("a password that is too short is refused beside its field", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(400));
  await openHydrated(page, "/auth?mode=sign-up");
  await fillIn(page, "short@demo.example", "too short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("signing in, a mistake on the way, and signing out work without script", async ({ browser, baseURL }) => {
  const page = await openWithoutScript(browser, baseURL, "10.200.0.1");
  await page.goto("/admin/job-applications");
  await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(0);
  await fillIn(page, demoEmail("hr"), "not the right password");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(new URL(page.url()).pathname).toBe("/admin/auth");
  await expect(page.getByRole("alert")).toContainText("You are not signed in");
  await expect(page.getByLabel("E-mail")).toHaveValue(demoEmail("hr"));
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(new URL(page.url()).pathname).toBe("/job-applications");
  await page.getByRole("button", { name: "Logout" }).click();
  expect(new URL(page.url()).pathname).toBe("/auth");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.goto("/job-applications");
  expect(new URL(page.url()).pathname).toBe("/auth");
});

test("what was wrong is shown once: opening the page anew starts afresh", async ({ browser, baseURL }) => {
  const page = await openWithoutScript(browser, baseURL, "10.200.0.2");
  await page.goto("/auth?mode=sign-up");
  await fillIn(page, "short@demo.example", "too short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await page.goto("/auth");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("E-mail")).toHaveValue("");
});
