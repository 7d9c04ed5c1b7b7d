/** What is held of a person: looked up, downloaded, held and erased by a super admin, with script and without. */
import { readFile } from "node:fs/promises";
import {
  answeredWith,
  baseURL,
  expect,
  expectAccessible,
  expectNothingWider,
  hydrate,
  lookIn,
  signIn,
  test,
} from "../fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script @ci", () => {
    test.use({ javaScriptEnabled });

    test("a person is looked up, their data downloaded and erased after a question", async ({
      page,
      context,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(400), /ERR_INTERNET_DISCONNECTED/);
      const email = `ada-${javaScriptEnabled}-${Date.now()}@client.example`;
      const headers = { Origin: new URL(baseURL).origin };
      const data = { email, password: "four words make a password" };
      const signedUp = await page.request.post("/api/auth/sign-up", { data, headers });
      expect(signedUp.ok(), await signedUp.text()).toBe(true);
      await signIn(page.request, "super");
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

test("an application is kept longer by the candidate's yes, held, withdrawn while it is held, and erased with a proof @ci", async ({
  page,
  browser,
}) => {
  const mark = Math.random().toString(36).slice(2);
  const email = `ada-${mark}@client.example`;
  const phone = await browser.newContext({ baseURL, javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const own = await phone.newPage();
  await own.goto("/careers/apply");
  await own.getByLabel("Name", { exact: true }).fill(`Ada ${mark}`);
  await own.getByLabel("E-mail").fill(email);
  await own.getByLabel("CV", { exact: true }).setInputFiles({
    name: "cv.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(`Ten years of ${mark}`),
  });
  await own.getByLabel(/^You may store this application/).check();
  await own.getByRole("button", { name: "Send application" }).click();
  await own.waitForURL(/\?sent$/);

  await signIn(page.request, "super");
  await page.goto(`/job-applications?q=${mark}`);
  await hydrate(page);
  await page.getByRole("link", { name: `Ada ${mark}` }).click();
  const deletion = page.getByRole("region", { name: "Deletion" });
  await expect(deletion).toContainText("because 12 months will have passed since the last work on it");
  await deletion.getByRole("button", { name: "Ask to keep it" }).click();
  await expect(deletion).toContainText("No answer yet.");
  await own.goto(own.url().replace("?sent", ""));
  await expect(own.getByRole("heading", { name: "May we keep it?" })).toBeVisible();
  await expectNothingWider(own);
  await own.getByRole("button", { name: "Yes, keep it" }).click();
  await expect(own.getByText("As you allowed, we keep it for other roles until")).toBeVisible();

  await page.reload();
  await hydrate(page);
  await expect(deletion).toContainText("The candidate said yes on");
  await expectAccessible(page);
  await deletion.getByRole("button", { name: "Hold…" }).click();
  const question = page.getByRole("dialog", { name: "Keep this by law?" });
  await question.getByLabel("Reason").fill(`Claim ${mark}`);
  await question.getByRole("button", { name: "Hold", exact: true }).click();
  await expect(deletion).toContainText("A legal hold keeps it.");

  await own.getByLabel("Yes, erase all of it.").check();
  await own.getByRole("button", { name: "Withdraw and erase" }).click();
  await expect(own.getByRole("heading", { name: "You have withdrawn it" })).toBeVisible();
  await phone.close();

  await page.goto("/privacy-requests");
  await hydrate(page);
  const hold = page.getByRole("row", { name: `Claim ${mark}` });
  await lookIn(page, { width: 390, scheme: "dark" });
  await expectAccessible(page);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingWider(page);
  }
  await hold.getByRole("button", { name: "Release…" }).click();
  const release = page.getByRole("dialog", { name: "Release this hold?" });
  await release.getByLabel("Reason").fill("Settled");
  await release.getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "The hold is released." })).toBeVisible();
  await expect(hold).toBeHidden();

  const lookUp = async () => {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Look up" }).click();
  };
  await lookUp();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as ZIP" }).click();
  const { readArchive } = await import("../../import-files/make-archive.ts");
  const archive = await readArchive(await readFile(await (await downloading).path()));
  expect(Object.keys(archive)).toEqual(["data.json", "files/cv.txt", "readme.txt"]);
  await page.getByRole("button", { name: "Erase…" }).click();
  await page.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByRole("status").filter({ hasText: "erased." })).toBeVisible();
  await lookUp();
  const proof = page.getByRole("listitem").filter({ hasText: "Erased on" });
  await expect(proof).toContainText("Job applications: 1");
  await expect(proof).toContainText(/Some files are still to be deleted|All files deleted at/);
  await expectAccessible(page);
});
