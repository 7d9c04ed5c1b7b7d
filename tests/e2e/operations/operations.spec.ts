import { randomInt } from "node:crypto";
import {
  answeredWith,
  baseURL,
  expect,
  expectAccessible,
  lookInTurn,
  oneRoundOrSix,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";

const path = "/operations";

test("a super admin sees how the site runs, reads an error, runs a job and has alerts sent", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400, 429), /net::ERR_FAILED/);
  await signIn(page.request, "super");
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

  // Each thing to do leads to its row of the runbook.
  await page.getByRole("link", { name: /^Runbook: Job “announce articles/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Runbook" })).toBeVisible();
  await expect(page.locator("#job-announce-articles-to-search-engines")).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Operations", exact: true }).last().click();

  await page.getByRole("button", { name: "Run… sweep unused covers" }).click();
  await page.getByRole("button", { name: "Run 1 job" }).filter({ visible: true }).click();
  // One that another run of this test has begun seconds ago is not begun again.
  await expect(page.getByText(/“sweep unused covers” ran|Too many attempts/)).toBeVisible();

  const form = page.locator(".ops-form");
  await form.getByLabel("Webhook").fill("https://10.0.0.1/hook");
  await form.getByRole("button", { name: "Save alerts" }).click();
  await expect(form.getByText("The address must be a name that the whole internet knows.")).toBeVisible();
  await expectAccessible(page);
  await page.route(/\/operations/, (route) => route.abort());
  await form.getByRole("button", { name: "Save alerts" }).click();
  await expect(page.locator(".ops-said")).toContainText("The site could not be reached.");
  await expect(form.getByLabel("Webhook")).toHaveValue("https://10.0.0.1/hook");
});

for (const { rounds, tag } of oneRoundOrSix)
  for (const views of rounds)
    test(
      `the page fits and is accessible, with and without a dialog, ${views.map(({ scheme, width }) => `${scheme} ${width}`).join(" and ")}`,
      { tag },
      async ({ page }) => {
        await signIn(page.request, "super");
        await openHydrated(page, path);
        const look = lookInTurn(page, views);
        await look();
        await look(() => page.getByRole("button", { name: "Run… limit networks" }).click());
      },
    );

for (const { rounds, tag } of oneRoundOrSix)
  for (const views of rounds)
    test(
      `the runbook fits and is accessible, ${views.map(({ scheme, width }) => `${scheme} ${width}`).join(" and ")}`,
      { tag },
      async ({ page }) => {
        await signIn(page.request, "super");
        await openHydrated(page, "/operations/runbook");
        await lookInTurn(page, views)();
      },
    );

test("without script every form works, and a refused save keeps every answer @ci", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  await signIn(context.request, "super");
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Checks" })).toBeVisible();

  const confirm = async (open: string | RegExp, name: string) => {
    await page.getByRole("button", { name: open }).first().click();
    await page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
  };
  const said = page.locator(".ops-said");
  // What another run of this test has done seconds ago is not done again.
  await confirm("Run… announce articles to search engines", "Run 1 job");
  await expect(said).toContainText(/“announce articles to search engines” ran|Too many attempts/);
  await confirm("Back up now…", "Back up now");
  await expect(said).toContainText(/A backup begins within five minutes|running already|Too many attempts/);
  await confirm("Details of request failed", "Mark as seen");
  await expect(said).toContainText(/Marked as seen|Nothing was left to mark/);

  const form = page.locator(".ops-form");
  const mark = crypto.randomUUID();
  const save = form.getByRole("button", { name: "Save alerts" });
  /** As long as others save at the same moment, what is typed stays and is saved again. */
  const saveUntilDone = () =>
    expect(async () => {
      await save.click();
      await expect(said).toContainText("The alerts are changed", { timeout: 1000 });
    }).toPass();
  await form.getByLabel("Mail addresses").fill(`${mark}@operator.example`);
  await form.getByLabel("Webhook").fill(`https://${mark}.operator.example/hook`);
  await form.getByLabel("Quiet from").fill("22:00");
  await form.getByLabel("Quiet until").fill("");
  await form.getByLabel("Errors within an hour").fill("7");
  await save.click();
  await expect(form.getByText("When do they end? Or leave both empty.")).toBeVisible();
  await expect(form.getByLabel("Mail addresses")).toHaveValue(`${mark}@operator.example`);
  await expect(form.getByLabel("Webhook")).toHaveValue(`https://${mark}.operator.example/hook`);
  await expect(form.getByLabel("Quiet from")).toHaveValue("22:00");
  await expect(form.getByLabel("Errors within an hour")).toHaveValue("7");
  await form.getByLabel("Quiet until").fill("07:00");
  await saveUntilDone();

  await page.getByRole("button", { name: "Show the key" }).click();
  await expect(said.locator("code")).toContainText("whsec_");
  await confirm("Make a new key…", "Make 1 new key");
  await expect(said).toContainText(/Posts are signed with this key now|Somebody else/);
  await form.getByLabel("Webhook").fill("");
  await saveUntilDone();
  await confirm("Send a test alert…", "Send 1 test alert");
  await expect(said).toContainText(/mails? (is|are|will)|Too many attempts|a moment ago/);
  await context.close();
});

test("who saves what somebody else has changed meanwhile is told, keeps every answer, and may replace it @ci", async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(409));
  await signIn(page.request, "super");
  await openHydrated(page, path);
  const other = await context.newPage();
  await openHydrated(other, path);
  const threshold = (each: typeof page) => each.locator(".ops-form").getByLabel("Errors within an hour");
  const save = (each: typeof page) => each.getByRole("button", { name: "Save alerts" }).click();
  const [mine, theirs] = [`${randomInt(100, 50_000)}`, `${randomInt(50_001, 100_000)}`];
  await threshold(page).fill(mine);
  await expect(async () => {
    await threshold(other).fill(theirs);
    await save(other);
    await expect(other.locator(".ops-said")).toContainText("The alerts are changed", { timeout: 1000 });
  }).toPass();
  await save(page);
  await expect(page.locator(".ops-said")).toContainText("Somebody else has changed these settings meanwhile.");
  await expect(threshold(page)).toHaveValue(mine);
  await expect(page.getByText(/Stored now: \d+\./)).toBeVisible();
  await expect(async () => {
    await save(page);
    await expect(page.locator(".ops-said")).toContainText("The alerts are changed", { timeout: 1000 });
  }).toPass();
  await expect(threshold(page)).toHaveValue(mine);
});

test("the page reads itself again without taking focus, typing or place, and says why it stands still", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(503), /net::ERR_FAILED/);
  await signIn(page.request, "super");
  await page.clock.install();
  await openHydrated(page, path);
  const field = page.locator(".ops-form").getByLabel("Webhook");
  await field.fill("https://half.typed");
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  expect(before).toBeGreaterThan(200);
  let sentence = "";
  await page.route("**/operations/now", async (route) => {
    const response = await route.fetch();
    const view = (await response.json()) as { readAt: number };
    await route.fulfill({ response, json: { ...view, sentence, readAt: view.readAt + 60_000 } });
  });
  sentence = "Read once more.";
  await page.clock.fastForward(9000);
  await expect(page.getByText(sentence)).toBeAttached();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("https://half.typed");
  expect(await top()).toBe(before);

  const behind = page.locator(".ops-behind");
  await page.route("**/operations/now", (route) => route.abort());
  await expect(async () => {
    await page.clock.fastForward(9000);
    await expect(behind).toHaveText("The site has not answered since.", { timeout: 500 });
  }).toPass();
  await page.unroute("**/operations/now");
  await expect(async () => {
    await page.clock.fastForward(9000);
    await expect(behind).toHaveText("", { timeout: 500 });
  }).toPass();
  await page.context().clearCookies();
  await expect(async () => {
    await page.clock.fastForward(9000);
    await expect(behind).toContainText("You are signed out", { timeout: 500 });
  }).toPass();
});
