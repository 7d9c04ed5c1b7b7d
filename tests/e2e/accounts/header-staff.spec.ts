import type { Page } from "playwright/test";
import {
  baseURL,
  expect,
  expectAccessible,
  expectNothingWider,
  hydrate,
  openHydrated,
  settle,
  test,
} from "../fixtures.ts";

const signedIn = { user: { id: "u", email: "x@demo.example" }, expires_at: 4_102_444_800 };

/** tests/worker/lib/guard.test.ts says who has which link, and below the header is as full as it gets at 1300 px. */
const quick = new Set(["talent_admin at 1440", "HR at 1440", "marketing_admin and talent_admin at 390"]);

const figures = "Figures of this page";

for (const { roles, shown, hidden, widths } of [
  { roles: ["marketing_admin"], shown: ["Marketing Admin", figures], hidden: ["Talent Admin"], widths: [1440] },
  { roles: ["talent_admin"], shown: ["Talent Admin"], hidden: ["Marketing Admin", figures], widths: [1440] },
  {
    roles: ["marketing_admin", "talent_admin"],
    shown: ["Marketing Admin", "Talent Admin", figures],
    hidden: [],
    widths: [390, 1100, 1280, 1440],
  },
  { roles: ["super_admin"], shown: ["Marketing Admin", "Talent Admin", figures], hidden: [], widths: [1440] },
  { roles: ["HR"], shown: ["Job Applications"], hidden: ["Marketing Admin", "Talent Admin", figures], widths: [1440] },
])
  for (const width of widths)
    test(
      `the header for ${roles.join(" and ")} at ${width} px`,
      { tag: quick.has(`${roles.join(" and ")} at ${width}`) ? [] : "@deep" },
      async ({ page, context }) => {
        await page.setViewportSize({ width, height: 900 });
        await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
        await page.route("**/api/auth/session", (route) => route.fulfill({ json: { ...signedIn, roles } }));
        await openHydrated(page, "/");
        const place = width < 1296 ? page.getByRole("dialog") : page.getByRole("banner");
        if (width < 1296) await page.getByRole("button", { name: "Menu" }).click();
        await expect(place.getByRole("button", { name: "Logout" })).toBeVisible();
        for (const name of shown) await expect(place.getByRole("link", { name })).toBeVisible();
        for (const name of hidden) await expect(place.getByRole("link", { name })).toHaveCount(0);
        await expectNothingWider(page);
        // With all links it has all that the others have.
        if (shown.length === 3) await expectAccessible(page);
        if (shown.includes(figures))
          await expect(place.getByRole("link", { name: figures })).toHaveAttribute(
            "href",
            "/visitor-analytics?page=%2F",
          );
        let signedOut = false;
        await page.route("**/api/auth/sign-out", (route) => {
          signedOut = true;
          return route.fulfill({ status: 204 });
        });
        await place.getByRole("button", { name: "Logout" }).click();
        await expect(place.getByRole("button", { name: "Logout" })).toBeHidden();
        expect(signedOut).toBe(true);
      },
    );

test("nobody is taken for a visitor while the server does not say who is signed in, which it is asked again @ci", async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  let isAway = true;
  let asked = 0;
  await page.route("**/api/auth/session", (route) => {
    asked += 1;
    return isAway
      ? route.fulfill({ status: 200, contentType: "text/html", body: "A page of a proxy" })
      : route.fulfill({ json: { ...signedIn, roles: ["talent_admin"] } });
  });
  const warned = page.waitForEvent("console", (message) => message.type() === "warning");
  await openHydrated(page, "/");
  expect((await warned).text()).toContain("/api/auth/session");
  const again = page.getByRole("banner").getByRole("button", { name: "Sign-in not known" });
  await expect(again).toBeVisible();
  expect(asked).toBe(3);
  await expectNothingWider(page);
  isAway = false;
  await again.click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Talent Admin" })).toBeVisible();
});

test("who signs out elsewhere while the server says nothing is not asked about any more @ci", async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.route("**/api/auth/session", (route) => route.fulfill({ contentType: "text/html", body: "A proxy" }));
  await openHydrated(page, "/");
  const again = page.getByRole("banner").getByRole("button", { name: "Sign-in not known" });
  await expect(again).toBeVisible();
  await context.clearCookies({ name: "signed-in" });
  await again.click();
  await expect(again).toBeHidden();
});

test("a star is shown until the links are known, and nothing moves @ci", async ({ page, context }) => {
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/auth/session", async (route) => {
    await answer.promise;
    await route.fulfill({ json: { ...signedIn, roles: ["marketing_admin", "talent_admin"] } });
  });
  const places = async () => {
    const read = [];
    for (const width of [1300, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      read.push(await readPlaces(page));
      await expectNothingWider(page);
    }
    return read;
  };
  await page.setViewportSize({ width: 1300, height: 900 });
  await openHydrated(page, "/");
  const header = page.getByRole("banner");
  const star = header.getByRole("img", { name: "Looking up who is signed in" });
  await expect(star).toBeVisible();
  await expect(header.locator(".header-staff > .staff-wait")).toHaveCSS("opacity", "1");
  await expectAccessible(page);
  const before = await places();
  answer.resolve();
  const link = header.getByRole("link", { name: "Marketing Admin" });
  await expect(link).toBeVisible();
  await expect(star).toHaveCount(0);
  expect(await places()).toEqual(before);
  // The staff area is another document; here it never comes.
  await page.evaluate(() => addEventListener("click", (event) => event.preventDefault()));
  await link.click();
  await expect(header.getByRole("img", { name: "Opening the staff area" })).toBeVisible();
  expect(await places()).toEqual(before);
});

/** Where the controls of the header stand that are not the staff's. */
function readPlaces(page: Page) {
  return page
    .locator("header :is(.logo, .nav > ul > li, .icon-btn, .header-contact)")
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().x));
}

test("without a session the header asks the server nothing and shows no star", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/auth/session", (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto("/");
  await hydrate(page);
  await expect(page.locator(".staff-wait")).toHaveCount(0);
  expect(asked).toBe(0);
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
  test(`${name} is not undone by an answer that was on its way`, async ({ page, context }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
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
    await settle(page);
    await expect(logout).toBeHidden();
  });
