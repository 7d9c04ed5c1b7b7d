/** Articles and jobs that are begun: stored with their first word, by script and without, and found again where that failed. */
import type { Page } from "playwright/test";
import { crash, expectSaved, expectUnsaved, getRichText, getTitle, readCopies } from "./article-page.ts";
import { answeredWith, expect, expectAccessible, openHydrated, signIn, test } from "../fixtures.ts";

test.beforeEach(({ page }) => signIn(page.request, "super"));

const makeTitle = () => `Begun ${crypto.randomUUID().slice(0, 8)}`;

/** Opens the editor of a new one by its button. */
async function begin(page: Page, { desk, button }: { desk: string; button: string }): Promise<void> {
  await openHydrated(page, desk);
  await page.getByRole("button", { name: button }).first().press("Enter");
  await expect(page).toHaveURL(/\/[0-9a-f-]{36}\?new$/);
  await expect(page.locator(".ProseMirror")).toBeVisible();
}

for (const { desk, button, back } of [
  { desk: "/blog-management", button: "New article", back: "Back to the articles" },
  { desk: "/job-management", button: "New job", back: "Back to the jobs" },
])
  test(`what is begun at ${desk} without a network is found again after a crash, and saved @ci`, async ({
    page,
    context,
    allowConsole,
  }) => {
    // The site is asked whether it has it.
    allowConsole.push(answeredWith(404), /net::ERR_INTERNET_DISCONNECTED/);
    const title = makeTitle();
    await begin(page, { desk, button });
    const address = page.url();
    await context.setOffline(true);
    await getTitle(page).pressSequentially(title);
    await expectUnsaved(page, /offline/);
    await expect.poll(() => readCopies(page)).toHaveLength(1);
    await crash(page);
    await context.setOffline(false);

    const next = await context.newPage();
    await openHydrated(next, desk);
    const notice = next.getByRole("status").filter({ hasText: "What you began is on this device alone" });
    await expect(notice).toContainText(title);
    await expectAccessible(next);
    await notice.getByRole("link", { name: "Open it" }).click();
    await expect(next).toHaveURL(address);
    await next.getByRole("button", { name: "Use it" }).click();
    await expectSaved(next);
    await expect(next).toHaveURL(address.replace("?new", ""));
    await next.getByRole("link", { name: back }).click();
    await expect(next.getByRole("link", { name: title })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

test("two tabs of one new article keep what both write @ci", async ({ page, context, allowConsole }) => {
  // The save that comes second.
  allowConsole.push(answeredWith(409));
  const title = makeTitle();
  await begin(page, { desk: "/blog-management", button: "New article" });
  const other = await context.newPage();
  await openHydrated(other, page.url());
  await expect(getRichText(other)).toBeVisible();
  await Promise.all([getTitle(page).fill(title), getRichText(other).fill("Written beside it.")]);
  await Promise.all([expectSaved(page), expectSaved(other)]);
  await expect(getRichText(page)).toContainText("Written beside it.");
  await expect(getTitle(other)).toHaveValue(title);
  await page.reload();
  await expect(getTitle(page)).toHaveValue(title);
  await expect(getRichText(page)).toContainText("Written beside it.");
});

test("before the first word there is nothing to preview and nothing to look back at @ci", async ({ page }) => {
  await begin(page, { desk: "/blog-management", button: "New article" });
  await expect(page.getByRole("button", { name: "Preview" })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByLabel("Preview for outsiders")).toHaveCount(0);
  await expectAccessible(page);
  await getTitle(page).fill(makeTitle());
  await expectSaved(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
});

test.describe("without script @ci", () => {
  test.use({ javaScriptEnabled: false });

  test("an article is stored by the first save of its form", async ({ page }) => {
    const title = makeTitle();
    await page.goto("/blog-management");
    await page.getByRole("button", { name: "New article" }).first().click();
    await getTitle(page).fill(title);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
    await page.goto("/blog-management");
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  });
});
