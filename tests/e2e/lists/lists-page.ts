/** The inbox and the other lists as a member of staff uses them. */
import type { APIRequestContext, Locator, Page } from "playwright/test";
import { baseURL, expect } from "../fixtures.ts";

export const inbox = "/marketing-admin/inbox";

/** Stores `count` enquiries in the spam folder, whose names hold one word that no other has. Returns the word. */
export async function sendSpam(request: APIRequestContext, count: number): Promise<string> {
  const mark = `Mark${crypto.randomUUID().slice(0, 8)}`;
  for (let index = 1; index <= count; index += 1) {
    const answers = { name: `${mark} Person ${index}`, email: `p${index}-${mark}@client.example`, company: "" };
    const form = { ...answers, topic: "project", subject: `${mark} subject ${index}`, consent: "on" };
    const response = await request.post("/contact", {
      form: { ...form, message: `A question with enough words, ${mark} ${index}.` },
      headers: { Origin: new URL(baseURL).origin },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(303);
  }
  return mark;
}

export const rows = (page: Page) => page.locator("tbody tr");
/** Rows by how they stand; the words of a row's menu do not count. */
export const withStatus = (page: Page, status: string) =>
  page.locator("tbody .list-cell-status").filter({ hasText: status });
export const ticks = (page: Page) => rows(page).getByRole("checkbox");
export const bar = (page: Page) => page.getByRole("toolbar", { name: /^Actions for the selected/ });
export const toast = (page: Page) => page.getByRole("region", { name: "Messages" });

/** Opens the menu behind a button and chooses an item of it. */
export async function choose(scope: Page | Locator, page: Page, button: string | RegExp, item: string): Promise<void> {
  await scope.getByRole("button", { name: button, exact: typeof button === "string" }).click();
  await page
    .getByRole("menuitem", { name: item, exact: true })
    .or(page.getByRole("menuitemradio", { name: item, exact: true }))
    .click();
}
