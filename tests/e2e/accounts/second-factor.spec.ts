/** Second factors in a browser: with a virtual authenticator, and with the codes of another maker's app. */
import type { Locator, Page, Response } from "playwright/test";
import {
  answeredWith,
  expect,
  expectAccessible,
  lookIn,
  openHydrated,
  sixViews,
  test,
  twoViews,
  type View,
} from "../fixtures.ts";
import { enter } from "./new-account.ts";
import {
  addApp,
  addDevice,
  givePassword,
  makePerson,
  openWithoutScript,
  type Person,
  showCode,
  signInByPasskey,
} from "./second-factor-page.ts";

const own = "/account/security";
const [desk, phone] = twoViews as [View, View];

/** Opens the page of a new account's second factors, signed in, and waits until it runs. */
async function openOwn(page: Page): Promise<Person> {
  const person = await makePerson(page);
  await enter(page.request, { email: person.email });
  await openHydrated(page, own);
  return person;
}

async function expectAccessibleIn(page: Page, views: readonly View[]) {
  for (const view of views) {
    await lookIn(page, view);
    await expectAccessible(page);
  }
}

/**
 * Confirms in the dialog, and waits for the answer as long as it takes: passwords of all tests are hashed one after the
 * other, in a quarter of the site's time, which is more than ten seconds where the machine is busy.
 */
async function confirmIn(page: Page, dialog: Locator) {
  const isAnswer = (answer: Response) =>
    answer.url().endsWith("/api/auth/confirm") && answer.request().method() === "POST";
  const answered = page.waitForResponse(isAnswer);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await answered;
}

async function signOut(page: Page) {
  await lookIn(page, desk);
  await page.getByRole("button", { name: "Logout" }).click();
}

test("the e-mail field offers a passkey, and choosing it signs in", async ({ page, allowConsole }) => {
  // The account has no role, so that the page it arrives on is closed to it.
  allowConsole.push(answeredWith(403));
  await addDevice(page);
  await openOwn(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  // A virtual authenticator chooses from the list by itself, as soon as the sign-in page asks.
  const signedIn = page.waitForResponse(
    (response) => response.url().endsWith("/api/auth/passkeys/sign-in") && response.ok(),
  );
  await signOut(page);
  await signedIn;
  await page.waitForURL((url) => !url.pathname.startsWith("/auth"));
  expect(await page.evaluate(() => document.cookie)).toContain("signed-in=1");
});

test("signing in with a second factor, and a mistake on the way, work without script @ci", async ({
  page,
  browser,
}) => {
  const person = await makePerson(page);
  const plain = await openWithoutScript(browser, "10.201.0.1");
  await givePassword(plain, person);
  await expect(plain).toHaveURL(own);
  const { codes } = await addApp(plain);
  expect(codes).toHaveLength(10);
  await plain.getByRole("button", { name: "Logout" }).click();
  await plain.waitForURL(/\/auth/);
  await givePassword(plain, person);
  await expect(plain).toHaveURL(/\/auth\/second-step/);
  await plain.getByRole("link", { name: "Use a recovery code" }).click();
  await plain.getByLabel("Recovery code").fill("aaaaa-aaaaa");
  await plain.getByRole("button", { name: "Continue" }).click();
  await expect(plain.getByRole("alert")).toContainText("This code is not right");
  await plain.getByRole("link", { name: "Use a recovery code" }).click();
  await plain.getByLabel("Recovery code").fill(codes[0] ?? "");
  await plain.getByRole("button", { name: "Continue" }).click();
  await expect(plain).toHaveURL(own);
});

/** Each state is seen in one view, and in all six by `npm run test:deep`. */
for (const { choose, tag } of [
  { choose: (view: View) => [view], tag: [] },
  { choose: () => sixViews, tag: ["@deep"] },
]) {
  test(`a passkey is added, signs in alone, is renamed and removed${tag.join()}`, { tag }, async ({ page }) => {
    const touch = await addDevice(page);
    await openOwn(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    await expect(page.locator(".factors-codes code")).toHaveCount(10);
    await expect(page.locator(".factors-list")).toContainText("This device");
    await expectAccessibleIn(page, choose(phone));
    // Nobody touches the device until the button asks for it.
    await touch(false);
    await signOut(page);
    await page.waitForURL(/\/auth/);
    await signInByPasskey(page, touch);
    await expect(page).toHaveURL(own);
    await expect(page.locator(".factors-list")).toContainText("Last used");
    // The codes were shown once.
    await expect(page.locator(".factors-codes")).toHaveCount(0);
    await page.getByRole("button", { name: "More for This device" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada's laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.locator(".factors-list")).toContainText("Ada's laptop");
    await page.getByRole("button", { name: "More for Ada's laptop" }).click();
    await page.getByRole("menuitem", { name: "Remove…" }).click();
    await page.getByRole("button", { name: "Remove 1 passkey" }).click();
    await expect(page.getByText("None yet.")).toBeVisible();
  });

  test(
    `a password asks for the app's code next, once each; a lost app is replaced by a recovery code${tag.join()}`,
    { tag },
    async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(401));
      const person = await openOwn(page);
      const { key, used, codes } = await addApp(page);
      await signOut(page);
      await page.waitForURL(/\/auth/);
      await givePassword(page, person);
      await expect(page).toHaveURL(/\/auth\/second-step/);
      await expectAccessibleIn(page, choose(desk));
      const code = page.getByLabel("Code of your authenticator app");
      await code.fill(used);
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("alert")).toContainText("This code is not right, or it was used before.");
      await code.fill(showCode(key, 30));
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page).toHaveURL(own);
      await signOut(page);
      await page.waitForURL(/\/auth/);
      await givePassword(page, person);
      await page.getByRole("link", { name: "Use a recovery code" }).click();
      await page.getByLabel("Recovery code").fill(codes[3] ?? "");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page).toHaveURL(own);
      await expect(page.getByText("9 codes of 10 left.")).toBeVisible();
    },
  );

  test(
    `a change that asks for a fresh sign-in is made after a password in a dialog, and nothing typed is lost${tag.join()} @ci`,
    { tag },
    async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(400), answeredWith(403));
      const person = await openOwn(page);
      // The server answers so a quarter of an hour after signing in.
      const stale = JSON.stringify(["reason", "stale-sign-in"]);
      let isStale = true;
      await page.route(`**${own}.data*`, (route) => {
        if (!isStale || route.request().method() !== "POST") return route.continue();
        isStale = false;
        return route.fulfill({ status: 403, body: stale });
      });
      await page.getByLabel("Authenticator app").fill("My old phone");
      await page.getByRole("button", { name: "Set up an app" }).click();
      const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
      await expect(dialog.getByLabel("Password", { exact: true })).toBeVisible();
      await expectAccessibleIn(page, choose(phone));
      await dialog.getByLabel("Password", { exact: true }).fill("not the right password");
      await confirmIn(page, dialog);
      await expect(dialog.getByRole("alert")).toContainText("This password is not right.");
      await dialog.getByLabel("Password", { exact: true }).fill(person.password);
      await confirmIn(page, dialog);
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("heading", { name: "Set up My old phone" })).toBeVisible();
      await expectAccessibleIn(page, choose(desk));
    },
  );

  test(
    `/auth/confirm asks for the password, and for a code where there is a second factor${tag.join()} @ci`,
    { tag },
    async ({ page }) => {
      const person = await openOwn(page);
      const { key } = await addApp(page);
      await page.goto("/auth/confirm?next=%2Faccount%2Fsecurity");
      await expectAccessibleIn(page, choose(phone));
      await page.getByLabel("Password", { exact: true }).fill(person.password);
      await page.getByLabel("Code").fill(showCode(key, 30));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page).toHaveURL(own);
    },
  );
}
