import { brand } from "#app/content/brand.ts";
import {
  answeredWith,
  baseURL,
  type DemoAccount,
  expect,
  expectAccessible,
  lookInTurn,
  oneRoundOrSix,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";
import { done, inbox, noteOf, openCleared, panel, sendSpam, status } from "./enquiries-page.ts";
import { readHtml, readText } from "../pages/read-html.ts";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript @ci", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("an enquiry is cleared of spam, handled, mailed and erased", async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(404));
      const subject = await sendSpam(page.request);
      await signIn(page.request, "marketing");
      await openCleared(page, subject);
      const address = new URL(page.url()).pathname;

      await status(page, "Open").check();
      await page.getByLabel("Owner", { exact: true }).selectOption({ label: "Me" });
      await noteOf(page).fill("Called her.\nWaiting for an answer.");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(done(page)).toHaveText("Saved.");
      if (javaScriptEnabled) await page.getByRole("tab", { name: "Notes 1" }).click();
      await expect(noteOf(page)).toHaveValue("");
      await expect(page.getByText("Waiting for an answer.")).toBeVisible();
      await expect(status(page, "Open")).toBeChecked();

      await page.goto(`${inbox}?owner=mine&q=${encodeURIComponent(subject)}`);
      await expect(page.locator("tr", { hasText: subject }).locator(".list-cell-status")).toHaveText("Open");

      await page.goto("/mailbox");
      await page.getByRole("link", { name: `Enquiry: ${subject}` }).click();
      await expect(page.locator("pre")).toContainText("Two plants, one team");
      await expect(page.getByRole("main")).toContainText(brand.salesEmail);

      await page.goto(address);
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Erase…" }).click();
      await page.getByRole("button", { name: "Erase 1 enquiry" }).click();
      await expect(done(page).filter({ hasText: "erased" })).toBeVisible();
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "Enquiry not found" })).toBeVisible();
    });

    const tag = javaScriptEnabled ? [] : ["@deep"];
    test(
      "a form that is out of date says both states and keeps the note @ci",
      { tag },
      async ({ page, allowConsole }) => {
        allowConsole.push(answeredWith(409));
        const subject = await sendSpam(page.request);
        await signIn(page.request, "super");
        await openCleared(page, subject);
        const address = new URL(page.url()).pathname;
        const other = await page.context().newPage();
        await other.goto(address);
        await status(other, "Closed").check();
        await other.getByRole("button", { name: "Save" }).click();
        await expect(done(other)).toHaveText("Saved.");

        await noteOf(page).fill("Nothing of this is lost.");
        const alert = page.getByRole("main").getByRole("alert");
        // With script a choice is stored when it is made.
        await (javaScriptEnabled ? status(page, "Answered").click() : status(page, "Answered").check());
        if (!javaScriptEnabled) await page.getByRole("button", { name: "Save" }).click();
        await expect(alert).toBeFocused();
        await expect(alert).toContainText("now Closed, yours Answered");
        await expect(noteOf(page)).toHaveValue("Nothing of this is lost.");
        await expect(status(page, "Answered")).toBeChecked();
        await page.getByRole("button", { name: "Save" }).click();
        await expect(done(page)).toHaveText("Saved.");
        if (javaScriptEnabled) await page.getByRole("tab", { name: "Notes 1" }).click();
        await expect(noteOf(page)).toHaveValue("");
        await expect(page.getByText("Nothing of this is lost.")).toBeVisible();
      },
    );
  });

test("an enquiry opens beside the list by keyboard, leads on to the next and closes to its row", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const subject = await sendSpam(page.request);
  await sendSpam(page.request);
  await signIn(page.request, "marketing");
  await openHydrated(page, `${inbox}?folder=spam`);
  const row = page.getByRole("link", { name: subject });
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("heading", { name: subject })).toBeVisible();
  await expect(panel(page)).toBeFocused();
  await expect(page.locator("tr[aria-current=true]")).toContainText(subject);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\/[\da-f-]{36}\?folder=spam$/);

  await page.keyboard.press("k");
  await expect(panel(page).getByRole("heading", { name: subject })).toHaveCount(0);
  await page.goBack();
  await expect(panel(page).getByRole("heading", { name: subject })).toBeVisible();

  await test.step("Escape is for the menu and the question first, then for the panel", async () => {
    const more = panel(page).getByRole("button", { name: "More" });
    await more.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Not spam" })).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Erase this enquiry?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();
    await noteOf(page).fill("Not sent yet");
    await page.keyboard.press("Escape");
    await expect(noteOf(page)).toHaveValue("Not sent yet");
    await more.focus();
    await page.keyboard.press("Escape");
  });
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/inbox\?folder=spam$/);
  await expect(row).toBeFocused();

  await test.step("a note that was typed and not saved is there when the enquiry is opened again", async () => {
    await page.keyboard.press("Enter");
    await expect(noteOf(page)).toHaveValue("Not sent yet");
  });
});

test("the list is not asked for again when an enquiry opens beside it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.request, "marketing");
  await openHydrated(page, "/marketing-admin");
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect(page.getByRole("table")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) asked.push(new URL(request.url()).searchParams.get("_routes") ?? "");
  });
  // The oldest is of the demo data: other tests erase the ones that they send.
  await page.locator("tbody [data-main]").last().click();
  await expect(panel(page)).toBeVisible();
  expect(asked.filter((routes) => routes.includes("staff/enquiries/enquiries"))).toEqual([]);
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`enquiry and mailbox are accessible and fit${tag.join()}`, { tag }, async ({ page }) => {
    const subject = await sendSpam(page.request, `Ada ${"Very-Long-Name-".repeat(6)}`);
    await signIn(page.request, "marketing");
    await openCleared(page, subject);
    const address = new URL(page.url()).pathname;
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      for (const path of [`${inbox}?folder=spam`, address, "/mailbox"]) {
        await openHydrated(page, path);
        await look();
      }
    }
  });

test("after the start the inbox has demo enquiries, answered, mailed and noted upon by people with names", async ({
  request,
}) => {
  await signIn(request, "marketing");
  const findRow = async (search: string, words: string) =>
    (await readHtml(request, `${inbox}?${search}`))
      .querySelectorAll("tbody tr")
      .find((row) => row.text.includes(words));
  const openOne = async (search: string, words: string) => {
    const links = (await findRow(search, words))?.querySelectorAll("a") ?? [];
    return readHtml(request, links.find((link) => link.text.includes(words))?.getAttribute("href") ?? "");
  };
  expect(readText((await findRow("q=nordhafen", "Nordhafen")) ?? null)).toContain("Demo");
  expect(readText((await findRow("folder=spam&q=rank-first", "Rank First")) ?? null)).toContain("Demo");
  const answered = readText((await findRow("q=lumenfield", "Lumenfield")) ?? null);
  for (const words of ["Marc Oduya", "marketing@demo.example"]) expect(answered).toContain(words);
  expect(readText((await openOne("q=lumenfield", "Renewable Energy")).querySelector(".kit-panel"))).toContain(
    "Sofia Lindqvist (super@demo.example)",
  );
  const panel = (await openOne("q=arclite", "Partnership")).querySelector(".kit-panel");
  for (const words of ["Demo", "550 5.1.1"]) expect(readText(panel)).toContain(words);
  expect(readText(panel?.querySelector("select[name=owner] option[selected]") ?? null)).toBe(
    "Sofia Lindqvist (super@demo.example)",
  );
});

test("the list comes as a file, with its filters", async ({ page }) => {
  const subject = await sendSpam(page.request, '=HYPERLINK("x")');
  await signIn(page.request, "marketing");
  await openHydrated(page, `${inbox}?folder=spam&q=${encodeURIComponent(subject)}`);
  const link = page.getByRole("link", { name: "Download as CSV" });
  const response = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(response.headers()).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  expect(response.headers()["content-disposition"]).toMatch(/^attachment; filename="enquiries-spam-/);
  const text = await response.text();
  expect(text).toContain(subject);
  expect(text).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text.trim().split("\r\n")).toHaveLength(2);
});

for (const account of ["talent", "hr", "norole"] as const satisfies readonly DemoAccount[])
  test(`${account} may neither read, change nor download an enquiry`, async ({ request }) => {
    await signIn(request, account);
    const one = `${inbox}/${crypto.randomUUID()}`;
    for (const path of [inbox, one, `${inbox}.csv`, `${inbox}.data`, `${one}.data`, `${inbox.toUpperCase()}.CSV`])
      expect((await request.get(path)).status(), path).toBe(403);
    const headers = { Origin: new URL(baseURL).origin };
    const form = { intent: "erase", version: "1" };
    expect((await request.post(one, { form, headers })).status()).toBe(403);
  });

test("a signed-out caller of an enquiry, or of the file, signs in first", async ({ request }) => {
  for (const path of [`${inbox}/${crypto.randomUUID()}`, `${inbox}.csv?status=new`]) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBe(302);
    expect(response.headers()["location"], path).toBe(`/auth?next=${encodeURIComponent(path)}`);
  }
});
