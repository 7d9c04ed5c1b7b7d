/** The audit log as a super admin reads it: with script and without, by keyboard, in both themes and at all widths. */
import { readFile } from "node:fs/promises";
import { expect, expectAccessible, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";
import { typeDay } from "../type-day.ts";

const path = "/audit-log";

test("after the start the log has something unusual to read, opened by keyboard, with all that is known", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.request, "super");
  await openHydrated(page, path);
  await page.getByRole("link", { name: /^Unusual this week/ }).press("Enter");
  await expect(page).toHaveURL(/\?days=7&unusual=yes$/);
  for (const why of ["New country", "Many failures", "Many exports", "Copied session"])
    await expect(page.getByRole("row").filter({ hasText: why }).first()).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "New country" }).filter({ hasText: "Lisbon" });
  await row.getByRole("button", { name: "Signed in" }).press("Enter");
  const entry = page.getByRole("dialog", { name: "Entry of the audit log" });
  await expect(entry).toContainText("Lisbon, Portugal");
  await expect(entry).toContainText("Safari on iOS");
  await expectAccessible(page);
  await entry.getByRole("link", { name: "All by this person" }).press("Enter");
  await expect(entry).toBeHidden();
  await expect(page.getByText("Person Sofia Lindqvist")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?days=7&unusual=yes$/);
  await page.getByRole("row").filter({ hasText: "Many failures" }).first().getByRole("link").click();
  await expect(page).toHaveURL(/\/user-management\?q=marketing%40demo\.example$/);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script @ci", () => {
    test.use({ javaScriptEnabled, timezoneId: "Asia/Kolkata" });

    test("entries are narrowed down by kind and days, opened, and exported", async ({ page }) => {
      await signIn(page.request, "super");
      if (javaScriptEnabled) await openHydrated(page, path);
      else await page.goto(path);
      await page.getByRole("search").getByRole("button", { name: "Kind" }).click();
      await page.getByRole("menuitemradio", { name: "Erasures" }).click();
      await expect(page).toHaveURL(/\?group=erasures$/);
      const rows = page.locator("tbody tr");
      const erasure = rows.filter({ hasText: "Erased what is stored about a person" }).first();
      await erasure.locator("[data-main]").click();
      const entry = page.getByRole("dialog", { name: "Entry of the audit log" });
      await expect(entry).toContainText("person.erased");
      await page.keyboard.press("Escape");
      await expect(entry).toBeHidden();

      const days = page.getByRole("search", { name: "Days" });
      await typeDay(days, "From", "2020-01-01", javaScriptEnabled);
      await typeDay(days, "To", "2020-01-31", javaScriptEnabled);
      await days.getByRole("button", { name: "Show these days" }).click();
      const zone = javaScriptEnabled ? "Asia%2F(Kolkata|Calcutta)" : "UTC";
      await expect(page).toHaveURL(new RegExp(`group=erasures&zone=${zone}&from=2020-01-01&to=2020-01-31$`));
      await expect(rows).toHaveCount(0);
      await page.getByRole("link", { name: "All days" }).click();
      await expect(page).toHaveURL(/\?group=erasures$/);

      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export as CSV" }).click();
      const file = await readFile(await (await downloading).path(), "utf8");
      expect(file).toContain('"person.erased"');
      expect(file).not.toContain('"session.started"');
    });
  });
}

for (const { rounds, tag } of oneRoundOrSix)
  test(`the audit log is accessible and fits, without entries too${tag.join(" ")}`, { tag }, async ({ page }) => {
    await signIn(page.request, "super");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      // As it is when it opens, accessibility.spec.ts sees it.
      for (const search of ["?unusual=yes", "?from=2020-01-01&to=2020-01-02", "?q=nobody"]) {
        await openHydrated(page, `${path}${search}`);
        await look();
      }
    }
  });
