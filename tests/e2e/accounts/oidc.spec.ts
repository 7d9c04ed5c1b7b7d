/** Signing in through a real identity provider, by its own pages. */
import type { BrowserContext, Page } from "playwright/test";
import { type CompanySite, openCompanySite } from "../site/company-site.ts";
import { expect, expectAccessible, expectNothingWider, lookIn, test, twoViews, type View } from "../fixtures.ts";

// One site and one provider for all of them.
test.describe.configure({ mode: "default" });

let site: CompanySite;

test.beforeAll(async () => {
  site = await openCompanySite();
});

test.afterAll(() => site.stop());

// The provider's pages ask for a typeface from elsewhere.
test.beforeEach(({ context }) => withoutTypeface(context));

function withoutTypeface(context: BrowserContext): Promise<unknown> {
  return context.route(/googleapis/, (route) => route.fulfill({ contentType: "text/css", body: "" }));
}

/** Fills in the pages of the provider, which asks who somebody is and then what the site may know. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.locator("[name=login]").fill(name);
  await page.locator("[name=password]").fill("any");
  await page.locator("[type=submit]").click();
  // Both pages have such a button.
  await expect(page.locator("[name=login]")).toHaveCount(0);
  await page.locator("[type=submit]").click();
}

const button = { name: "Continue with Acme ID" };
const [desk, phone] = twoViews as [View, View];

for (const view of twoViews) {
  const tag = view === desk ? [] : "@deep";
  test(
    `somebody of the company gets where they were heading, with the role of their group, at ${view.width}`,
    { tag },
    async ({ page }) => {
      await page.goto(`${site.origin}/job-applications`);
      await lookIn(page, view);
      await expectAccessible(page);
      await expectNothingWider(page);
      await page.getByRole("link", button).click();
      await signInThere(page, "mara");
      await expect(page).toHaveURL(`${site.origin}/job-applications`);
      const session = await page.request.get(`${site.origin}/api/auth/session`);
      expect(await session.json()).toMatchObject({ user: { email: "mara@acme.example" }, roles: ["HR"] });
      const cookies = (await page.context().cookies(site.origin)).map(({ name }) => name);
      expect(cookies).not.toContain("__Host-company");
    },
  );
}

test("without script, and with a keyboard, the way is the same", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await withoutTypeface(context);
  const page = await context.newPage();
  await page.goto(`${site.origin}/auth`);
  await page.getByRole("link", button).focus();
  await page.keyboard.press("Enter");
  await signInThere(page, "nobody");
  await expect(page).toHaveURL(`${site.origin}/admin`);
  const session = await context.request.get(`${site.origin}/api/auth/session`);
  expect(await session.json()).toMatchObject({ user: { email: "nobody@acme.example" }, roles: [] });
  await context.close();
});

test("who gives up at the provider, or is not confirmed by it, reads why on the sign-in page @ci", async ({ page }) => {
  await page.goto(`${site.origin}/auth?next=/job-applications`);
  await page.getByRole("link", button).click();
  await page.getByRole("link", { name: /cancel/i }).click();
  await expect(page.getByText("You did not finish signing in with Acme ID.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", button).click();
  await signInThere(page, "unproven");
  await expect(page.getByText("Acme ID has not confirmed your e-mail address")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("next")).toBe("/job-applications");
  await lookIn(page, phone);
  await expectNothingWider(page);
  await expectAccessible(page);
});

test("who confirms as somebody else reads so, and stays signed in as before @ci", async ({ page }) => {
  await page.goto(`${site.origin}/auth?next=/account`);
  await page.getByRole("link", button).click();
  await signInThere(page, "mara");
  await expect(page).toHaveURL(`${site.origin}/account`);
  await page.goto(`${site.origin}/auth/confirm?next=%2Faccount`);
  await page.getByRole("link", button).click();
  await signInThere(page, "nobody");
  await expect(page.getByText("You signed in with Acme ID as somebody else, so nothing is confirmed.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/auth/confirm");
  await expectAccessible(page);
  const session = await page.request.get(`${site.origin}/api/auth/session`);
  expect(await session.json()).toMatchObject({ user: { email: "mara@acme.example" } });
});

test("an answer that was used already opens nothing, whoever opens its address again", async ({ page }) => {
  const answers: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/oidc/callback")) answers.push(request.url());
  });
  await page.goto(`${site.origin}/auth`);
  await page.getByRole("link", button).click();
  await signInThere(page, "mara");
  await expect(page).toHaveURL(`${site.origin}/talent-admin`);
  await page.context().clearCookies();
  await page.goto(answers[0] ?? "");
  await expect(page.getByText("This sign-in took too long, or was answered already.")).toBeVisible();
});
