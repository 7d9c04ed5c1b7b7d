/** Downloads of people's data whose reader signed in too long ago: every page has the same links to confirm and back. */
import { askForAccount, demoEmail, demoPassword, expect, settle, signIn, test } from "../fixtures.ts";

for (const { account, path, name } of [
  { account: "super", path: "/user-management", name: "Export" },
  { account: "super", path: "/audit-log", name: "Export as CSV" },
  { account: "marketing", path: "/marketing-admin/inbox", name: "Download as CSV" },
  { account: "marketing", path: "/visitor-analytics", name: "Visitors by day as CSV" },
  { account: "marketing", path: "/visitor-analytics/consent/proofs", name: "Export as CSV" },
] as const)
  test(
    `the file of ${path} asks for a fresh sign-in on a page, then comes by itself, and a way back @ci`,
    { tag: path === "/user-management" ? [] : "@deep" },
    async ({ page }) => {
      await signIn(page.request, account);
      await askForAccount(page.request, { path: "/stale", email: demoEmail(account) });
      await page.goto(path);
      await page.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Confirm that it is you" })).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill(demoPassword);
      let files = 0;
      page.on("download", () => (files += 1));
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Confirm" }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      await page.getByRole("link", { name: "Back to the page" }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("link", { name })).toBeVisible();
      // "Back" does not download once more.
      await page.goBack();
      await expect(page).toHaveURL(path);
      await settle(page);
      expect(files).toBe(1);
    },
  );
