/** The sign-in pages as a person uses them. */
import type { Page } from "playwright/test";
import { demoPassword } from "../fixtures.ts";

export async function fillIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Opens the link of the newest mail to `email` whose subject begins with `subject`, from the local mailbox. */
export async function openLink(page: Page, email: string, subject: string): Promise<void> {
  await page.goto("/mailbox");
  await page.getByRole("row", { name: email }).getByRole("link", { name: subject }).first().click();
  const text = await page.locator("pre").textContent();
  const [link = ""] = /https?:\/\/\S+\/auth\/(?:verify|reset|email)\/\S+/.exec(text ?? "") ?? [];
  await page.goto(new URL(link).pathname + new URL(link).search);
}
