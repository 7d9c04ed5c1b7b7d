/** Accounts of their own for tests of second factors: a second factor on a demo account would disturb other tests. */
import { randomUUID } from "node:crypto";
import { generateSync } from "otplib";
import type { Browser, Page } from "playwright/test";
import { baseURL, expect, holdRequests } from "../fixtures.ts";
import { makeAccount } from "./new-account.ts";

const password = "violet otter climbs gently";

export interface Person {
  email: string;
  password: string;
}

/** A new account without a role. */
export async function makePerson(page: Page): Promise<Person> {
  const email = `factor-${randomUUID()}@demo.example`;
  await makeAccount(page.request, { email, password });
  return { email, password };
}

/** Fills in the form of /auth and sends it. */
export async function givePassword(page: Page, { email, password }: Person, path = "/auth?next=%2Faccount%2Fsecurity") {
  await page.goto(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A device with passkeys, whose owner answers at once. Returns a function that says whether they still do. */
export async function addDevice(page: Page): Promise<(isTouched: boolean) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async (enabled) => {
    await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  };
}

/**
 * Opens the sign-in page at `path` and signs in by its button. `touch` is switched on no sooner than the button asks, so
 * that the list of the e-mail field is not what signs in, and no later than the device hears of it, which it does once.
 */
export async function signInByPasskey(
  page: Page,
  touch: (isTouched: boolean) => Promise<void>,
  path = "/auth?next=%2Faccount%2Fsecurity",
): Promise<void> {
  const options = "**/api/auth/passkeys/sign-in/options";
  // Answers to the page before cannot arrive any more once this one has begun.
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForResponse(options);
  const asked = await holdRequests(page, options);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect.poll(() => asked.count).toBe(1);
  await touch(true);
  asked.release();
}

/** What another maker's app shows `seconds` from now. */
export function showCode(key: string, seconds = 0): string {
  return generateSync({ secret: key.replaceAll(" ", ""), epoch: Math.floor(Date.now() / 1000) + seconds });
}

/** Sets up an app on /account/security. Returns its key, the code that was used up by that, and the recovery codes. */
export async function addApp(page: Page): Promise<{ key: string; used: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up an app" }).click();
  const key = (await page.locator(".factors-key").textContent()) ?? "";
  const used = showCode(key);
  await page.getByLabel("Code that the app shows now").fill(used);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  return { key, used, codes: await page.locator(".factors-codes code").allTextContents() };
}

/** A page of a browser that runs no script, with an address of its own. */
export async function openWithoutScript(browser: Browser, address: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    extraHTTPHeaders: { "CF-Connecting-IP": address },
  });
  return context.newPage();
}
