import type { APIRequestContext, Locator, Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, expectNothingWider, openHydrated, signIn, test } from "./fixtures.ts";

const inbox = "/marketing-admin/inbox";

/** Stores `count` enquiries in the spam folder, whose names hold one word that no other has. Returns the word. */
async function sendSpam(request: APIRequestContext, baseURL: string, count: number): Promise<string> {
  const mark = `Mark${crypto.randomUUID().slice(0, 8)}`;
  for (let index = 1; index <= count; index += 1) {
    const answers = { name: `${mark} Person ${index}`, email: `p${index}-${mark}@client.example`, company: "" };
    const form = { ...answers, topic: "project", subject: `${mark} subject ${index}`, consent: "on" };
    const response = await request.post("/contact", {
      form: { ...form, message: `A question with enough words, ${mark} ${index}.` },
      headers: { Origin: new URL(baseURL).origin },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
  }
  return mark;
}

const rows = (page: Page) => page.locator("tbody tr");
/** Rows by how they stand; the words of a row's menu do not count. */
const withStatus = (page: Page, status: string) => page.locator("tbody .list-cell-status").filter({ hasText: status });
const ticks = (page: Page) => rows(page).getByRole("checkbox");
const bar = (page: Page) => page.getByRole("toolbar", { name: /^Actions for the selected/ });
const toast = (page: Page) => page.getByRole("region", { name: "Messages" });

/** Opens the menu behind a button and chooses an item of it. */
async function choose(scope: Page | Locator, page: Page, button: string | RegExp, item: string): Promise<void> {
  await scope.getByRole("button", { name: button, exact: typeof button === "string" }).click();
  await page
    .getByRole("menuitem", { name: item, exact: true })
    .or(page.getByRole("menuitemradio", { name: item, exact: true }))
    .click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a list is sorted, narrowed down and cleared by links, and its words by a form", async ({ page, baseURL }) => {
      await signIn(page.request, "super", baseURL ?? "");
      await page.goto("/user-management");
      const filters = page.getByRole("search", { name: "Filters of accounts" });
      await expect(page.getByRole("columnheader", { name: "E-mail" })).toHaveAttribute("aria-sort", "ascending");
      await page.getByRole("link", { name: "E-mail" }).click();
      await expect(page.getByRole("columnheader", { name: "E-mail" })).toHaveAttribute("aria-sort", "descending");
      await page.getByRole("link", { name: "Name", exact: true }).click();
      await expect(page).toHaveURL(/sort=name/);
      await choose(filters, page, "Role", "HR");
      await expect(page).toHaveURL(/role=HR/);
      await expect(rows(page).filter({ hasText: "hr@demo.example" })).toHaveCount(1);
      await expect(rows(page).filter({ hasText: "marketing@demo.example" })).toHaveCount(0);
      await filters.getByRole("searchbox").fill("henrik");
      await filters.getByRole("searchbox").press("Enter");
      await expect(page).toHaveURL(/q=henrik/);
      await expect(page.getByText("1 account", { exact: true })).toBeVisible();
      await filters.getByRole("link", { name: "Remove the filter Role: HR" }).click();
      await expect(page).not.toHaveURL(/role=/);
      await filters.getByRole("link", { name: "Clear all filters" }).click();
      await expect(page).toHaveURL(/\/user-management\?sort=name$/);
    });

    test("ticked rows are changed together, and that is undone", async ({ page, baseURL }) => {
      const mark = await sendSpam(page.request, baseURL ?? "", 3);
      await signIn(page.request, "marketing", baseURL ?? "");
      await page.goto(`${inbox}?folder=spam&q=${mark}`);
      if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
      await expect(bar(page)).toBeHidden();
      await ticks(page).nth(0).check();
      await ticks(page).nth(2).check();
      await expect(bar(page)).toBeVisible();
      await choose(bar(page), page, "Status", "Closed");
      await expect(page.getByText("2 enquiries are closed.")).toBeVisible();
      await expect(withStatus(page, "Closed")).toHaveCount(2);
      await expect(bar(page)).toBeHidden();
      await page.getByRole("button", { name: "Undo", exact: true }).click();
      await expect(page.getByText("2 enquiries are as before.")).toBeVisible();
      await expect(withStatus(page, "Closed")).toHaveCount(0);
      await choose(rows(page).first(), page, /^Actions for/, "Answered");
      await expect(withStatus(page, "Answered")).toHaveCount(1);
    });

    if (javaScriptEnabled)
      test("what was done is undone from another page, too", async ({ page, baseURL }) => {
        const mark = await sendSpam(page.request, baseURL ?? "", 1);
        await signIn(page.request, "marketing", baseURL ?? "");
        await page.goto(`${inbox}?folder=spam&q=${mark}`);
        await page.waitForSelector("html[data-hydrated]");
        await choose(rows(page).first(), page, /^Actions for/, "Answered");
        await expect(withStatus(page, "Answered")).toHaveCount(1);
        await page.getByRole("link", { name: "User management" }).first().click();
        await page.waitForURL("**/user-management");
        await page.getByRole("button", { name: "Undo", exact: true }).click();
        await page.waitForURL(/\/marketing-admin\/inbox/);
        await expect(page.getByText(/is as before\.$/)).toBeVisible();
      });

    test("a view is saved, found again, renamed and deleted", async ({ page, baseURL }) => {
      await signIn(page.request, "talent", baseURL ?? "");
      const name = `View ${crypto.randomUUID().slice(0, 6)}${javaScriptEnabled}`.slice(0, 30);
      await page.goto("/user-management?status=active&sort=-created");
      await page.getByRole("button", { name: "Save view" }).click();
      const dialog = page.getByRole("dialog", { name: "Save view" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      const views = page.getByRole("navigation", { name: "Views" });
      await expect(views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
      await page.goto("/user-management");
      await views.getByRole("link", { name }).click();
      await expect(page).toHaveURL(/status=active&sort=-created&view=/);
      await choose(page, page, `Change the view ${name}`, "Rename…");
      const rename = page.getByRole("dialog", { name: "Rename view" });
      await rename.getByLabel("Name").fill(`${name} two`);
      await rename.getByRole("button", { name: "Rename", exact: true }).click();
      await expect(views.getByRole("link", { name: `${name} two` })).toBeVisible();
      await choose(page, page, `Change the view ${name} two`, "Delete the view");
      await expect(views.getByRole("link", { name })).toHaveCount(0);
      await expect(page).toHaveURL(/status=active&sort=-created$/);
    });

    test("how close the rows stand is remembered for every list", async ({ page, baseURL }) => {
      await signIn(page.request, "super", baseURL ?? "");
      await page.goto("/user-management");
      const height = async () => (await rows(page).first().boundingBox())?.height ?? 0;
      if (await page.getByRole("button", { name: "Comfortable rows" }).isVisible())
        await page.getByRole("button", { name: "Comfortable rows" }).click();
      await expect(page.getByRole("button", { name: "Compact rows" })).toBeVisible();
      const before = await height();
      await page.getByRole("button", { name: "Compact rows" }).click();
      await expect(page.getByRole("button", { name: "Comfortable rows" })).toBeVisible();
      expect(await height()).toBeLessThan(before);
      await page.goto(inbox);
      await page.getByRole("button", { name: "Comfortable rows" }).click();
      await expect(page.getByRole("button", { name: "Compact rows" })).toBeVisible();
    });
  });

test("what sends mails asks first, and the answer by keyboard moves the ticked rows", async ({ page, baseURL }) => {
  const mark = await sendSpam(page.request, baseURL ?? "", 2);
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, `${inbox}?folder=spam&q=${mark}`);
  await page.getByRole("checkbox", { name: "Select all enquiries of this page" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await bar(page).getByRole("button", { name: "Not spam" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to the inbox?" });
  await expect(dialog).toContainText("2 enquiries");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("2 selected")).toBeVisible();
  await bar(page).getByRole("button", { name: "Not spam" }).click();
  await dialog.getByRole("button", { name: "Move and send" }).click();
  await expect(toast(page)).toContainText("2 enquiries are in the inbox");
  await expect(page.getByRole("heading", { name: "No enquiry fits" })).toBeVisible();
  await page.goto("/mailbox");
  await expect(page.getByRole("link", { name: `Enquiry: ${mark} subject 1` }).first()).toBeVisible();
});

test("what somebody else changed meanwhile is refused by name", async ({ page, baseURL, allowConsole }) => {
  allowConsole.push(answeredWith(409));
  const mark = await sendSpam(page.request, baseURL ?? "", 2);
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, `${inbox}?folder=spam&q=${mark}&sort=from`);
  const other = await page.context().newPage();
  await openHydrated(other, `${inbox}?folder=spam&q=${mark}&sort=from`);
  await choose(rows(other).first(), other, /^Actions for/, "Open");
  await expect(withStatus(other, "Open")).toHaveCount(1);
  await ticks(page).nth(0).check();
  await ticks(page).nth(1).check();
  await choose(bar(page), page, "Status", "Answered");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(`${mark} Person 1`);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Somebody changed it");
  await expect(toast(page)).toContainText(`“${mark} subject 2” is answered.`);
});

test("rows are walked through, ticked and opened by keyboard", async ({ page, baseURL }) => {
  const mark = await sendSpam(page.request, baseURL ?? "", 3);
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, `${inbox}?folder=spam&q=${mark}&sort=from`);
  const link = (index: number) => page.getByRole("link", { name: `${mark} subject ${index}` });
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await expect(link(3)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(2)).toBeFocused();
  await page.keyboard.press("x");
  await expect(ticks(page).nth(1)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(ticks(page).nth(1)).not.toBeChecked();
  await ticks(page).nth(0).click();
  await ticks(page)
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await link(2).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${mark} subject 2`);
});

test("nothing moves when rows are ticked", async ({ page, baseURL }) => {
  await signIn(page.request, "marketing", baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, inbox);
  const place = () => page.getByRole("table").boundingBox();
  const before = await place();
  await ticks(page).first().check();
  await expect(bar(page)).toBeVisible();
  expect(await place()).toEqual(before);
});

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`lists are accessible in each state and fit in ${colorScheme} at ${width}`, async ({ page, baseURL }) => {
      await signIn(page.request, "super", baseURL ?? "");
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      for (const path of [
        inbox,
        `${inbox}?status=new&topic=project&sort=from`,
        `${inbox}?q=nothing-like-it`,
        `${inbox}?after=019a0000-0000-7000-8000-000000000001.1`,
        "/user-management",
        "/user-management?role=none&sort=-signedIn",
      ]) {
        await openHydrated(page, path);
        await expectAccessible(page);
        await expectNothingWider(page, path);
      }
      await openHydrated(page, inbox);
      await ticks(page).first().check();
      await expectAccessible(page);
      await bar(page).getByRole("button", { name: "Status" }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("search").getByRole("button", { name: "Topic" }).click();
      await expectAccessible(page);
    });
