/** Mails to candidates, as HR writes them on the page of an application. */
import type { Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, openHydrated, settle, test } from "../fixtures.ts";
import { storeApplications } from "./store-applications.ts";

const list = "/job-applications";
const templates = `${list}/templates`;

/** Stores an application under a word that no other has, signs HR in, and opens it. Returns the name. */
async function openOne(page: Page, hasScript = true): Promise<string> {
  const mark = await storeApplications(page.request, { people: [{ name: "Ada", stage: "screening", days: 1 }] });
  await page.goto(`${list}?q=${mark}`);
  await page.getByRole("link", { name: `${mark} Ada` }).click();
  await expect(page.getByRole("heading", { name: `${mark} Ada`, level: 1 })).toBeVisible();
  if (hasScript) await settle(page);
  return mark;
}

const form = (page: Page) => page.getByRole("form", { name: "Write an e-mail" });
const subject = (page: Page) => form(page).getByLabel("Subject");
const text = (page: Page) => form(page).getByLabel("Text");
const press = (page: Page, name: string) => form(page).getByRole("button", { name, exact: true }).click();
const toast = (page: Page) => page.getByRole("region", { name: "Messages" }).getByRole("status").last();
const thread = (page: Page) => page.getByRole("region", { name: /^E-mail/ }).getByRole("listitem");

test("a template is made, its mail previewed as it will leave, sent with a move, and taken back with it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await openOne(page);
  const own = page.url();
  await openHydrated(page, templates);
  await page.getByRole("link", { name: "New template" }).click();
  const made = page.getByRole("form", { name: "New template" });
  await made.getByLabel("Name").fill(`Second talk ${mark}`);
  await made.getByLabel("For").selectOption("Invitation");
  await made.getByLabel("Subject").fill("A second talk about {job}");
  await made.getByLabel("Text").fill("Dear {candidate},\n\n<b>see</b> ");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "The candidate's own page" }).click();
  await expect(made.getByLabel("Text")).toHaveValue("Dear {candidate},\n\n<b>see</b> {private link}");
  await expect(page.getByRole("region", { name: "Example" }).locator("mark")).toHaveText([
    "Ada Example",
    "(private link)",
  ]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The template is saved.")).toBeVisible();

  await openHydrated(page, own);
  await page.keyboard.press("c");
  await expect(subject(page)).toBeFocused();
  await form(page)
    .getByLabel("Template")
    .selectOption({ label: `Second talk ${mark} (invitation)` });
  await press(page, "Use");
  await expect(subject(page)).toHaveValue("A second talk about {job}");
  await press(page, "Preview");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("mark")).toHaveText([`${mark} Ada`, "(private link)"]);
  await expect(preview).toContainText("A second talk about a role with us [");
  const frame = page.frameLocator('iframe[title="The mail as HTML"]');
  await expect(frame.getByText("<b>see</b>")).toBeVisible();
  await expect(frame.getByText(`Dear ${mark} Ada,`)).toBeVisible();
  await expectAccessible(page);

  await form(page).getByLabel("Then move to").selectOption("Interview");
  await press(page, "Send");
  await expect(toast(page)).toContainText("The mail leaves in 20 seconds. The stage is changed.");
  await expect(subject(page)).toHaveValue("");
  await expect(thread(page)).toContainText("Waits to leave");
  await expect(page.getByRole("list", { name: "Stages" }).locator("[aria-current]")).toHaveText("Interview");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("The mail has not left, and the stage is as before.");
  await expect(thread(page)).toContainText("Taken back");
  await expect(text(page)).toHaveValue(/^Dear .* Ada,\n\n<b>see<\/b> \{private link\}$/);
  await press(page, "Send");
  await expect(toast(page)).toContainText("The mail leaves in 20 seconds.");
  await page.goto("/mailbox");
  await page
    .getByRole("row", { name: `0-${mark}@client.example` })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByText("A second talk about a role with us").first()).toBeVisible();
});

test("what was typed outlives a refusal, a lost network, a reload and the end of the session; a template asks before it replaces it @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(
    answeredWith(400),
    answeredWith(503),
    /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    answeredWith(401),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await openOne(page);
  const own = page.url();
  const words = "Dear {candidate}, your {salary}";
  await subject(page).fill("A question");
  await text(page).fill(words);
  await press(page, "Send");
  await expect(form(page).getByText("{salary} is no variable")).toBeVisible();
  await expect(text(page)).toHaveValue(words);
  await expect(text(page)).toHaveAttribute("aria-invalid", "true");

  await form(page).getByLabel("Template").selectOption("An offer (offer)");
  await press(page, "Use");
  await expect(form(page).getByText("“An offer” would replace what you wrote.")).toBeVisible();
  await subject(page).focus();
  await expectAccessible(page);
  await expect(text(page)).toHaveValue(words);

  await text(page).fill("Dear {candidate}, when?");
  await page.context().setOffline(true);
  await press(page, "Send");
  await expect(page.getByText("The site could not be reached")).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await settle(page);
  await expect(text(page)).toHaveValue("Dear {candidate}, when?");

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.goto(own);
  await expect(page).toHaveURL(/\/auth/);
  // The sign-in page leaves by itself once there is a session, which would interrupt what goes on here.
  await page.goto("about:blank");
  await page.context().addCookies(cookies);
  await page.goto(own);
  await settle(page);
  await expect(subject(page)).toHaveValue("A question");
  await press(page, "Send");
  await expect(toast(page)).toContainText("The mail leaves in 20 seconds.");
  await page.reload();
  await settle(page);
  await expect(text(page)).toHaveValue("");

  // The board leads from a rejection to its mail, too.
  await openHydrated(page, `${list}/board?q=${mark}`);
  await page.locator(".board-card").getByRole("link").focus();
  await page.keyboard.press("r");
  await page.getByLabel("Write to them next").check();
  await page.getByRole("button", { name: "Reject 1 application" }).click();
  await expect(subject(page)).toHaveValue("Your application for {job}");
});

test("who writes at the same time is told of the other mail; a rejection leads to its template @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(409));
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await openOne(page);
  const other = await page.context().newPage();
  await openHydrated(other, page.url());
  await subject(other).fill("From another tab");
  await text(other).fill("Hello");
  await press(other, "Send");
  await expect(toast(other)).toContainText("The mail leaves in 20 seconds.");
  await other.close();
  await subject(page).fill("Mine");
  await text(page).fill("My words");
  await press(page, "Send");
  await expect(form(page).getByRole("alert")).toContainText("“From another tab");
  await expect(text(page)).toHaveValue("My words");
  await expect(thread(page)).toHaveCount(1);
  await text(page).fill("");
  await subject(page).fill("");

  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByLabel("Write to them next").check();
  await page.getByRole("button", { name: "Reject 1 application" }).click();
  await expect(toast(page)).toContainText(`${mark} Ada is rejected.`);
  await expect(subject(page)).toHaveValue("Your application for {job}");
  await expect(thread(page)).toHaveCount(1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "on a phone" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("a mail is begun with a template, previewed and sent; a pasted reply joins it @ci", async ({
      page,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(400));
      const mark = await openOne(page, javaScriptEnabled);
      await form(page).getByLabel("Template").selectOption("Invitation to a first conversation (invitation)");
      await press(page, "Use");
      await expect(subject(page)).toHaveValue("A first conversation with {company}");
      await press(page, "Preview");
      const preview = page.getByRole("region", { name: "Preview" });
      await expect(preview.locator("mark").first()).toHaveText(`${mark} Ada`);
      if (!javaScriptEnabled) await preview.getByRole("button", { name: "Show as HTML" }).click();
      await expect(page.frameLocator('iframe[title="The mail as HTML"]').getByText(`Dear ${mark} Ada,`)).toBeVisible();
      await text(page).fill("{nobody}");
      await press(page, "Send");
      await expect(form(page).getByText("{nobody} is no variable")).toBeVisible();
      await text(page).fill("Dear {first name}, when?");
      await press(page, "Send");
      await expect(thread(page)).toContainText("Waits to leave");
      await page.getByText("Add a reply").click();
      await page
        .getByLabel("The reply")
        .fill(`From: Ada <ada@client.example>\nSubject: Re: Hello\n\nOn Tuesday.\n\n> Dear ${mark}, when?`);
      await page.getByRole("button", { name: "Save reply" }).click();
      await expect(thread(page)).toHaveCount(2);
      await expect(thread(page).last()).toContainText("On Tuesday.");
      if (javaScriptEnabled) await expectAccessible(page);
      await page.goto(templates);
      await page.getByRole("link", { name: "An offer" }).click();
      await expect(page.getByRole("form", { name: "Template An offer" })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });
