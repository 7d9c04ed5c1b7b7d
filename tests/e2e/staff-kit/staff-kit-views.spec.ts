/** The parts of the staff kit in every theme, at every width, without motion and without script. */
import type { Page } from "playwright/test";
import { baseURL, expect, expectAccessible, expectNothingWider, lookIn, signIn, test } from "../fixtures.ts";
import { gallery, openGallery } from "./staff-kit-page.ts";

/** CI takes each theme once and what floats in the dark alone; `npm run test:deep` crosses themes and widths. */
for (const { light, dark, tag } of [
  { light: [390], dark: [1440], tag: "@ci" },
  { light: [390, 768, 1440], dark: [390, 768, 1440], tag: "@deep" },
])
  test(
    `every part is accessible: light at ${light.join(", ")} px, dark at ${dark.join(", ")} px`,
    { tag },
    async ({ page }) => {
      test.setTimeout(120_000 * (light.length + dark.length));
      await page.emulateMedia({ reducedMotion: "reduce" });
      await openGallery(page);
      await page.getByRole("button", { name: "Toast with undo" }).click();
      await page.getByRole("button", { name: "Toast of an error" }).click();
      for (const [scheme, widths] of [["light", light] as const, ["dark", dark] as const]) {
        for (const width of widths) {
          await lookIn(page, { scheme, width });
          await expectAccessible(page);
          await expectNothingWider(page, `${gallery} at ${width} px`);
        }
        if (scheme === "dark" || tag === "@deep") await expectFloatingAccessible(page);
      }
    },
  );

/** Looks at each part that opens over the page. */
async function expectFloatingAccessible(page: Page): Promise<void> {
  const floating = [
    () => page.getByRole("button", { name: "Actions" }).click(),
    () => page.keyboard.press("Control+k"),
    () => page.getByRole("button", { name: "Invite" }).click(),
    () => page.getByRole("dialog").getByRole("combobox").click(),
  ];
  for (const open of floating) {
    await open();
    await expectAccessible(page);
    if (open !== floating[2]) await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Publish at: calendar/ }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
}

test("without motion nothing moves, and in forced colours what is chosen still shows @ci", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "active" });
  await openGallery(page);
  await page.getByRole("button", { name: "Toast with undo" }).click();
  const moving = await page.evaluate(() =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1),
  );
  expect(moving).toHaveLength(0);
  await expect(page.locator(".kit-toast").first()).toHaveCSS("border-style", "solid");
  const [chosen, other] = await page
    .locator(".kit-segments > label")
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  expect(chosen).not.toBe(other);
});

test("without script the same parts are controls of the browser, and menus and dialogs open @ci", async ({
  browser,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL,
    extraHTTPHeaders: { "CF-Connecting-IP": "10.200.2.2" },
  });
  await signIn(context.request, "super");
  const page = await context.newPage();
  await page.goto(gallery);
  const form = page.locator("#gallery-form");
  await expect(form.locator("select[name=topics] option:checked")).toHaveText(["AI", "Cloud"]);
  await expect(form.locator("input[name=topics-new]")).toBeVisible();
  await expect(form.locator("input[name=publish]")).toHaveValue("2027-03-28T02:30");
  await expect(form.locator("select[name=publish-zone]")).toHaveValue("Europe/Berlin");
  await expect(page.getByText("What happened, and when.")).toBeVisible();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite people" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Open the inbox" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Inbox");
  await context.close();
});
