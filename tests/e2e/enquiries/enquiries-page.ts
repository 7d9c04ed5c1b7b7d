/** The inbox as its tests use it. */
import type { APIRequestContext, Page } from "playwright/test";
import { baseURL, expect } from "../fixtures.ts";

export const inbox = "/marketing-admin/inbox";

/** Sends an enquiry that has no ticket, so that it is taken for spam. Returns its subject, which no other has. */
export async function sendSpam(request: APIRequestContext, name = "Ada Example"): Promise<string> {
  const mark = crypto.randomUUID().slice(0, 8);
  const subject = `A platform for plant ${mark}`;
  const answers = { name, email: `ada-${mark}@client.example`, company: "Client Works", topic: "project", subject };
  const response = await request.post("/contact", {
    form: { ...answers, message: `Two plants, one team: ${mark}.`, consent: "on" },
    headers: { Origin: new URL(baseURL).origin },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  return subject;
}

/** Where the page says what a form has done, in a sentence. */
export const done = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: /\.$/ });

export const status = (page: Page, name: string) =>
  page.getByRole("group", { name: "Status" }).getByRole("radio", { name });

export const panel = (page: Page) => page.locator(".kit-panel");

export const noteOf = (page: Page) => page.getByRole("textbox", { name: /^Note/ });

/** Opens the enquiry out of the spam folder, and moves it to the inbox. */
export async function openCleared(page: Page, subject: string): Promise<void> {
  await page.goto(`${inbox}?folder=spam&q=${encodeURIComponent(subject)}`);
  await page.getByRole("link", { name: subject }).click();
  await expect(page.getByText("The form did not come from a page of this site.")).toBeVisible();
  await page.getByRole("button", { name: "Not spam", exact: true }).click();
  await expect(done(page)).toContainText("Moved to the inbox");
}
