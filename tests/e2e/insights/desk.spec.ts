/** The desk of the writers: the list of articles, its calendar, and the pages of authors, categories and tags. */
import type { Page } from "playwright/test";
import { expectSaved, getRichText, getTitle } from "./article-page.ts";
import { bar, toast } from "../lists/lists-page.ts";
import { answeredWith, expect, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";

const desk = "/blog-management";

const row = (page: Page, title: string) => page.locator("tr[data-row]").filter({ hasText: title });

test("a new article is in the list from its first word on, goes into the trash and comes back with the key Z", async ({
  page,
}) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, desk);
  await page.getByRole("button", { name: "New article" }).press("Enter");
  await expect(page).toHaveURL(/\/blog-management\/[0-9a-f-]{36}\?new$/);
  await expect(getRichText(page)).toBeVisible();
  await expect(page.getByText("Nothing written yet")).toBeVisible();
  const { pathname } = new URL(page.url());
  const made = page.locator(`tr[data-row="${pathname.split("/").at(-1)}"]`);
  // Left as it was, it is nothing.
  await page.getByRole("link", { name: "Back to the articles" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Blog management" })).toBeVisible();
  await openHydrated(page, `${desk}?status=draft&mine=me`);
  await expect(made).toHaveCount(0);

  await openHydrated(page, `${pathname}?new`);
  await getTitle(page).pressSequentially("Und");
  await expectSaved(page);
  await expect(page).toHaveURL(pathname);
  await page.reload();
  await expect(getTitle(page)).toHaveValue("Und");
  await openHydrated(page, `${desk}?status=draft&mine=me`);
  await made.getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Trash" }).click();
  await expect(toast(page)).toContainText("“Und” is in the trash.");
  await expect(made).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(made).toHaveCount(1);
});

test("an author is made, changed and deleted through dialogs, and what was wrong is said beside its field", async ({
  page,
  allowConsole,
}) => {
  // The form that is refused.
  allowConsole.push(answeredWith(400));
  const name = `Demo author ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page.request, "marketing");
  await openHydrated(page, `${desk}/authors`);
  await page.getByRole("button", { name: "New author" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New author" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Address").first().fill("Not An Address");
  await dialog.getByRole("button", { name: "Make the author" }).click();
  await expect(dialog.getByText("Small letters, digits and single hyphens.").first()).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue(name);
  await dialog.getByLabel("Address").first().fill("");
  await dialog.getByRole("button", { name: "Make the author" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("It is made.")).toBeVisible();
  await page.goto(`${desk}/authors?q=${encodeURIComponent(name)}`);
  await row(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 1 author" }).click();
  await expect(page.getByText("It is deleted.")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

for (const { rounds, tag } of oneRoundOrSix)
  test(
    `list, trash, calendar and taxonomy are accessible and fit the window${rounds.length > 1 ? ", in every view" : ""}`,
    { tag },
    async ({ page }) => {
      test.setTimeout(120_000 * rounds.length);
      await signIn(page.request, "marketing");
      for (const views of rounds) {
        const look = lookInTurn(page, views);
        for (const path of ["", "?status=trash", "?status=scheduled&q=zzzz", "/calendar", "/authors", "/tags"]) {
          await openHydrated(page, desk + path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await look();
        }
      }
    },
  );
