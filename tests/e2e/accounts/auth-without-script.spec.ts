import type { Browser } from "playwright/test";
import { fillIn } from "./auth-page.ts";
import { baseURL, demoEmail, demoPassword, expect, test } from "../fixtures.ts";

/** A page of a browser that runs no script, with an address of its own. */
async function openWithoutScript(browser: Browser, address: string) {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    extraHTTPHeaders: { "CF-Connecting-IP": address },
  });
  return context.newPage();
}

test("signing in, a mistake on the way, and signing out work without script", async ({ browser }) => {
  const page = await openWithoutScript(browser, "10.200.0.1");
  await page.goto("/admin/job-applications");
  await expect(page.getByRole("button", { name: "Show password" })).toHaveCount(0);
  await fillIn(page, demoEmail("hr"), "not the right password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("You are not signed in");
  expect(new URL(page.url()).pathname).toBe("/admin/auth");
  await expect(page.getByLabel("E-mail")).toHaveValue(demoEmail("hr"));
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/job-applications");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/auth");
  await page.goto("/job-applications");
  expect(new URL(page.url()).pathname).toBe("/auth");
});

test("what was wrong is shown once: opening the page anew starts afresh", async ({ browser }) => {
  const page = await openWithoutScript(browser, "10.200.0.2");
  await page.goto("/auth?mode=sign-up");
  await fillIn(page, "short@demo.example", "too short");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await page.goto("/auth");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByLabel("E-mail")).toHaveValue("");
});
