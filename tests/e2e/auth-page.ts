/** The sign-in pages as a person uses them. */
import type { Page } from "playwright/test";
import { demoPassword } from "./fixtures.ts";

export async function fillIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}
