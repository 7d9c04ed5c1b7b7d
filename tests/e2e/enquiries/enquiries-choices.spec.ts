/** A change of an enquiry that is asked for while another is being sent follows it, or ends with it. */
import type { Page } from "playwright/test";
import { answeredWith, expect, settle, signIn, test } from "../fixtures.ts";
import { done, inbox, noteOf, openCleared, panel, sendSpam, status } from "./enquiries-page.ts";

/** Lets each change of an enquiry wait until it is released. `sent` says which ones were sent, by their intents. */
async function holdChanges(page: Page): Promise<{ sent: string[]; release: () => void; drop: () => void }> {
  const gate = Promise.withResolvers<void>();
  const sent: string[] = [];
  let isDropped = false;
  await page.route("**/inbox/**", async (route) => {
    const intent = new URLSearchParams(route.request().postData() ?? "").get("intent");
    if (intent === null) return route.continue();
    sent.push(intent);
    await gate.promise;
    // The page may have given it up.
    return (isDropped ? route.abort() : route.continue()).catch(() => {});
  });
  return {
    sent,
    release: gate.resolve,
    drop: () => {
      isDropped = true;
      gate.resolve();
    },
  };
}

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const owner = (page: Page) => panel(page).getByLabel("Owner", { exact: true });

const row = (page: Page) => page.getByRole("row", { name: subject }).getByRole("link", { name: subject });

let subject: string;

test.beforeEach(async ({ page }) => {
  subject = await sendSpam(page.request);
  await signIn(page.request, "marketing");
  await openCleared(page, subject);
  await page.goto(`${inbox}?q=${encodeURIComponent(subject)}`);
  await row(page).click();
  await expect(panel(page)).toBeVisible();
});

/** Somebody else sets the status of the open enquiry. */
async function changeElsewhere(page: Page, name: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await status(other, name).click();
  await expect(done(other)).toHaveText("Stored.");
  await other.close();
}

test("a note that is saved while a choice is on its way follows it, with choices made since @ci", async ({ page }) => {
  const changes = await holdChanges(page);
  await status(page, "Open").click();
  await noteOf(page).fill("Called her.");
  await save(page).click();
  // A second click is not a second note.
  await save(page).click({ force: true });
  await owner(page).selectOption({ label: "Me" });
  changes.release();
  await expect(done(page)).toHaveText("Stored.");
  await expect(noteOf(page)).toHaveValue("");
  await expect(status(page, "Open")).toBeChecked();
  await expect(owner(page).locator("option:checked")).toHaveText("Me");
  await page.getByRole("tab", { name: "Notes 1" }).click();
  await expect(page.getByText("Called her.")).toBeVisible();
  expect(changes.sent).toEqual(["handle", "save", "handle"]);
});

test("a choice that is made while a note or a move is on its way follows it @ci", async ({ page }) => {
  const changes = await holdChanges(page);
  await noteOf(page).fill("Called her.");
  await save(page).click();
  await status(page, "Open").click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Move to spam" }).click();
  await status(page, "Answered").click();
  changes.release();
  await expect(page.getByRole("button", { name: "Not spam", exact: true })).toBeVisible();
  await expect(done(page)).toHaveText("Stored.");
  await page.reload();
  await expect(status(page, "Answered")).toBeChecked();
  expect(changes.sent).toEqual(["save", "handle", "spam", "handle"]);
});

test("a refusal ends what waits for it, for good, and the next choice is sent @ci", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(409));
  const changes = await holdChanges(page);
  await status(page, "Open").click();
  await changeElsewhere(page, "Closed");
  await status(page, "Answered").click();
  await noteOf(page).fill("Nothing of this is lost.");
  await save(page).click();
  changes.release();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("now Closed, yours Open");
  expect(changes.sent).toEqual(["handle"]);

  // Another opening of the same enquiry takes the refusal away, and brings nothing back.
  await row(page).click();
  await expect(alert).toHaveCount(0);
  await settle(page);
  await expect(status(page, "Closed")).toBeChecked();
  expect(changes.sent).toEqual(["handle"]);

  await status(page, "Open").click();
  await expect(noteOf(page)).toHaveValue("Nothing of this is lost.");
  await save(page).click();
  await expect(done(page)).toHaveText("Saved.");
  expect(changes.sent).toEqual(["handle", "handle", "save"]);
});

test("after an interruption, and without a role, a choice is sent once and the controls tell how it stands @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(403), /net::ERR_/);
  const changes = await holdChanges(page);
  await status(page, "Open").click();
  await row(page).click();
  changes.drop();
  await expect(status(page, "New")).toBeChecked();
  await page.unroute("**/inbox/**");
  await status(page, "Answered").click();
  await expect(done(page)).toHaveText("Stored.");

  await signIn(page.request, "hr");
  let posts = 0;
  page.on("request", (request) => (posts += request.method() === "POST" && request.url().includes("/inbox/") ? 1 : 0));
  await status(page, "Closed").click();
  await expect(status(page, "Answered")).toBeChecked();
  await settle(page);
  expect(posts).toBe(1);
  await expect(panel(page)).toBeVisible();
});

test("what is typed of a note stays when a save is refused, when one comes back, and while the one before is sent @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/net::ERR_INTERNET_DISCONNECTED/);
  await noteOf(page).fill("Called her.");
  await save(page).click();
  await expect(done(page)).toHaveText("Saved.");
  await expect(noteOf(page)).toHaveValue("");

  await noteOf(page).fill("Wrote\nto her.");
  await page.getByRole("link", { name: "Close" }).click();
  await expect(panel(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/done=saved/);
  await expect(noteOf(page)).toHaveValue("Wrote\nto her.");

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.method()));
  await page.context().setOffline(true);
  for (const _ of [1, 2]) {
    await save(page).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("The site could not be reached.");
    // It is read out each time.
    await expect(alert).toBeFocused();
    await settle(page);
    // What cannot be reached is not asked how things stand, which would take the page away.
    expect(new Set(asked)).toEqual(new Set(["POST"]));
    await expect(noteOf(page)).toHaveValue("Wrote\nto her.");
  }
  await page.context().setOffline(false);

  const changes = await holdChanges(page);
  await save(page).click();
  await noteOf(page).press("ControlOrMeta+End");
  await noteOf(page).pressSequentially(" She answers");
  changes.release();
  await page.getByRole("tab", { name: "Notes 2" }).click();
  await expect(page.getByText("Wrote to her.", { exact: true })).toBeVisible();
  await expect(noteOf(page)).toHaveValue("She answers");
});

test("who leaves while a choice waits is told that it was not stored @ci", async ({ page }) => {
  const changes = await holdChanges(page);
  await status(page, "Open").click();
  await owner(page).selectOption({ label: "Me" });
  await page.getByRole("link", { name: "Close" }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByText("Not stored: what you asked for last")).toBeVisible();
  expect(changes.sent).toEqual(["handle"]);
});
