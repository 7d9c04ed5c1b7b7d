import { fillIn } from "./auth-page.ts";
import {
  answeredWith,
  demoEmail,
  expect,
  expectAccessible,
  holdRequests,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";

test("the form ends at the page's margin at 768 px and 1440 px", async ({ page }) => {
  await page.goto("/auth");
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [form, button] = await Promise.all(
      [page.locator(".auth-form"), page.getByRole("button", { name: "Switch theme" })].map((one) => one.boundingBox()),
    );
    expect((form?.x ?? 0) + (form?.width ?? 0)).toBeCloseTo((button?.x ?? 0) + (button?.width ?? 0), 0);
  }
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

// tests/worker/api/api-forms.test.ts has the other spellings of such an address.
test("a way back that leads to another site is not followed", async ({ page }) => {
  await openHydrated(page, `/auth?next=${encodeURIComponent("//evil.example")}`);
  await fillIn(page, demoEmail("norole"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a signed-in user is redirected away from the sign-in pages", async ({ page }) => {
  await signIn(page.request, "talent");
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

test("a network that fails is told, and trying again works @ci", async ({ page, allowConsole }) => {
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

test("the form is sent once, however often Enter is pressed, says that it is busy, and leads to the first page of the role", async ({
  page,
}) => {
  await openHydrated(page, "/auth");
  const sent = await holdRequests(page, "**/api/auth/sign-in");
  await fillIn(page, demoEmail("marketing"));
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Signing in" })).toHaveAttribute("aria-busy", "true");
  sent.release();
  await page.waitForURL((url) => url.pathname === "/marketing-admin");
  expect(sent.count).toBe(1);
});

test("password managers know the fields, pasting works, and a button shows the password", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openHydrated(page, "/auth");
  const field = page.getByLabel("Password", { exact: true });
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username webauthn");
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

test("an account is created, and the page says that its address has to be confirmed", async ({ page }) => {
  await openHydrated(page, "/auth?next=%2Fblog-management");
  await page.getByLabel("E-mail").fill("kept@demo.example");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await expect(page.getByLabel("E-mail")).toHaveValue("kept@demo.example");
  const email = `new-${crypto.randomUUID()}@demo.example`;
  await fillIn(page, email, "four unrelated kites glow");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("a link there confirms your address")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
});

test("a password that is too short is refused beside its field", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(400));
  await openHydrated(page, "/auth?mode=sign-up");
  await fillIn(page, "short@demo.example", "too short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
});
