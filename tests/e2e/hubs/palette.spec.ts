import { answeredWith, expect, expectAccessible, openHydrated, signIn, test } from "../fixtures.ts";

test("the palette finds records from any page, by keyboard alone, and says when there are none", async ({ page }) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, "/blog-management");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  const field = palette.getByRole("combobox");
  const status = palette.getByRole("status");
  await expect(field).toBeFocused();

  await field.fill("zzyzx qwvk");
  await expect(status).toHaveText("Nothing matches.");
  await field.fill("marketing@demo");
  await expect(palette.getByRole("group", { name: "Accounts" }).getByRole("option")).toHaveText([
    /Marc Oduya.*marketing@demo\.example/,
  ]);
  await expectAccessible(page);

  await field.fill("nordhafen");
  const found = palette.getByRole("group", { name: "Enquiries" }).getByRole("option");
  await expect(found).toHaveCount(1);
  await expect(found).toHaveAttribute("aria-selected", "true");
  await expect(status).toHaveText("1 result.");
  await page.keyboard.press("Enter");
  await expect(palette).toBeHidden();
  await expect(page).toHaveURL(/\/marketing-admin\/inbox\/[\da-f-]{36}/);
  await expect(page.getByRole("main")).toContainText("Nordhafen");
});

test("while records cannot be searched the palette says so and still leads to pages @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(503));
  await signIn(page.request, "marketing");
  await openHydrated(page, "/blog-management");
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/staff-search?*", async (route) => {
    await waiting;
    await route.fulfill({ status: 503, body: "" });
  });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  await palette.getByRole("combobox").fill("inbox");
  await expect(palette.getByRole("status")).toHaveText("Searching…");
  answer();
  await expect(palette.getByRole("status")).toHaveText("1 result. Some could not be searched just now.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
});
