import { expect, expectAccessible, hydrate, lookIn, sixViews, test } from "./fixtures.ts";

test("shots", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/careers/cloud-engineer/apply");
  await hydrate(page);
  await page
    .getByRole("button", { name: /^Reject/ })
    .click()
    .catch(() => {});
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  for (const view of sixViews) {
    await lookIn(page, view);
    await expectAccessible(page);
    await page.screenshot({ path: `/tmp/b/apply-shots/apply-${view.width}-${view.scheme}.png`, fullPage: true });
  }
  await page.goto("/careers/apply");
  await hydrate(page);
  await page.getByLabel("Name", { exact: true }).fill("Ada Example");
  await page.getByLabel("E-mail").fill(`ada-${Math.random()}@example.com`);
  await page.getByLabel(/^You may store/).check();
  await page
    .getByLabel("CV", { exact: true })
    .setInputFiles({ name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from("x y") });
  await expect(page.getByText("is with us")).toBeVisible();
  await lookIn(page, { scheme: "light", width: 390 });
  await page.screenshot({ path: "/tmp/b/apply-shots/kept-390.png", fullPage: true });
  await page.getByRole("button", { name: "Send application" }).click();
  await page.waitForURL(/application\//);
  for (const view of sixViews) {
    await lookIn(page, view);
    await expectAccessible(page);
    await page.screenshot({ path: `/tmp/b/apply-shots/own-${view.width}-${view.scheme}.png`, fullPage: true });
  }
});
