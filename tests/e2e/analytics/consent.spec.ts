import type { Page } from "playwright/test";
import { bannerVersion } from "#shared/analytics/consent.ts";
import {
  accept,
  chooseBefore,
  day,
  getBanner,
  isOfChoice,
  listEvents,
  listMessages,
  listRecords,
  missingPage,
  openBanner,
  openSettings,
  openStill,
  readKeys,
  readList,
  readStorage,
  reject,
  rejectedKeys,
  sendNow,
  storedKeys,
  watchPosts,
} from "./consent-page.ts";
import { expect, hydrate, plainPage, test } from "../fixtures.ts";

test("the banner is absent at 1,999 ms and present at 2,000, and nothing is stored or sent before the choice", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await openStill(page);
  await page.clock.runFor(1999);
  await expect(getBanner(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(getBanner(page)).toBeVisible();
  await page.clock.runFor(60_000);
  expect(await readStorage(page)).toEqual({});
  expect(await page.context().cookies()).toEqual([]);
  expect(requested.filter(isOfChoice)).toEqual([]);
});

test("accepting stores the choice and the visit, sends the record, and hides the banner after 300 ms", async ({
  page,
}) => {
  const posts = watchPosts(page);
  await openBanner(page);
  await accept(page).click();
  await page.clock.runFor(299);
  await expect(page.locator("#ask")).not.toHaveAttribute("hidden");
  await page.clock.runFor(1);
  await expect(getBanner(page)).toBeHidden();
  await expect.poll(() => posts.length).toBe(1);

  const stored = await readStorage(page);
  expect(Object.keys(stored).toSorted()).toEqual(storedKeys);
  expect(stored["cookie-consent"]).toBe("accepted");
  const visitor = JSON.parse(stored["visitor-data"] ?? "");
  expect(Object.keys(visitor)).toEqual(["visitId", "firstVisit", "userAgent", "referrer", "language", "timezone"]);
  expect(Object.keys(JSON.parse(stored["session-data"] ?? ""))).toEqual(["lastActivity", "pageCount"]);
  expect(posts[0]).toMatchObject({
    path: "/api/store-visitor-analytics",
    status: 204,
    body: {
      visitor_id: visitor.visitId,
      consent_status: "accepted",
      first_visit: visitor.firstVisit,
      referrer: "direct",
      page_views: [{ url: plainPage, timestamp: expect.any(String), title: await page.title() }],
      chosen_at: stored["cookie-consent-date"],
    },
  });

  const [{ visit_id }] = posts.map(({ body }) => body) as [{ visit_id: string }];
  expect(JSON.parse(stored["visit-data"] ?? "").visit.id).toBe(visit_id);

  await page.clock.runFor(3000);
  await expect.poll(() => listEvents(posts)).toHaveLength(1);
  await page.reload();
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
  await sendNow(page);
  await expect.poll(() => listEvents(posts)).toHaveLength(2);
  const [first, second] = listEvents(posts);
  expect(first).toMatchObject({ seq: 1, path: plainPage, title: await page.title() });
  expect(second).toMatchObject({ seq: 2, path: plainPage, from: plainPage, left: { seq: 1 } });
  for (const message of listMessages(posts)) expect(message).toMatchObject({ visitor_id: visitor.visitId, visit_id });
  expect(listRecords(posts)).toHaveLength(1);
  await page.clock.runFor(5000);
  await expect(getBanner(page)).toBeHidden();
});

test("Escape outside the banner, and a click beside it, choose nothing", async ({ page }) => {
  await openBanner(page);
  await page.keyboard.press("Escape");
  await page.mouse.click(10, 300);
  await page.clock.runFor(1000);
  await expect(getBanner(page)).toBeVisible();
  expect(await readStorage(page)).toEqual({});
});

test("the banner takes no focus when it comes, and stands before the page in the order of the keyboard", async ({
  page,
}) => {
  await openBanner(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(getBanner(page).getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.clock.runFor(300);
  await expect(getBanner(page)).toBeHidden();
});

test.describe("across pages", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage]) });

  for (const [name, choose] of [
    ["the reject button", (page: Page) => reject(page).click()],
    [
      "the close icon, which says so",
      (page: Page) =>
        getBanner(page)
          .getByRole("button", { name: /^Close/ })
          .click(),
    ],
    [
      "Escape inside the banner",
      async (page: Page) => {
        await accept(page).focus();
        await page.keyboard.press("Escape");
      },
    ],
  ] as const) {
    test(`rejecting by ${name} stores the choice alone and sends one record without views`, async ({ page }) => {
      const posts = watchPosts(page);
      await openBanner(page);
      await choose(page);
      await page.clock.runFor(300);
      await expect(getBanner(page)).toBeHidden();
      await expect.poll(() => posts.length).toBe(1);
      expect(posts[0]).toMatchObject({ status: 204, body: { consent_status: "rejected", page_views: [] } });
      await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
      const stored = await readStorage(page);
      expect(stored["cookie-consent"]).toBe("rejected");
      expect(JSON.stringify(stored)).not.toContain(posts[0]?.body["visitor_id"]);

      await page.clock.resume();
      await hydrate(page);
      await page.getByRole("link", { name: "Privacy Policy" }).click();
      await page.waitForURL("**/privacy-policy");
      await page.reload();
      await page.clock.fastForward(10_000);
      await expect(getBanner(page)).toBeHidden();
      expect(posts).toHaveLength(1);
      expect(await readStorage(page)).toEqual(stored);
    });
  }
});

test("Global Privacy Control counts as a rejection without a banner, and an explicit choice wins over it", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const posts = watchPosts(page);
  await openStill(page);
  await page.clock.runFor(10_000);
  await expect(getBanner(page)).toBeHidden();
  expect(await readStorage(page)).toEqual({});
  expect(posts).toEqual([]);
  await openSettings(page).click();
  await accept(page).click();
  await page.clock.runFor(300);
  await expect.poll(() => posts.length).toBe(1);
  await page.reload();
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
});

for (const choice of ["accepted", "rejected"] as const) {
  const tag = choice === "rejected" ? "@deep" : [];
  test(`a choice is asked again after 182 days, not before: ${choice}`, { tag }, async ({ page, context }) => {
    // The wording of the banner may be younger than that: the clock goes ahead, and the server would not take its times.
    await page.route("**/api/**", (route) => route.fulfill({ status: 204 }));
    await chooseBefore(context, choice);
    await openStill(page, plainPage, 182 * day - 60_000);
    await page.clock.runFor(3000);
    await expect(getBanner(page)).toBeHidden();
    await page.clock.runFor(60_000);
    await page.reload();
    await page.clock.runFor(2000);
    await expect(getBanner(page)).toBeVisible();
  });
}

test("a choice older than the banner's wording, without a date that can be read, or from the far future is asked again", async ({
  page,
}) => {
  await openStill(page);
  const before = new Date(Date.parse(bannerVersion) - 1).toISOString();
  for (const date of [before, "soon", "2999-01-01T00:00:00.000Z"]) {
    await page.evaluate((value) => {
      localStorage["cookie-consent"] = "accepted";
      localStorage["cookie-consent-date"] = value;
    }, date);
    await page.reload();
    await page.clock.runFor(2000);
    await expect(getBanner(page), date).toBeVisible();
  }
});
