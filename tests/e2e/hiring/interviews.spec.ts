/** An interview from the proposal by keyboard to the candidate's phone without script and the calendar file, and a scorecard. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { answeredWith, baseURL, expect, expectAccessible, hydrate, openHydrated, test } from "../fixtures.ts";
import { storeApplications } from "./store-applications.ts";

/** Stores one application under a word that no other has, and signs HR in. Opens its page. Returns the word. */
async function openOne(page: Page, { stage = "interview", hasScript = true } = {}): Promise<string> {
  const mark = await storeApplications(page.request, { people: [{ name: "Ada", stage, days: 2 }] });
  if (hasScript) await openHydrated(page, `/job-applications?q=${mark}`);
  else await page.goto(`/job-applications?q=${mark}`);
  await page.getByRole("link", { name: `${mark} Ada` }).click();
  await expect(page.getByRole("heading", { name: `${mark} Ada`, level: 1 })).toBeVisible();
  return mark;
}

const section = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
const toast = (page: Page) => page.getByRole("region", { name: "Messages" });

/** A day of next month, as the field of days and times hears it by keyboard. */
async function typeTime(page: Page, label: string, day: number): Promise<void> {
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, day);
  const field = page.getByRole("group", { name: label }).first();
  const values = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day, hour: 10, minute: 30 };
  for (const [part, value] of Object.entries(values)) {
    await field.getByRole("spinbutton", { name: new RegExp(`^${part}`) }).focus();
    await page.keyboard.type(String(value).padStart(2, "0"));
  }
  const half = field.getByRole("spinbutton", { name: /AM\/PM/ });
  if ((await half.count()) > 0) {
    await half.focus();
    await page.keyboard.type("A");
  }
}

/** The address of the newest mail to `email` in the local mailbox whose subject begins with `subject`. */
async function openMail(page: Page, email: string, subject: string): Promise<string> {
  await page.goto("/mailbox");
  await page.getByRole("row", { name: email }).getByRole("link", { name: subject }).first().click();
  return (await page.locator("pre").textContent()) ?? "";
}

test("times are proposed by keyboard, picked on a phone without script, shown on both pages, and in a calendar file", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await openOne(page);
  const interviews = section(page, "Interviews");
  await interviews.getByText("Propose an interview").focus();
  await page.keyboard.press("Enter");
  await expect(interviews.getByRole("spinbutton", { name: /^hour/ })).toBeVisible();
  await typeTime(page, "Time 1", 10);
  await interviews.getByRole("button", { name: "Add a time" }).press("Enter");
  await expect(interviews.getByRole("spinbutton", { name: /^hour/ })).toHaveCount(2);
  await typeTime(page, "Time 2", 11);
  await interviews.getByLabel("Place, link or number").fill("https://meet.example/ada");
  await interviews.getByLabel("A line to the candidate").fill(`Welcome, ${mark}.`);
  await expectAccessible(page);
  await interviews.getByRole("button", { name: "Send the proposal" }).press("Enter");
  await expect(toast(page).getByRole("status")).toContainText("The times are proposed.");
  await expect(interviews.getByText("Proposed", { exact: true })).toBeVisible();
  await expect(page.getByText("proposed times for an interview")).toBeVisible();

  const email = `0-${mark}@client.example`;
  const text = await openMail(page, email, "Choose a time for your interview");
  const path = new URL(/https?:\/\/\S+\/careers\/application\/\S+/.exec(text)?.[0] ?? "").pathname;

  const phone = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    baseURL,
  });
  const candidate = await phone.newPage();
  await candidate.goto(path);
  await expect(candidate.getByText(`Welcome, ${mark}.`)).toBeVisible();
  await candidate.getByRole("button", { name: "Book this time" }).click();
  await expect(candidate.getByRole("alert")).toContainText("Choose a time.");
  await candidate.getByRole("radio").nth(1).check();
  const chosen = (await candidate.locator(".own-times label").nth(1).textContent()) ?? "";
  await candidate.getByRole("button", { name: "Book this time" }).click();
  await expect(candidate.getByRole("status").filter({ hasText: "Your interview is booked." })).toBeVisible();
  await expect(candidate.getByText(chosen)).toBeVisible();
  await expect(candidate.getByRole("link", { name: "Put it into your calendar" })).toBeVisible();
  await phone.close();

  await page.goto(path);
  await hydrate(page);
  await expectAccessible(page);
  await openMail(page, email, "Your interview is booked");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "interview.ics" }).click(),
  ]);
  const calendar = await readFile(await file.path(), "utf8");
  expect(calendar).toContain("METHOD:REQUEST\r\n");
  expect(calendar).toContain("LOCATION:https://meet.example/ada\r\n");

  await openHydrated(page, `/job-applications?q=${mark}&interview=waiting`);
  await expect(page.getByRole("link", { name: `${mark} Ada` })).toHaveCount(0);
  await openHydrated(page, `/job-applications?q=${mark}`);
  await page.getByRole("link", { name: `${mark} Ada` }).click();
  await expect(interviews.getByText("Booked", { exact: true })).toBeVisible();
  await expect(page.getByText("Candidate picked a time")).toBeVisible();
  await interviews.getByRole("button", { name: "Cancel it" }).click();
  await page.getByRole("button", { name: "Call off 1 interview" }).click();
  await expect(interviews.getByText("Cancelled", { exact: true })).toBeVisible();
  await openMail(page, "hr@demo.example", "Interview cancelled");
  await expect(page.getByRole("link", { name: "interview.ics" })).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without JavaScript @ci", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("a scorecard is saved as a draft, sent, and corrected @ci", async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(400));
      await openOne(page, { stage: "new", hasScript: javaScriptEnabled });
      const card = section(page, "Scorecard");
      await card.getByText("Score this candidate").click();
      const clearly = card.getByRole("group", { name: "Explains clearly" });
      await clearly.getByRole("radio", { name: "4" }).check({ force: true });
      await clearly.getByRole("textbox").fill("Drew it on the board.");
      await card.getByRole("button", { name: "Save draft" }).click();
      await expect(card.getByText("Draft", { exact: true })).toBeVisible();
      await expect(clearly.getByRole("radio", { name: "4" })).toBeChecked();
      await card.getByRole("button", { name: "Send scorecard" }).click();
      await expect(page.getByRole("main").getByRole("alert")).toContainText("Choose a verdict.");
      await expect(clearly.getByRole("textbox")).toHaveValue("Drew it on the board.");
      if (javaScriptEnabled) await expectAccessible(page);
      await card.getByRole("radio", { name: "Strong yes" }).check({ force: true });
      await card.getByRole("button", { name: "Send scorecard" }).click();
      await expect(card.getByText("4 of 5")).toBeVisible();
      await expect(page.getByText("sent a scorecard")).toBeVisible();
      await card.getByText("Correct yours").click();
      await card.getByRole("radio", { name: "No", exact: true }).check({ force: true });
      await card.getByRole("button", { name: "Correct scorecard" }).click();
      await expect(card.getByText(", corrected")).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
