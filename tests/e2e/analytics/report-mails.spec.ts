/** Reports by mail and a view of one's own, as somebody of marketing uses them. */
import type { Browser, Page } from "playwright/test";
import { askForAccount, baseURL, expect, expectAccessible, expectNothingWider, test } from "../fixtures.ts";

const analytics = "/visitor-analytics";

/** Signed in as somebody new of marketing. */
async function signInNew(page: Page): Promise<string> {
  const email = `reader-${crypto.randomUUID()}@example.com`;
  const password = "A long enough pass phrase";
  await askForAccount(page.request, { path: "/accounts", email, password, roles: ["marketing_admin"] });
  await askForAccount(page.request, { path: "/sessions", email });
  return email;
}

const isReporting = async (page: Page) => {
  await page.goto(`${analytics}?edit=reports`);
  return page.getByRole("checkbox", { name: /^Every Monday/ }).isChecked();
};

/** The page that the link of the newest mail to `email` opens, for somebody without a session. */
async function openLink(browser: Browser, email: string) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/mailbox");
  await page.getByRole("row").filter({ hasText: email }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Visitors of the week/);
  await expect(page.getByText("List-Unsubscribe=One-Click")).toBeVisible();
  const text = await page.locator("pre").innerText();
  expect(text).toMatch(/Visitors: [\d,]+ \(.+\)/);
  const [path = ""] = /\/auth\/report\/\S+/.exec(text) ?? [];
  await page.goto(path);
  return { context, page, path };
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript, on a phone @ci", () => {
    test.use({ javaScriptEnabled, viewport: { width: javaScriptEnabled ? 1440 : 390, height: 900 } });

    test("a report is asked for, mailed, and ended from the mail without a sign-in @ci", async ({ page, browser }) => {
      const email = await signInNew(page);
      expect(await isReporting(page)).toBe(false);
      if (javaScriptEnabled) {
        await page.waitForSelector("html[data-hydrated]");
        await expectAccessible(page);
      }
      await expectNothingWider(page, "the form of reports");
      await page.getByRole("checkbox", { name: /^Every Monday/ }).focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
      if (!javaScriptEnabled) await page.waitForURL(/done=reports/);
      await expect(page.getByText("Your reports are changed.")).toBeVisible();
      expect(await isReporting(page)).toBe(true);

      await askForAccount(page.request, { path: "/reports", email });
      const { context, page: reader, path } = await openLink(browser, email);
      await expect(reader.getByRole("heading", { name: "End the weekly report?" })).toBeVisible();
      expect(await isReporting(page)).toBe(true);
      // What a mail program's server sends: no cookie, and nothing that browsers say.
      if (javaScriptEnabled)
        expect((await context.request.post(path, { form: { "List-Unsubscribe": "One-Click" } })).status()).toBe(200);
      else await reader.getByRole("button", { name: "End the weekly report" }).click();
      if (javaScriptEnabled) await reader.reload();
      await expect(reader.getByRole("heading", { name: "The weekly report has ended" })).toBeVisible();
      await expectNothingWider(reader, "the page of the link");
      expect(await isReporting(page)).toBe(false);
      const foreign = await reader.goto(path.replace(/.$/, (last) => (last === "A" ? "Q" : "A")));
      expect(foreign?.status()).toBe(400);
      await expect(reader.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
      await context.close();
    });

    test("the page opens with the reader's own view, shows everything too, and forgets it", async ({ page }) => {
      await signInNew(page);
      const choose = async (menu: string, item: string, role: "menuitem" | "menuitemradio" = "menuitem") => {
        await page.getByRole("button", { name: menu, exact: true }).click();
        await page.getByRole(role, { name: item }).click();
      };
      await page.goto(`${analytics}?range=7&country=DE`);
      if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
      await saveView(page, { javaScriptEnabled });
      await page.goto(`${analytics}?range=7&country=DE`);
      if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
      await choose("My view", "Open the page with this view");
      await expect(page.getByText("The page opens with this view for you.")).toBeVisible();
      await page.goto(analytics);
      await expect(page).toHaveURL(/\?range=7&country=DE$/);
      if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
      await choose("My view", "Everything", "menuitemradio");
      await expect(page).toHaveURL(/\?range=30$/);
      await page.goto(analytics);
      if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
      await choose("My view", "Open the page with everything");
      await expect(page.getByText("The page opens with everything again.")).toBeVisible();
      await page.goto(analytics);
      await expect(page).toHaveURL(/visitor-analytics$/);
    });
  });

/** Without script the dialog is not opened by its button in every engine, so its form is sent by itself. */
async function saveView(page: Page, { javaScriptEnabled }: { javaScriptEnabled: boolean }): Promise<void> {
  if (!javaScriptEnabled) {
    const answer = await page.request.post(page.url(), {
      form: { do: "view-save", name: "My view" },
      headers: { Origin: new URL(page.url()).origin },
      maxRedirects: 0,
    });
    return expect(answer.status()).toBe(303);
  }
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: "Save what is shown…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await dialog.getByLabel("Name").fill("My view");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The view is saved.")).toBeVisible();
}
