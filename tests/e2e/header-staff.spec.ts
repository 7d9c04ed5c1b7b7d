import type { Page } from "playwright/test";
import { expect, expectAccessible, expectNothingWider, openHydrated, test } from "./fixtures.ts";

const signedIn = { user: { id: "u", email: "x@demo.example" }, expires_at: 4_102_444_800 };

for (const { roles, shown, hidden, widths } of [
  { roles: ["marketing_admin"], shown: ["Marketing Admin"], hidden: ["Talent Admin"], widths: [1440] },
  { roles: ["talent_admin"], shown: ["Talent Admin"], hidden: ["Marketing Admin"], widths: [1440] },
  {
    roles: ["marketing_admin", "talent_admin"],
    shown: ["Marketing Admin", "Talent Admin"],
    hidden: [],
    widths: [390, 1100, 1280, 1440],
  },
  { roles: ["super_admin"], shown: ["Marketing Admin", "Talent Admin"], hidden: [], widths: [1440] },
  { roles: ["HR"], shown: [], hidden: ["Marketing Admin", "Talent Admin"], widths: [1440] },
])
  for (const width of widths)
    test(`the header for ${roles.join(" and ")} at ${width} px`, async ({ page, context, baseURL }) => {
      await page.setViewportSize({ width, height: 900 });
      await context.addCookies([{ name: "signed-in", value: "1", url: baseURL ?? "" }]);
      await page.route("**/api/auth/session", (route) => route.fulfill({ json: { ...signedIn, roles } }));
      await openHydrated(page, "/");
      const place = width < 1248 ? page.getByRole("dialog") : page.getByRole("banner");
      if (width < 1248) await page.getByRole("button", { name: "Menu" }).click();
      await expect(place.getByRole("button", { name: "Logout" })).toBeVisible();
      for (const name of shown) await expect(place.getByRole("link", { name })).toBeVisible();
      for (const name of hidden) await expect(place.getByRole("link", { name })).toHaveCount(0);
      await expectNothingWider(page);
      await expectAccessible(page);
      let signedOut = false;
      await page.route("**/api/auth/sign-out", (route) => {
        signedOut = true;
        return route.fulfill({ status: 204 });
      });
      await place.getByRole("button", { name: "Logout" }).click();
      await expect(place.getByRole("button", { name: "Logout" })).toBeHidden();
      expect(signedOut).toBe(true);
    });

/** Tells `page` what another tab would tell it. */
function tell(page: Page, type: "signed-in" | "signed-out") {
  return page.evaluate((type) => new BroadcastChannel("session").postMessage({ type }), type);
}

const ends = {
  "signing out": (page: Page) => page.getByRole("banner").getByRole("button", { name: "Logout" }).click(),
  "a sign-out elsewhere": (page: Page) => tell(page, "signed-out"),
};

for (const [name, end] of Object.entries(ends))
  test(`${name} is not undone by an answer that was on its way`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await context.addCookies([{ name: "signed-in", value: "1", url: baseURL ?? "" }]);
    let release = () => {};
    let hold = Promise.resolve();
    await page.route("**/api/auth/session", async (route) => {
      await hold;
      await route.fulfill({ json: { ...signedIn, roles: ["marketing_admin"] } });
    });
    await page.route("**/api/auth/sign-out", (route) => route.fulfill({ status: 204 }));
    await openHydrated(page, "/");
    const logout = page.getByRole("banner").getByRole("button", { name: "Logout" });
    await expect(logout).toBeVisible();
    hold = new Promise((resolve) => (release = resolve));
    const asked = page.waitForRequest("**/api/auth/session");
    const answered = page.waitForResponse("**/api/auth/session");
    await tell(page, "signed-in");
    await asked;
    await end(page);
    await expect(logout).toBeHidden();
    release();
    await (await answered).finished();
    await page.waitForTimeout(300);
    await expect(logout).toBeHidden();
  });
