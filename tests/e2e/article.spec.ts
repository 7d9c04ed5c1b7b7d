/** The page on which an article is written: nothing that somebody typed is lost, whatever happens. */
import { expect, signIn, test } from "./fixtures.ts";
import { expectSaved, getText, getTitle, makeArticle, openArticle, readStored } from "./article-page.ts";

test.beforeEach(async ({ page, baseURL }) => {
  await signIn(page.request, "marketing", baseURL ?? "");
  await page.goto("/blog-management");
});

test("what is typed is saved two seconds after the last key, and stands there after a reload", async ({ page }) => {
  const path = await makeArticle(page);
  await openArticle(page, path);
  await getTitle(page).fill("A first article");
  await getText(page).pressSequentially("One paragraph.");
  await expectSaved(page);
  await expect(page.locator(".save-state")).toHaveText(/Saved (just now|\d+ seconds? ago)/);
  expect(await readStored(page, path)).toBe("One paragraph.");
  await page.reload();
  await expect(getTitle(page)).toHaveValue("A first article");
  await expect(getText(page)).toHaveValue("One paragraph.");
});
