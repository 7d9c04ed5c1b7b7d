/** Jobs from the first word to the list of openings: by keyboard, with a colleague's change, from the list, without script. */
import type { Page } from "playwright/test";
import { expectSaved } from "../insights/article-page.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, openHydrated, signIn, test } from "../fixtures.ts";
import { openingText as text, lookBeside, makeOpening, saveBeside } from "./opening-beside.ts";
import { bar, toast } from "../lists/lists-page.ts";

const desk = "/job-management";

/** Closes what a test has published, so that the list of openings does not grow for others. */
async function closeOpenings(page: Page, mark: string): Promise<void> {
  await openHydrated(page, `${desk}?q=${mark}`);
  await page.locator("tr[data-row]").filter({ hasText: mark }).getByRole("checkbox").first().check();
  await bar(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(toast(page)).toContainText("is closed");
}

const makeMark = () => crypto.randomUUID().slice(0, 8);

test("a job is written and published by keyboard, and candidates find it", async ({ page }) => {
  const mark = makeMark();
  await signIn(page.request, "talent");
  await openHydrated(page, desk);
  await page.getByRole("button", { name: "New job" }).press("Enter");
  await expect(page).toHaveURL(/\/job-management\/[0-9a-f-]{36}\?new$/);
  await expect(page.getByText("Nothing written yet")).toBeVisible();
  await expect(page.getByRole("toolbar").first()).toBeVisible();
  await expect(page.getByText(/things must be fixed/)).toBeVisible();

  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await page.keyboard.type(`Keeper of demo lights ${mark}`);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Keeps the lights of the demo on.");
  await page.keyboard.press("Control+s");
  await expect(page.getByLabel("Address")).toHaveValue(`keeper-of-demo-lights-${mark}`);
  await page.locator(".ProseMirror").focus();
  await page.keyboard.type(text);
  await page.getByLabel("Department").focus();
  await page.keyboard.type("Delivery");
  await page.getByRole("spinbutton", { name: "From" }).fill("50000");
  await page.getByRole("spinbutton", { name: "To", exact: true }).fill("60000");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByRole("button", { name: "Add a place" }).press("Enter");
  await page.keyboard.type("Utrecht");
  await page.getByLabel("Country").selectOption("NL");

  // Questions are put in order by their buttons, and the focus stays with the one that moved.
  for (const words of ["First?", "Second?"]) {
    await page.getByRole("button", { name: "Add a question" }).press("Enter");
    await page.keyboard.type(words);
  }
  await page.getByRole("button", { name: "Move question 2 up" }).press("Enter");
  await expect(page.getByRole("button", { name: "Move question 1 up" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Question" }).first()).toHaveValue("Second?");
  await page.getByLabel("Flag the answer").first().selectOption("no");
  await page.getByRole("button", { name: "Add a stage" }).press("Enter");
  await page.keyboard.type("Work sample");
  await expectSaved(page);
  await expectAccessible(page);
  await expectNothingWider(page);

  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveText(
    `Keeper of demo lights ${mark}`,
  );
  await page.getByRole("button", { name: "Write" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Publish this job" });
  await dialog.getByRole("button", { name: "Publish now" }).press("Enter");
  await expect(toast(page)).toContainText("Published");
  await expectSaved(page);

  // The site gave it an end, which is no change that waits.
  await expect(page.locator("input[name=closesOn]")).not.toHaveValue("");
  await expect(page.getByRole("button", { name: "Published", exact: true })).toBeVisible();
  await page.goto(`/careers?q=${mark}`);
  await page
    .getByRole("link", { name: new RegExp(mark) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Keeper of demo lights ${mark}`);
  await expect(page.getByText("Utrecht, Netherlands").first()).toBeVisible();
  await closeOpenings(page, mark);
});

test("the closing day is typed and stepped by keyboard @ci", async ({ page }) => {
  const mark = makeMark();
  await signIn(page.request, "hr");
  await openHydrated(page, await makeOpening(page, `Closing ${mark}`, `closing-${mark}`));
  const day = page.getByRole("group", { name: "Open until the end of" });
  const [date, year] = [day.getByRole("spinbutton", { name: "day," }), day.getByRole("spinbutton", { name: "year," })];
  await day.getByRole("spinbutton").first().focus();
  await page.keyboard.type("11222031");
  await expect(year).toHaveText("2031");
  await date.focus();
  await page.keyboard.press("ArrowUp");
  await expect(date).toHaveText("23");
  await page.keyboard.press("ArrowUp");
  await expect(date).toBeFocused();
  await expectSaved(page);
  await page.reload();
  await expect(date).toHaveText("24");
  await expect(year).toHaveText("2031");
});

test("what a colleague saves comes in, both texts of one place are kept, and the list closes, copies and takes back @ci", async ({
  page,
  allowConsole,
}) => {
  // The save that comes after a colleague's, and those that do not leave the page before it.
  allowConsole.push(answeredWith(409), /^Failed to load resource: net::ERR_FAILED/);
  const mark = makeMark();
  await signIn(page.request, "hr");
  const path = await makeOpening(page, `Race ${mark}`, `race-${mark}`);
  await lookBeside(page, path);
  await openHydrated(page, path);
  await expect(page.getByText("You have this open in another tab or on another device")).toBeVisible();
  const summary = page.getByRole("textbox", { name: "Summary" });
  // Nothing arrives and nothing leaves meanwhile: neither may come in before the other is written.
  await page.route("**/live", (route) => route.abort());
  await summary.fill("Mine.");
  await saveBeside(page, path, { department: "Elsewhere", summary: "Theirs." });
  await page.unroute("**/live");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/changed the same place while you wrote/)).toBeVisible();
  await page.getByRole("button", { name: "Compare and decide" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go on with this" }).click();
  await expectSaved(page);
  await expect(summary).toHaveValue("Mine.");
  await expect(page.getByLabel("Department")).toHaveValue("Elsewhere");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).click();
  await expect(toast(page)).toContainText("Published");

  await openHydrated(page, `${desk}?q=${mark}`);
  const row = page.locator("tr[data-row]").filter({ hasText: `Race ${mark}` });
  await expect(row).toContainText("Open");
  await row.getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(toast(page)).toContainText("is closed");
  await expect(row).toContainText("Closed");
  await page.keyboard.press("z");
  await expect(row.locator(".list-cell-status")).toContainText("Open");
  await expectAccessible(page);
  await row.getByRole("button", { name: /More|Actions/ }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page).toHaveURL(/\/job-management\/[0-9a-f-]{36}$/);
  await expect(page.getByLabel("Address")).toHaveValue(`race-${mark}-2`);
});

test.describe("without script @ci", () => {
  test.use({ javaScriptEnabled: false });

  test("a job is begun, written with a question and published as plain forms", async ({ page, allowConsole }) => {
    // The form that is refused.
    allowConsole.push(answeredWith(400));
    const mark = makeMark();
    await signIn(page.request, "talent");
    await page.goto(desk);
    await page.getByRole("button", { name: "New job" }).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill(`Plain ${mark}`);
    await page.getByRole("textbox", { name: "Summary" }).fill("Plain work.");
    await page.getByRole("textbox", { name: "Text, as Markdown" }).fill(text);
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Question" }).fill("Why?");
    await page.getByLabel("Kind of answer").selectOption("text");
    await page.getByRole("button", { name: "Add a place" }).click();
    await page.getByLabel("Town").fill("Leeds");
    await page.getByLabel("Country").selectOption("GB");
    await page.getByLabel("Department").fill("Delivery");
    // What is refused stays, and is saved.
    await page.getByRole("button", { name: "Save and publish now" }).click();
    await expect(page.getByText("Saved, and not published yet.")).toBeVisible();
    await expect(page.getByText("Say what it pays, from and to", { exact: false }).first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("Why?");
    await page.getByRole("spinbutton", { name: "From" }).fill("30");
    await page.getByRole("spinbutton", { name: "To", exact: true }).fill("40");
    await page.getByLabel("Currency").selectOption("GBP");
    await page.getByLabel("For", { exact: true }).selectOption("hour");
    await page.getByRole("button", { name: "Save and publish now" }).click();
    await expect(page.getByText("Published. Candidates see it now.")).toBeVisible();
    const shown = await page.goto(`/careers/plain-${mark}`);
    expect(shown?.status()).toBe(200);
    await expect(page.getByText("£30–40").first()).toBeVisible();
  });
});
