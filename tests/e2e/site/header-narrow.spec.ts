import { answeredWith, expect, expectAccessible, hydrate, test } from "../fixtures.ts";

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const colorScheme of ["light", "dark"] as const)
    // In dark colours accessibility.spec.ts sees it.
    test(
      `the menu is a modal sheet with groups (${colorScheme})`,
      { tag: colorScheme === "light" ? [] : "@deep" },
      async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.goto("/");
        await page.getByRole("button", { name: "Menu" }).click();
        const sheet = page.getByRole("dialog", { name: "Menu" });
        await expect(sheet).toBeVisible();
        await expect(sheet.getByRole("link", { name: "Data Analytics" })).toBeVisible();
        await sheet.getByText("Industries", { exact: true }).click();
        await expect(sheet.getByRole("link", { name: "FinServ" })).toBeVisible();
        await expect(sheet.getByRole("link", { name: "Contact Us" })).toBeVisible();
        await expectAccessible(page);
        await sheet.getByRole("button", { name: "Close menu" }).click();
        await expect(sheet).toBeHidden();
        await expect(page.getByRole("button", { name: "Menu" })).toBeFocused();
      },
    );

  test("Escape closes the sheet, and so does following a link", async ({ page, allowConsole }) => {
    allowConsole.push(answeredWith(404));
    await page.goto("/");
    await hydrate(page);
    const sheet = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await sheet.getByRole("link", { name: "GCC" }).click();
    await page.waitForURL("**/gcc");
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Menu" }).click();
    await sheet.getByRole("link", { name: "Search" }).click();
    await page.waitForURL("**/search");
    await expect(sheet).toBeHidden();
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("the sheet opens, and its groups too", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Menu" }).click();
      const sheet = page.getByRole("dialog", { name: "Menu" });
      await expect(sheet).toBeVisible();
      await sheet.getByText("About Us").click();
      await expect(sheet.locator("a[href='/leadership']")).toBeVisible();
      await sheet.getByRole("button", { name: "Close menu" }).click();
      await expect(sheet).toBeHidden();
      await page.getByRole("button", { name: "Menu" }).click();
      await sheet.getByRole("link", { name: "Search" }).click();
      await expect(page).toHaveURL("/search");
    });
  });
});
