/** The contact form as a person uses it. */
import type { Page } from "playwright/test";
import { expect } from "../fixtures.ts";

export const message = "Our day-ahead forecast is good on paper and ignored on the desk.";

/** Fills in what is required; each test writes from an address of its own. */
export async function fillIn(
  page: Page,
  email = `ada-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`,
) {
  await page.getByLabel("Name").fill("Ada Example");
  await page.getByLabel("Work e-mail").fill(email);
  await page.getByLabel("Your message").fill(message);
  await page.getByRole("checkbox").check();
}

export const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();

export async function expectSent(page: Page) {
  await expect(page).toHaveURL(/\/contact\/sent\?id=[0-9a-f-]{36}&topic=\w+/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message is with us");
  await expect(page.locator("dl")).toContainText(/[0-9A-F]{4}-[0-9A-F]{4}/);
}
