import {
  answeredWith,
  baseURL,
  expect,
  expectAccessible,
  lookInTurn,
  oneRoundOrSix,
  openHydrated,
  settle,
  signIn,
  test,
} from "../fixtures.ts";

const path = "/failed-messages";

test("after the start failed messages are there to be read, and asked about before they are deleted, by keyboard alone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.request, "marketing");
  await openHydrated(page, path);
  await expect(page.locator("tbody tr").filter({ hasText: "Demo" })).toHaveCount(2);

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const message = page.getByRole("dialog", { name: "Failed message" });
  await expect(message).toContainText("last Tuesday");
  await expectAccessible(page);
  await message.getByRole("button", { name: "Delete…" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete this message?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();

  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).press("Enter");
  const both = page.getByRole("dialog", { name: "Delete the selected messages?" });
  await expect(both.getByRole("button", { name: "Delete 2 failed messages" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 selected")).toBeVisible();
});

test("without a network nothing is done, and the list says so", async ({ page, allowConsole }) => {
  allowConsole.push(/^Failed to load resource: net::ERR_FAILED/, answeredWith(503));
  await signIn(page.request, "marketing");
  await openHydrated(page, path);
  const asked: string[] = [];
  await page.route("**/*.data*", (route) => {
    asked.push(route.request().method());
    return route.abort();
  });
  await page.getByRole("checkbox", { name: "Select all failed messages of this page" }).check();
  await page.getByRole("toolbar").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The site could not be reached.");
  await settle(page);
  // What cannot be reached is not asked how things stand, which would take the page away.
  expect(asked).toEqual(["POST"]);
  await expect(page.locator("tbody tr")).toHaveCount(2);
});

test("the list is narrowed down by its chips, without script too @ci", async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    extraHTTPHeaders: { "CF-Connecting-IP": "10.200.2.3" },
  });
  await signIn(context.request, "super");
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole("search").getByRole("button", { name: "Queue" }).click();
  await page.getByRole("menuitemradio", { name: "fivewright-mail" }).click();
  await expect(page).toHaveURL(/\?queue=fivewright-mail$/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.locator("[data-main]").click();
  await expect(page.getByRole("dialog", { name: "Failed message" })).toContainText("mailId");
  await context.close();
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`failed messages are accessible and fit${tag.join()}`, { tag }, async ({ page }) => {
    test.setTimeout(120_000 * rounds.length);
    await signIn(page.request, "super");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      // With all messages, accessibility.spec.ts sees the page.
      await openHydrated(page, `${path}?body=dropped`);
      await look();
      await openHydrated(page, path);
      await look(() => page.getByRole("button", { name: "All messages" }).click());
    }
  });
