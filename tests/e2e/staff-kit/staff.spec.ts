import {
  answeredWith,
  baseURL,
  type DemoAccount,
  expect,
  expectAccessible,
  expectNothingWider,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";
import { readHtml, readText } from "../pages/read-html.ts";

const marketing = [
  "Marketing Admin",
  "Inbox",
  "Blog management",
  "Media library",
  "Visitor analytics",
  "Consent",
  "Embeddings",
  "Failed messages",
];
const menus: Record<DemoAccount, string[]> = {
  super: [
    ...marketing,
    "Talent Admin",
    "Job management",
    "Job applications",
    "User management",
    "Privacy requests",
    "Audit log",
    "Operations",
  ],
  marketing: [...marketing, "Job management", "User management"],
  talent: ["Talent Admin", "Job management", "User management"],
  hr: ["Talent Admin", "Job management", "Job applications"],
  norole: [],
};

test("the menu shows the pages of one's roles and no others", async ({ request }) => {
  for (const [account, names] of Object.entries(menus) as [DemoAccount, string[]][]) {
    await signIn(request, account);
    const html = await readHtml(request, "/talent-admin");
    const links = html.querySelectorAll("nav[aria-label='Staff pages'] a");
    expect(links.map(readText), account).toEqual(names);
    for (const link of links) expect((await request.get(link.getAttribute("href") ?? "")).status(), account).toBe(200);
  }
});

test("the rail says who is signed in by name and role, and by address where no name is known", async ({ page }) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, "/marketing-admin");
  const rail = page.getByRole("complementary", { name: "Staff menu" });
  await expect(rail.getByText("Marc Oduya", { exact: true })).toBeVisible();
  await expect(rail.getByText("MO", { exact: true })).toBeVisible();
  await expect(rail.getByText("Marketing admin", { exact: true })).toBeVisible();
  await expect(rail.getByRole("navigation", { name: "Staff pages" }).getByRole("link")).toHaveText(menus.marketing);
  const heights = await rail
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.max(...heights), "no name of a page wraps").toBeLessThan(36);
});

test("Access Denied is said in the page's own frame, with a way out", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(403));
  await signIn(page.request, "marketing");
  const response = await page.goto("/job-applications");
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the home page" })).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
});

test("Access Denied is also the answer when the page is reached without a document load", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(403));
  await signIn(page.request, "marketing");
  await openHydrated(page, "/marketing-admin");
  await page.evaluate(() => history.pushState(null, "", "/job-applications"));
  await page.evaluate(() => history.back());
  await page.evaluate(() => history.forward());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Access Denied");
});

test("an address under /admin that names no page is not found, inside the frame", async ({ request }) => {
  await signIn(request, "hr");
  expect((await request.get("/admin/nothing")).status()).toBe(404);
  const html = await readHtml(request, "/admin/nothing");
  expect(readText(html.querySelector("h1"))).toBe("Page not found");
  expect(html.querySelector("nav[aria-label='Staff pages']")).not.toBeNull();
});

test("the hub says what waits and leads to the pages of its area", async ({ page }) => {
  await signIn(page.request, "talent");
  await openHydrated(page, "/talent-admin");
  await expect(page.getByText(/^Work waits in \d+ queues?\.$/)).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^User management/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User management");
  await openHydrated(page, "/user-management?q=talent%40demo.example");
  const row = page.getByRole("row", { name: /talent@demo\.example/ });
  await expect(row).toContainText("Talent admin");
  await expect(row).toContainText("Active");
});

test("the menu of a narrow screen opens, leads on and closes", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.request, "marketing");
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

test("the menu of a narrow screen works without script @ci", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { "CF-Connecting-IP": "10.200.1.1" },
  });
  await signIn(context.request, "hr");
  const page = await context.newPage();
  await page.goto("/talent-admin");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Staff pages" }).getByRole("link", { name: "Job applications" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Job applications");
  await context.close();
});

test("a session that cannot be checked is kept, and the page says that something went wrong @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400, 500), /^Application error/);
  await signIn(page.request, "marketing");
  await openHydrated(page, "/marketing-admin");
  await page.route("**/visitor-analytics.data*", (route) => route.fulfill({ status: 400, body: "" }));
  await page.getByRole("link", { name: "Visitor analytics" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Visitor analytics");
  await page.waitForSelector("html[data-hydrated]");
  await page.route("**/blog-management.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Blog management" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.unroute("**/blog-management.data*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog management");
});

test("staff pages fit a narrow screen", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(403));
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page.request, "marketing");
  for (const path of [
    "/marketing-admin",
    "/blog-management",
    "/user-management",
    "/visitor-analytics",
    "/job-applications",
  ]) {
    await page.goto(path);
    await expectNothingWider(page, path);
  }
});
