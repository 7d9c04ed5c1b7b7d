/** The hubs as queues of work: by keys, without script, for each role, and while the site cannot be reached. */
import type { Page } from "playwright/test";
import { minute } from "#shared/dates/durations.ts";
import {
  answeredWith,
  type DemoAccount,
  expect,
  expectAccessible,
  expectNothingWider,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";
import { makeOpening, openInside } from "../hiring/opening-beside.ts";
import { toast } from "../lists/lists-page.ts";

const closing = (page: Page) => page.getByRole("region", { name: /^Jobs that close within 7 days/ });
const row = (page: Page, title: string) => closing(page).getByRole("listitem").filter({ hasText: title });

/** A job that closes before all others, so that it is among the first of its queue. */
async function makeClosing(page: Page, account: DemoAccount): Promise<string> {
  const mark = crypto.randomUUID().slice(0, 8);
  await signIn(page.request, account);
  const path = await makeOpening(page, `Closes soon ${mark}`, `closes-soon-${mark}`);
  await openInside(page, path, Date.now() + 10 * minute);
  return `Closes soon ${mark}`;
}

test("an item is found, extended, put back and opened by keys alone, and the list agrees", async ({ page }) => {
  const title = await makeClosing(page, "talent");
  await openHydrated(page, "/talent-admin");
  const link = row(page, title).getByRole("link", { name: title });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("ArrowDown");
    if (await link.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(link).toBeFocused();

  await page.keyboard.press("e");
  await expect(toast(page)).toContainText(`“${title}” is open for 30 more days.`);
  await expect(row(page, title)).toHaveCount(0);
  await expect(page.locator("[data-row] :focus"), "the item in its place has the focus").toHaveCount(1);
  await page.keyboard.press("z");
  await expect(row(page, title)).toBeVisible();
  await expect(page).toHaveURL("/talent-admin");

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const name of ["Next item", "Next queue", "Extend by 30 days", "Open the item"])
    await expect(sheet.getByText(name, { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");

  await expect(async () => {
    await page.goto("/talent-admin");
    const count = await closing(page).locator(".queue-count").textContent();
    await closing(page).getByRole("link").first().click();
    await expect(page.getByRole("link", { name: /^Remove the filter Attention: closes within 7 days/ })).toBeVisible();
    await expect(page.getByText(new RegExp(`(^|of )${count} jobs?$`)).first()).toBeVisible({ timeout: 1000 });
  }).toPass();

  await openHydrated(page, "/talent-admin");
  await link.focus();
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/job-management\/[0-9a-f-]{36}$/);
  await page.goBack();
  await page.waitForSelector("html[data-hydrated]");
  await link.focus();
  await page.keyboard.press("c");
  await expect(toast(page).filter({ hasText: `“${title}” is closed.` })).toBeVisible();
});

test.describe("at 390 px without JavaScript @ci", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("actions are buttons, and what was done can be taken back", async ({ page }) => {
    const title = await makeClosing(page, "hr");
    await page.goto("/talent-admin");
    await expectNothingWider(page);
    await row(page, title)
      .getByRole("button", { name: /^Extend by 30 days/ })
      .click();
    await expect(page.getByRole("status").filter({ hasText: `“${title}” is open for 30 more days.` })).toBeVisible();
    await expect(row(page, title)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, title)
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(page.getByText(`“${title}” is closed.`)).toBeVisible();
  });
});

test("each role finds its own queues, which fit and are accessible @ci", async ({ page }) => {
  const queues: Record<string, [path: string, has: RegExp, lacks: RegExp]> = {
    marketing: ["/marketing-admin", /enquiries/i, /^Applications/],
    talent: ["/talent-admin", /^Jobs/, /^Applications/],
    hr: ["/talent-admin", /^Applications/, /^Accounts/],
    super: ["/talent-admin", /^Applications/, /enquiries/i],
  };
  for (const [account, [path, has, lacks]] of Object.entries(queues)) {
    await signIn(page.request, account as DemoAccount);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openHydrated(page, path);
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: has }).first()).toBeVisible();
    await expect(main.getByRole("link", { name: lacks })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNothingWider(page, account);
  }
});

test("queues are read again when one comes back to the tab, and stay where that fails @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(503), /^Failed to load resource: net::ERR_FAILED/);
  await signIn(page.request, "talent");
  await openHydrated(page, "/talent-admin");
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const shown = await page.locator("[data-queue]").count();
  expect(shown).toBeGreaterThan(0);

  await page.route("**/talent-admin.data*", (route) => route.abort());
  await comeBack();
  await expect(page.getByRole("alert").filter({ hasText: "This is how it stood" })).toBeVisible();
  await expect(page.locator("[data-queue]")).toHaveCount(shown);
  await page.unroute("**/talent-admin.data*");

  const title = await makeClosing(await page.context().newPage(), "talent");
  await comeBack();
  await expect(row(page, title)).toBeVisible();
  await expect(page.getByText("This is how it stood")).toHaveCount(0);
  await row(page, title)
    .getByRole("button", { name: /^Close/ })
    .click();
  await expect(toast(page).filter({ hasText: "is closed" })).toBeVisible();
});
