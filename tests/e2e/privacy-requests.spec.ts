/** What is held of a person: looked up, downloaded and erased by a super admin, with script and without. */
import { readFile } from "node:fs/promises";
import {
  answeredWith,
  expect,
  expectAccessible,
  expectNothingWider,
  hydrate,
  lookIn,
  signIn,
  test,
} from "./fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a person is looked up, their data downloaded and erased after a question", async ({
      page,
      context,
      baseURL,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(400), /ERR_INTERNET_DISCONNECTED/);
      const email = `ada-${javaScriptEnabled}-${Date.now()}@client.example`;
      const headers = { Origin: new URL(baseURL ?? "").origin };
      const data = { email, password: "four words make a password" };
      const signedUp = await page.request.post("/api/auth/sign-up", { data, headers });
      expect(signedUp.ok(), await signedUp.text()).toBe(true);
      await signIn(page.request, "super", baseURL ?? "");
      await page.goto("/privacy-requests");
      if (javaScriptEnabled) await hydrate(page);
      const lookUp = page.getByRole("button", { name: "Look up" });
      const field = page.getByLabel("E-mail address");

      await field.fill("ada");
      await lookUp.click();
      await expect(page.getByRole("alert").filter({ hasText: "name@example.com" })).toBeFocused();
      await field.fill(email);
      await lookUp.click();
      await expect(page.getByRole("heading", { name: `Held under ${email}`, exact: true })).toBeVisible();
      await expect(page.getByRole("row", { name: "Account" })).toContainText("1");
      // It stands in no address, which histories and logs keep.
      expect(page.url()).not.toContain("ada");

      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download as JSON" }).click();
      const file = await (await downloading).path();
      expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ email, data: { Account: [{ email }] } });

      await page.getByRole("button", { name: "Erase…" }).click();
      const question = page.getByRole("dialog", { name: `Erase what is held under ${email}?` });
      await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
      if (javaScriptEnabled) {
        await lookIn(page, { width: 390, scheme: "dark" });
        await expectAccessible(page);
        await question.getByRole("button", { name: "Keep it" }).click();
        await expectAccessible(page);
        for (const width of [320, 390, 768]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNothingWider(page);
        }
        await page.getByRole("button", { name: "Erase…" }).click();
        await context.setOffline(true);
        await question.getByRole("button", { name: "Erase for good" }).click();
        await expect(page.getByRole("alert").filter({ hasText: "You seem to be offline." })).toBeVisible();
        await expect(page.getByRole("row", { name: "Account" })).toContainText("1");
        await context.setOffline(false);
        await page.getByRole("button", { name: "Erase…" }).click();
      }
      await question.getByRole("button", { name: "Erase for good" }).click();
      await expect(page.getByRole("status").filter({ hasText: "erased." })).toBeVisible();
      await page.getByLabel("E-mail address").fill(email);
      await lookUp.click();
      await expect(page.getByRole("heading", { name: `Nothing is held under ${email}` })).toBeVisible();
    });
  });
}
