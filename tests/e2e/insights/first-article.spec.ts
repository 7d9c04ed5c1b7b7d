/** Somebody who was never shown how: from signing in to an article that readers see. */
import { randomUUID } from "node:crypto";
import { fillIn } from "../accounts/auth-page.ts";
import { getRichText } from "./article-page.ts";
import { demoEmail, expect, test } from "../fixtures.ts";

test("in twelve actions somebody signs in, writes, illustrates, publishes, and sees it on the site @ci", async ({
  page,
}) => {
  const title = `A first article ${randomUUID().slice(0, 8)}`;
  await page.goto("/auth");
  // 1, 2
  await fillIn(page, demoEmail("marketing"));
  // 3
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // 4
  await page.getByRole("button", { name: "New article" }).click();
  // 5
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  // 6
  await getRichText(page).fill("A wind farm paid us to say when it would not blow.");
  // 7
  await page.getByRole("tab", { name: "Art" }).click();
  // 8
  await page.getByRole("button", { name: "Draw one" }).click();
  // 9
  await page.getByRole("switch", { name: "Decorative only" }).check();
  await expect(page.getByText("The cover is stored.")).toBeVisible();
  // 10
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  // 11
  await page.getByRole("button", { name: "Publish now" }).click();
  // 12
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "See it on the site" }).click();
  const shown = await opened;
  await expect(shown.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(shown.getByText("A wind farm paid us")).toBeVisible();
  await page.goto("/insights");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
