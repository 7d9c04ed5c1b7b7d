import { expect, expectAccessible, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "./fixtures.ts";

const path = "/operations";

test("a super admin sees how the site runs, reads an error, runs a job and has alerts sent", async ({
  page,
  baseURL,
}) => {
  await signIn(page.request, "super", baseURL ?? "");
  await openHydrated(page, path);
  await expect(page.getByRole("heading", { level: 1, name: "Operations" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Jobs: table" })).toContainText("watch the site");

  const errors = page.getByRole("region", { name: "Errors: table" });
  const demo = errors.getByRole("row").filter({ hasText: "Demo" });
  await demo
    .first()
    .getByRole("button", { name: /^Details/ })
    .press("Enter");
  const details = page.getByRole("dialog").filter({ visible: true });
  await expect(details).toContainText("Search the logs of the Worker");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();

  await page.getByRole("button", { name: "Run sweep unused covers…" }).click();
  await page.getByRole("button", { name: "Run 1 job" }).filter({ visible: true }).click();
  // One that another run of this test has begun seconds ago is not begun again.
  await expect(page.getByText(/“sweep unused covers” ran|Too many attempts/)).toBeVisible();

  const form = page.locator(".ops-form");
  await form.getByLabel("Webhook").fill("https://10.0.0.1/hook");
  await form.getByRole("button", { name: "Save alerts" }).click();
  await expect(form.getByText("The address must be a name that the whole internet knows.")).toBeVisible();
  await expectAccessible(page);
});

for (const { rounds, tag } of oneRoundOrSix)
  for (const [round, views] of rounds.entries())
    test(
      `the page fits and is accessible, with and without a dialog, round ${round}${tag.join()}`,
      { tag },
      async ({ page, baseURL }) => {
        await signIn(page.request, "super", baseURL ?? "");
        await openHydrated(page, path);
        const look = lookInTurn(page, views);
        await look();
        await look(() => page.getByRole("button", { name: "Run limit networks…" }).click());
      },
    );

test("without script the page is whole, and a job can be run", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await signIn(context.request, "super", baseURL ?? "");
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Checks" })).toBeVisible();
  await page.getByRole("button", { name: "Run announce articles to search engines…" }).click();
  await page.getByRole("button", { name: "Run 1 job" }).filter({ visible: true }).click();
  await expect(page.getByText(/“announce articles to search engines” ran|Too many attempts/)).toBeVisible();
  await context.close();
});
