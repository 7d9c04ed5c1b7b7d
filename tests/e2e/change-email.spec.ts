/** Another address for an account: the link in the new mailbox, and the session that it needs. */
import type { Page } from "playwright/test";
import { fillIn, openLink } from "./auth-page.ts";
import {
  answeredWith,
  expect,
  expectAccessible,
  expectNothingWider,
  halfOrAll,
  hydrate,
  lookIn,
  test,
} from "./fixtures.ts";
import { makeAccount } from "./new-account.ts";

const password = "seven calm lanterns";
const use = { name: "Use the new address" };

/** Addresses of this test's own. */
function makeAddresses(name: string) {
  const stamp = `${name}-${Date.now()}@demo.example`;
  return { email: `ada-${stamp}`, newEmail: `lovelace-${stamp}`, other: `eve-${stamp}` };
}

/** Signs in on the page that is open. */
async function signIn(page: Page, email: string): Promise<void> {
  await fillIn(page, email, password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Asks for the new address on the account's page. */
async function askToMove(page: Page, { email, newEmail }: { email: string; newEmail: string }): Promise<void> {
  await page.goto("/auth?next=/account");
  await signIn(page, email);
  await page.getByLabel("New e-mail address").fill(newEmail);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "We have sent a link" })).toBeVisible();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`with${javaScriptEnabled ? "" : "out"} script`, () => {
    test.use({ javaScriptEnabled });

    test("the link leads over the sign-in page and back, and moves the account", async ({ page, baseURL }) => {
      const { email, newEmail } = makeAddresses(`move-${javaScriptEnabled}`);
      await makeAccount(page.request, { email, password, baseURL });
      await askToMove(page, { email, newEmail });
      await page.context().clearCookies();
      await openLink(page, newEmail, "Confirm your new address");
      await expect(page.getByText("Sign in with the address that your account has until now")).toBeVisible();
      await expect(page.getByText(email)).toHaveCount(0);
      await page.getByRole("link", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
      await signIn(page, email);
      await expect(page.getByText(newEmail)).toBeVisible();
      await page.getByRole("button", use).click();
      await expect(page).toHaveURL(/\/account\?done=moved$/);
      await expect(page.getByRole("status").filter({ hasText: "has its new address" })).toBeVisible();
      await expect(page.getByText(`Now ${newEmail}.`)).toBeVisible();
    });

    test("who is signed in as somebody else signs out and goes on", async ({ page, baseURL }) => {
      const { email, newEmail, other } = makeAddresses(`other-${javaScriptEnabled}`);
      for (const each of [email, other]) await makeAccount(page.request, { email: each, password, baseURL });
      await askToMove(page, { email, newEmail });
      await page.context().clearCookies();
      await page.goto("/auth?next=/account");
      await signIn(page, other);
      await expect(page.getByText(`Now ${other}.`)).toBeVisible();
      await openLink(page, newEmail, "Confirm your new address");
      await expect(page.getByText(`You are signed in as ${other}.`)).toBeVisible();
      await expect(page.getByRole("button", use)).toHaveCount(0);
      await page.getByRole("button", { name: "Sign out and go on" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
      await signIn(page, email);
      await expect(page.getByRole("button", use)).toBeVisible();
    });
  });

test("a session that ended while the page was open is said, and the way on is there", async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(401));
  const { email, newEmail } = makeAddresses("ended");
  await makeAccount(page.request, { email, password, baseURL });
  await askToMove(page, { email, newEmail });
  await openLink(page, newEmail, "Confirm your new address");
  await hydrate(page);
  await page.context().clearCookies();
  await page.getByRole("button", use).click();
  await expect(page.getByText("Sign in with the address that your account has until now")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

for (const { seen, tag } of halfOrAll)
  test(`the page of the link is accessible to whoever opens it${tag.join()}`, { tag }, async ({ page, baseURL }) => {
    const { email, newEmail, other } = makeAddresses(`axe-${tag.length}`);
    for (const each of [email, other]) await makeAccount(page.request, { email: each, password, baseURL });
    await askToMove(page, { email, newEmail });
    const look = async (text: string) => {
      await openLink(page, newEmail, "Confirm your new address");
      await expect(page.getByText(text)).toBeVisible();
      for (const view of seen) {
        await lookIn(page, view);
        await expectAccessible(page);
        await expectNothingWider(page);
      }
    };
    await look("From now on");
    await page.context().clearCookies();
    await look("Sign in with the address");
    await page.goto("/auth?next=/account");
    await signIn(page, other);
    await expect(page.getByText(`Now ${other}.`)).toBeVisible();
    await look("You are signed in as");
  });

test("the account's page tells how strong a new password is", async ({ page, baseURL }) => {
  const { email } = makeAddresses("strength");
  await makeAccount(page.request, { email, password, baseURL });
  await page.goto("/auth?next=/account");
  await signIn(page, email);
  await expect(page.getByText(`Now ${email}.`)).toBeVisible();
  await hydrate(page);
  for (const [typed, says] of [
    ["four", "Too short yet."],
    [email.replaceAll(/\W/g, " "), "your address"],
    ["violet otter climbs gently", "Strong."],
  ] as const) {
    await page.getByLabel("New password", { exact: true }).fill(typed);
    await expect(page.locator(".field-strength")).toContainText(says);
  }
});
