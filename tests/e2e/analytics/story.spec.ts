import type { Page } from "playwright/test";
import { answeredWith, expect, signIn, test } from "../fixtures.ts";

/** The main flow end to end: a choice on a public page is counted on the analytics page of a user who may see it. */
test("a visitor's choice is counted for marketing, and for nobody without the role @ci", async ({
  browser,
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(403, 404));
  const address = { "CF-Connecting-IP": `10.9.${Date.now() % 250}.${(Date.now() >> 8) % 250}` };

  const marketing = await browser.newContext({ extraHTTPHeaders: address });
  await signIn(marketing.request, "marketing");
  const report = await marketing.newPage();
  // A unique page path separates this visitor from those of other tests.
  const path = `/story-${crypto.randomUUID()}`;
  await page.goto(path);
  const banner = page.getByRole("region", { name: "We value your privacy" });
  await expect(banner).toBeVisible();
  const stored = page.waitForResponse("**/api/store-visitor-analytics");
  await banner.getByRole("button", { name: "Accept All Cookies" }).click();
  expect((await stored).status()).toBe(204);
  await expect(banner).toBeHidden();

  const row = report.getByRole("table", { name: /^Pages by page/ }).getByRole("row", { name: path });
  await expect(async () => {
    await report.goto(`/visitor-analytics?range=7&compare=none&${new URLSearchParams({ page: path })}`);
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(row.getByRole("cell")).toHaveText(["1"]);
  expect(await readFigure(report, "Visitors")).toBe("1");
  expect(await readFigure(report, "Coverage")).toMatch(/^\d+(\.\d)?%$/);
  await marketing.close();

  await signIn(page.request, "norole");
  const refused = await page.goto("/visitor-analytics");
  expect(refused?.status()).toBe(403);
  await expect(page.getByText("Access Denied")).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page.getByText(path)).toHaveCount(0);
});

/** A key figure of the report. */
async function readFigure(report: Page, name: string): Promise<string> {
  const figure = report.locator("dl > div", { has: report.getByText(name, { exact: true }) });
  return figure.locator("dd").first().innerText();
}
