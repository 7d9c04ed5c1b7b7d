/** The page of one's own account: with script and without, by keyboard, in both themes and at all widths. */
import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright/test";
import {
  answeredWith,
  baseURL,
  expect,
  expectAccessible,
  expectNothingWider,
  halfOrAll,
  lookIn,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";
import { enter, makeAccount } from "./new-account.ts";

const path = "/account";
const password = "four words make a password";

/** An account of this test alone, signed in. It has no role. */
async function signUp(page: Page): Promise<string> {
  const email = `account-${Date.now()}-${Math.round(Math.random() * 1e6)}@client.example`;
  await makeAccount(page.request, { email, password });
  await enter(page.request, { email });
  return email;
}

/** A PNG of one colour. */
function makePng(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, at) => {
    let value = at;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, "latin1"), body]);
    let sum = 0xffffffff;
    for (const byte of named) sum = (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    check.writeUInt32BE((sum ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x9c)]);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script @ci", () => {
    test.use({ javaScriptEnabled });

    test("somebody without a role changes name, zone and picture, ends sessions, and keeps what was refused", async ({
      page,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(400));
      const email = await signUp(page);
      if (javaScriptEnabled) await openHydrated(page, path);
      else await page.goto(path);
      await page.getByLabel("Name").fill("Nora Lemaire");
      await page.getByLabel("Time zone").selectOption("Asia/Kolkata");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: "are saved" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Your account: Nora Lemaire" })).toBeVisible();
      await expect(page.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
      const since = page.locator(".account-sessions time").first();
      if (javaScriptEnabled) {
        const at = await since.getAttribute("datetime");
        const format = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "Asia/Kolkata" });
        await expect(since).toContainText(format.format(new Date(at ?? "")));
      } else await expect(since).toContainText("UTC");

      const file = { name: "me.png", mimeType: "image/png", buffer: makePng(400, 300) };
      await page.locator("input[name=picture]").setInputFiles(file);
      if (javaScriptEnabled) await expect(page.locator(".account-picture img")).toBeVisible();
      await page.getByRole("button", { name: "Save the picture" }).click();
      await expect(page.getByRole("status").filter({ hasText: "Your picture is saved." })).toBeVisible();
      const shown = page.locator(".staff-me-link img");
      await expect(shown).toBeVisible();
      const width = await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
      expect(width).toBe(javaScriptEnabled ? 256 : 400);
      await page.locator("input[name=picture]").setInputFiles({ ...file, buffer: Buffer.from("<svg/>") });
      await page.getByRole("button", { name: "Save the picture" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "no JPEG, PNG or WebP" })).toBeFocused();
      await page.getByRole("button", { name: "Remove" }).click();
      await expect(page.getByRole("status").filter({ hasText: "Your picture is gone." })).toBeVisible();

      await page.getByLabel("New e-mail address").fill("not an address");
      await page.getByRole("button", { name: "Send the link" }).click();
      await expect(page.getByRole("alert").filter({ hasText: "name@example.com" })).toBeFocused();
      await expect(page.getByLabel("New e-mail address")).toHaveValue("not an address");

      await expect(page.getByText("This session")).toHaveCount(1);
      const other = await page.request.post("/api/auth/token", {
        data: { grant_type: "password", email, password },
        headers: {
          Origin: new URL(baseURL).origin,
          "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        },
      });
      expect(other.ok(), await other.text()).toBe(true);
      await page.goto(path);
      await page.getByRole("button", { name: "End the session Firefox on Linux, Unknown place" }).click();
      await expect(page.getByRole("status").filter({ hasText: "That session has ended." })).toBeVisible();
      await expect(page.getByText("Firefox on Linux")).toHaveCount(0);
      const others = page.getByRole("button", { name: "End all other sessions" });
      await expect(others).toHaveAttribute("aria-disabled", "true");
      await expect(others).toHaveAccessibleDescription("This is your only session.");
    });

    const tag = javaScriptEnabled ? [] : ["@deep"];
    test("what is stored about oneself comes as a file", { tag }, async ({ page }) => {
      await signIn(page.request, "hr");
      await page.goto(path);
      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download your data" }).click();
      const file = await (await downloading).path();
      expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ data: { Account: [{ name: "Henrik Ruiz" }] } });
    });
  });
}

test("the page is reached and used by keyboard alone", async ({ page }) => {
  await signIn(page.request, "norole");
  await openHydrated(page, "/account/security");
  await page.getByRole("link", { name: /^Your account: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await page.getByRole("radio", { name: "System" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await page.waitForSelector("html[data-hydrated]");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  // Both controls of the theme say the same.
  await page.getByRole("button", { name: "Switch theme" }).press("Enter");
  await expect(page.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.getByRole("radio", { name: "Light" }).press("ArrowLeft");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
});

test("without a network nothing is lost, and the form says so", async ({ page, allowConsole }) => {
  allowConsole.push(/^Failed to load resource: net::ERR_FAILED/, answeredWith(503));
  await signUp(page);
  await openHydrated(page, path);
  await page.route("**/account.data*", (route) => route.abort());
  await page.getByLabel("Name").fill("Nora");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You seem to be offline." })).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Nora");
});

for (const { seen, tag } of halfOrAll)
  test(
    `the account page is accessible and fits, refused forms too${tag.join(" ")}`,
    { tag },
    async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(400));
      await signIn(page.request, "super");
      for (const view of seen) {
        await openHydrated(page, path);
        await lookIn(page, view);
        await expectAccessible(page);
        await expectNothingWider(page);
        await page.getByRole("button", { name: "Change the password" }).click();
        await expect(page.getByRole("alert").first()).toBeFocused();
        await expectAccessible(page);
      }
    },
  );
