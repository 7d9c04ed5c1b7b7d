import { bar, choose, inbox, rows, sendSpam, ticks, toast, withStatus } from "./lists-page.ts";
import { answeredWith, expect, expectAccessible, openHydrated, signIn, test } from "../fixtures.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @ci", () => {
    test.use({ javaScriptEnabled });
    // Links and forms of GET are the same without script; what posts is tried with and without.
    const tag = javaScriptEnabled ? [] : ["@deep"];

    test("a list is sorted, narrowed down and cleared by links, and its words by a form", { tag }, async ({ page }) => {
      await signIn(page.request, "super");
      await page.goto("/user-management");
      const filters = page.getByRole("search", { name: "Filters of accounts" });
      await expect(page.getByRole("columnheader", { name: "Roles" }).first()).toHaveAttribute("aria-sort", "ascending");
      await page.getByRole("link", { name: "Name", exact: true }).click();
      await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
      await page.getByRole("link", { name: "Name", exact: true }).click();
      await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
      await page.getByRole("link", { name: "E-mail" }).click();
      await expect(page).toHaveURL(/sort=email/);
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
      await expect(page).toHaveURL(/\/user-management\?sort=email$/);
    });

    test("ticked rows are changed together, and that is undone", async ({ page }) => {
      const mark = await sendSpam(page.request, 3);
      await signIn(page.request, "marketing");
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

    test("a view is saved, found again, renamed and deleted", async ({ page }) => {
      await signIn(page.request, "talent");
      const name = `View ${crypto.randomUUID().slice(0, 6)}${javaScriptEnabled}`.slice(0, 30);
      await page.goto("/user-management?status=active&sort=-email");
      await page.getByRole("button", { name: "Save view" }).click();
      const dialog = page.getByRole("dialog", { name: "Save view" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByRole("button", { name: "Save", exact: true }).click();
      const views = page.getByRole("navigation", { name: "Views" });
      await expect(views.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
      await page.goto("/user-management");
      await views.getByRole("link", { name }).click();
      await expect(page).toHaveURL(/status=active&sort=-email&view=/);
      await choose(page, page, `Change the view ${name}`, "Rename…");
      const rename = page.getByRole("dialog", { name: "Rename view" });
      await rename.getByLabel("Name").fill(`${name} two`);
      await rename.getByRole("button", { name: "Rename", exact: true }).click();
      await expect(views.getByRole("link", { name: `${name} two` })).toBeVisible();
      await choose(page, page, `Change the view ${name} two`, "Delete the view");
      await expect(views.getByRole("link", { name })).toHaveCount(0);
      await expect(page).toHaveURL(/status=active&sort=-email$/);
    });

    test("how close the rows stand is remembered for every list @ci", { tag }, async ({ page }) => {
      await signIn(page.request, "super");
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

test("what was done is undone from another page, too @ci", async ({ page }) => {
  const mark = await sendSpam(page.request, 1);
  await signIn(page.request, "marketing");
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

test("what sends mails asks first, and the answer by keyboard moves the ticked rows", async ({ page }) => {
  const mark = await sendSpam(page.request, 2);
  await signIn(page.request, "marketing");
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

test("what somebody else changed meanwhile is refused by name @ci", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(409));
  const mark = await sendSpam(page.request, 2);
  await signIn(page.request, "marketing");
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

test("a list may name a picture that another test has replaced since", { tag: "@deep" }, async ({ page }) => {
  await signIn(page.request, "super");
  await page.goto("/user-management");
  const isMissing = await page.evaluate(
    () =>
      new Promise((done) => {
        const picture = new Image();
        picture.addEventListener("error", () => done(true));
        picture.src = "/account/picture/00000000-0000-7000-8000-000000000000";
      }),
  );
  expect(isMissing).toBe(true);
});
