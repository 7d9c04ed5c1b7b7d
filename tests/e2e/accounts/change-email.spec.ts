/** Another address for an account: the link in the new mailbox, and the session that it needs. */
import type { Page } from "playwright/test";
import { fillIn, openLink } from "./auth-page.ts";
import { answeredWith, expect, hydrate, lookInTurn, oneRoundOrSix, openHydrated, test } from "../fixtures.ts";
import { enter, makeAccount } from "./new-account.ts";

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

interface Moving {
  email: string;
  newEmail: string;
}

/** Makes an account, signs it in and asks for the new address on its page. */
async function askToMove(page: Page, { email, newEmail }: Moving): Promise<void> {
  await makeAccount(page.request, { email, password });
  await enter(page.request, { email });
  await page.goto("/account");
  await page.getByLabel("New e-mail address").fill(newEmail);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "We have sent a link" })).toBeVisible();
}

/** Has somebody else sign in to this browser. */
async function enterAsOther(page: Page, other: string) {
  await page.context().clearCookies();
  await makeAccount(page.request, { email: other, password });
  await enter(page.request, { email: other });
}

for (const javaScriptEnabled of [true, false])
  test.describe(`with${javaScriptEnabled ? "" : "out"} script${javaScriptEnabled ? "" : " @ci"}`, () => {
    test.use({ javaScriptEnabled });

    test("the link leads over the sign-in page and back, and moves the account", async ({ page }) => {
      const { email, newEmail } = makeAddresses(`move-${javaScriptEnabled}`);
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

    // Without script, tests/worker/accounts/change-email.test.ts does the same.
    const tag = javaScriptEnabled ? [] : "@deep";
    test("who is signed in as somebody else signs out and goes on @ci", { tag }, async ({ page }) => {
      const { email, newEmail, other } = makeAddresses(`other-${javaScriptEnabled}`);
      await askToMove(page, { email, newEmail });
      await enterAsOther(page, other);
      await openLink(page, newEmail, "Confirm your new address");
      await expect(page.getByText(`You are signed in as ${other}.`)).toBeVisible();
      await expect(page.getByRole("button", use)).toHaveCount(0);
      await page.getByRole("button", { name: "Sign out and go on" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
      await signIn(page, email);
      await expect(page.getByRole("button", use)).toBeVisible();
    });
  });

test("a session that ended while the page was open is said, and the way on is there @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(401));
  const { email, newEmail } = makeAddresses("ended");
  await askToMove(page, { email, newEmail });
  await openLink(page, newEmail, "Confirm your new address");
  await hydrate(page);
  await page.context().clearCookies();
  await page.getByRole("button", use).click();
  await expect(page.getByText("Sign in with the address that your account has until now")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`the page of the link is accessible to whoever opens it${tag.join()}`, { tag }, async ({ page }) => {
    for (const [round, views] of rounds.entries()) {
      const { email, newEmail, other } = makeAddresses(`axe-${rounds.length}-${round}`);
      const look = lookInTurn(page, views);
      const open = async (text: string) => {
        await openLink(page, newEmail, "Confirm your new address");
        await expect(page.getByText(text)).toBeVisible();
        await look();
      };
      await page.context().clearCookies();
      await askToMove(page, { email, newEmail });
      await open("From now on");
      await page.context().clearCookies();
      await open("Sign in with the address");
      await enterAsOther(page, other);
      await open("You are signed in as");
    }
  });

test("the account's page tells how strong a new password is", async ({ page }) => {
  const { email } = makeAddresses("strength");
  await makeAccount(page.request, { email, password });
  await enter(page.request, { email });
  await openHydrated(page, "/account");
  for (const [typed, says] of [
    ["four", "Too short yet."],
    [email.replaceAll(/\W/g, " "), "your address"],
    ["violet otter climbs gently", "Strong."],
  ] as const) {
    await page.getByLabel("New password", { exact: true }).fill(typed);
    await expect(page.locator(".field-strength")).toContainText(says);
  }
});
