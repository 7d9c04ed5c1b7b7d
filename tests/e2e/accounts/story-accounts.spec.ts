/**
 * The life of an account, from its invitation to the day its role is taken away while a form is open: nothing that was
 * typed is lost.
 */
import { randomInt } from "node:crypto";
import type { Browser, Page } from "playwright/test";
import { inbox, sendSpam } from "../lists/lists-page.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, openHydrated, signIn, test } from "../fixtures.ts";
import { addDevice, signInByPasskey } from "./second-factor-page.ts";

const users = "/user-management";
const note = "Called her on Monday.\nShe sends the plan of the plant by Friday.";

/** A browser of somebody else, with an address of its own. */
async function openBrowser(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: page.viewportSize(),
    extraHTTPHeaders: { "CF-Connecting-IP": `10.210.${randomInt(255)}.${randomInt(1, 255)}` },
  });
  return context.newPage();
}

/** Invites `email` as marketing in the dialog of the list. */
async function invite(admin: Page, email: string): Promise<void> {
  await openHydrated(admin, users);
  await admin.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = admin.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("E-mail addresses").fill(email);
  await dialog.getByRole("checkbox", { name: "Marketing admin" }).check();
  await dialog.getByLabel("Note").fill("Welcome aboard.");
  await dialog.getByRole("button", { name: "Send 1 invite" }).click();
  await expect(admin.getByText("1 invite on the way.")).toBeVisible();
}

/** Reads the mail, and accepts by its link. */
async function accept(page: Page, { email, name, password }: Record<"email" | "name" | "password", string>) {
  await page.goto("/mailbox");
  await page.getByRole("row", { name: email }).getByRole("link").click();
  await expect(page.locator("pre")).toContainText("Welcome aboard.");
  const [link = ""] = /https?:\/\/\S+\/auth\/invite\/\S+/.exec((await page.locator("pre").textContent()) ?? "") ?? [];
  const { pathname, search } = new URL(link);
  await openHydrated(page, pathname + search);
  await expect(page.getByText("Marketing admin")).toBeVisible();
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(page).toHaveURL("/auth?accepted=1");
  await page.waitForSelector("html[data-hydrated]");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/marketing-admin");
}

/** Adds a passkey, signs out, and signs in with it alone, to `path`. */
async function moveToPasskey(page: Page, path: string): Promise<void> {
  const touch = await addDevice(page);
  await openHydrated(page, "/account/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  // Nobody touches the device until the button asks for it.
  await touch(false);
  await page.context().clearCookies();
  await signInByPasskey(page, touch, `/auth?next=${encodeURIComponent(path)}`);
  await expect(page).toHaveURL(path);
}

/** Gives or takes the role of marketing, on the open page of the account. */
async function setMarketing(admin: Page, isGranted: boolean): Promise<void> {
  const saved = admin.waitForResponse((answer) => answer.request().method() === "POST");
  await admin.getByRole("button", { name: "Change roles" }).click();
  await admin.getByRole("checkbox", { name: "Marketing admin" }).setChecked(isGranted);
  await admin.getByRole("button", { name: "Save roles" }).click();
  expect((await saved).status()).toBe(202);
}

for (const { width, tag } of [
  { width: 390, tag: ["@deep"] },
  { width: 1440, tag: [] },
])
  test.describe(`at ${width} px`, { tag }, () => {
    test.use({ viewport: { width, height: 900 } });

    test("somebody is invited, moves to a passkey, and loses nothing typed when their role is taken away @ci", async ({
      page: admin,
      browser,
      allowConsole,
    }) => {
      test.slow();
      allowConsole.push(answeredWith(403));
      const email = `story-${crypto.randomUUID().slice(0, 8)}@demo.example`;
      const name = `Mira ${email.slice(6, 14)}`;
      const subject = `${await sendSpam(admin.request, 1)} subject 1`;
      await signIn(admin.request, "super");
      await invite(admin, email);

      const page = await openBrowser(browser, admin);
      await accept(page, { email, name, password: "four calm lanterns glow" });
      await moveToPasskey(page, `${inbox}?folder=spam&q=${encodeURIComponent(subject)}`);
      await page.waitForSelector("html[data-hydrated]");
      await page.getByRole("link", { name: subject }).click();
      const field = page.getByRole("textbox", { name: /^Note/ });
      await field.fill(note);
      await page.getByRole("group", { name: "Status" }).getByRole("radio", { name: "Open" }).check();

      await openHydrated(admin, `${users}?q=${encodeURIComponent(email)}`);
      await admin.getByRole("link", { name }).click();
      await setMarketing(admin, false);

      // The next click says so, and the form stays as it was filled in.
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const message = page.getByRole("alert").filter({ hasText: "Not saved" });
      await expect(message).toContainText("no permission for this any longer");
      await expect(field).toHaveValue(note);
      await expect(page.getByRole("group", { name: "Status" }).getByRole("radio", { name: "Open" })).toBeChecked();
      await expectAccessible(page);
      await expectNothingWider(page);

      // With the role back, the same form is saved.
      await setMarketing(admin, true);
      await message.getByRole("button", { name: "Close the message" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("main").getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
      await page.getByRole("tab", { name: "Notes 1" }).click();
      await expect(field).toHaveValue("");
      await expect(page.getByText("She sends the plan of the plant by Friday.")).toBeVisible();

      // The page hears of it by itself, and stays.
      // Neither does a save that came to nothing before make it forget what was typed.
      await field.fill("A second note.");
      await page.route("**/*.data*", (route) =>
        route.request().method() === "POST" ? route.abort() : route.fallback(),
      );
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("The site could not be reached.")).toBeVisible();
      await page.unroute("**/*.data*");
      await setMarketing(admin, false);
      await page.evaluate(() => new BroadcastChannel("session").postMessage({ type: "signed-in" }));
      await expect(message).toBeVisible();
      await expect(field).toHaveValue("A second note.");

      // Whoever goes on to another page reads there what was not saved. On a phone the panel covers the menu.
      if (width === 1440) {
        await page.getByRole("link", { name: "Visitor analytics" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Access Denied" })).toBeVisible();
        await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("A second note.");
        await expectAccessible(page);
        await expectNothingWider(page);
      }
      await page.context().close();
    });
  });
