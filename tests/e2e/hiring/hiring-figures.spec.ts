/** Figures about hiring, and the search that shows where it found its words, as HR uses them. */
import type { Page } from "playwright/test";
import { expect, expectAccessible, openHydrated, test } from "../fixtures.ts";
import { storeApplications } from "./store-applications.ts";
import { typeDay } from "../type-day.ts";

const list = "/job-applications";

const people = [
  { name: "Ada", stage: "interview", days: 9, flags: ["Can you travel?"] },
  { name: "Ben", stage: "new", days: 2 },
];

async function expectNothingWider(page: Page) {
  const [is, may] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(is).toBeLessThanOrEqual(may ?? 0);
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @ci", () => {
    test.use({ javaScriptEnabled, viewport: { width: javaScriptEnabled ? 1440 : 390, height: 900 } });

    test("each figure leads to the list of what it counts, for any days, and all of them to a file", async ({
      page,
    }) => {
      await storeApplications(page.request, { people });
      await page.goto(`${list}/figures`);
      await expect(page.getByRole("heading", { level: 1, name: "Hiring figures" })).toBeVisible();
      await page.getByRole("link", { name: "365 days" }).click();
      await expect(page.getByRole("link", { name: "365 days" })).toHaveAttribute("aria-current", "page");
      if (javaScriptEnabled) await expectAccessible(page);
      await expectNothingWider(page);
      const row = page
        .getByRole("table", { name: /each stage or further/ })
        .getByRole("row", { name: /^Interview/ })
        .getByRole("link");
      const count = (await row.textContent()) ?? "";
      await row.click();
      await expect(page).toHaveURL(/way=reached/);
      // Other tests add applications meanwhile.
      const shown = page.getByText(/ of [\d,]+ applications|^\d+ applications?$/).first();
      await expect(shown).toBeVisible();
      const total = Number(/([\d,]+) applications?/.exec((await shown.textContent()) ?? "")?.[1]?.replace(",", ""));
      expect(total).toBeGreaterThanOrEqual(Number(count.replace(",", "")));
      await page.goto(`${list}/figures`);
      const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
      await typeDay(page.getByRole("search", { name: "Days" }), "From", day, javaScriptEnabled);
      await page.getByRole("button", { name: "Show these days" }).click();
      await expect(page).toHaveURL(new RegExp(`from=${day}`));
      await expect(page.getByRole("heading", { name: "Who waits longest" })).toBeVisible();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download as CSV" }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^hiring-figures-[\d-]+\.csv$/);
    });
  });

test("a search shows where its words are, on the page of one too; the board keeps it as a view; the palette finds it @ci", async ({
  page,
}) => {
  const mark = await storeApplications(page.request, { people });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, `${list}?q=${mark} leeds`);
  const table = page.getByRole("table");
  await expect(table.locator("mark", { hasText: mark })).not.toHaveCount(0);
  await expect(table.locator(".list-below").first()).toContainText("Place Leeds");
  await expectAccessible(page);
  await page.getByRole("link", { name: `${mark} Ada` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${mark} Ada` })).toBeVisible();
  await expect(page.getByRole("main").locator("mark", { hasText: "Leeds" })).toBeVisible();

  await openHydrated(page, `${list}/board?q=${mark}`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByLabel("Name", { exact: true }).fill(mark);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const view = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: mark });
  await expect(view).toHaveAttribute("aria-current", "page");
  await openHydrated(page, `${list}/board`);
  await view.click();
  await expect(page.locator(".board-card")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Change the view ${mark}` }).click();
  await page.getByRole("menuitem", { name: "Delete the view" }).click();
  await expect(view).toHaveCount(0);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await palette.getByRole("combobox").fill(`${mark} ada`);
  await expect(palette.getByRole("group", { name: "Applications" }).getByRole("option")).toHaveText([
    new RegExp(`${mark} Ada.*No role, Interview`),
  ]);
});
