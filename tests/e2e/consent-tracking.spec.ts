import {
  accept,
  chooseBefore,
  findBanner,
  missingPage,
  openBanner,
  openSettings,
  openStill,
  readKeys,
  readList,
  readStorage,
  reject,
  watchPosts,
} from "./consent-page.ts";
import { expect, hydrate, test } from "./fixtures.ts";

test.describe("across pages", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage]) });

  test("page views follow the visitor without document loads; the device keeps 100, a record carries 50", async ({
    page,
    context,
  }) => {
    await chooseBefore(context, "accepted");
    await context.addInitScript((now) => {
      const views = Array.from({ length: 100 }, (_, index) => {
        return { url: "/old", timestamp: new Date(now - 1000 * index).toISOString(), title: "" };
      });
      localStorage["page-views"] ??= JSON.stringify(views);
    }, Date.now());
    const posts = watchPosts(page);
    await page.goto("/");
    await expect.poll(() => posts.length).toBe(1);
    await hydrate(page);
    await page.getByRole("link", { name: "Privacy Policy" }).click();
    await expect.poll(() => posts.length).toBe(2);
    const views = await readList(page, "page-views");
    expect(views).toHaveLength(100);
    expect(views.slice(-2)).toMatchObject([{ url: "/" }, { url: "/privacy-policy" }]);
    expect(posts.map(({ status }) => status)).toEqual([204, 204]);
    expect(posts[1]?.body["page_views"]).toEqual(views.slice(-50));
    expect(JSON.parse((await readStorage(page))["session-data"] ?? "")).toMatchObject({ pageCount: 2 });
  });
});

test("links that lead away become events, of which 50 are kept", async ({ page, context }) => {
  await chooseBefore(context, "accepted");
  await context.addInitScript(() => {
    const events = Array.from({ length: 50 }, () => ({ name: "old", data: "", timestamp: "", url: "/" }));
    localStorage["user-events"] ??= JSON.stringify(events);
  });
  const posts = watchPosts(page);
  await page.goto("/");
  await expect.poll(() => posts.length).toBe(1);
  const link = page.getByRole("contentinfo").getByRole("link", { name: "LinkedIn" });
  await link.evaluate((element) => element.addEventListener("click", (event) => event.preventDefault()));
  await link.click();
  const events = await readList(page, "user-events");
  expect(events).toHaveLength(50);
  expect(events.at(-1)).toEqual({
    name: "outbound",
    data: await link.getAttribute("href"),
    timestamp: expect.any(String),
    url: "/",
  });
});

test("a choice in one tab closes the banner of the other, and withdrawing there stops the tracking here", async ({
  page,
  context,
}) => {
  await openBanner(page);
  const other = await context.newPage();
  await openBanner(other);
  const posts = [watchPosts(page), watchPosts(other)] as const;
  await accept(page).click();
  await expect(other.locator("#ask")).toHaveAttribute("inert");
  await other.clock.runFor(300);
  await expect(findBanner(other)).toBeHidden();
  await expect.poll(() => posts[0].length).toBe(1);

  await openSettings(other).click();
  await reject(other).click();
  await expect.poll(() => posts[1].length).toBe(2);
  await page.evaluate(() => dispatchEvent(new Event("page-view")));
  await page.reload();
  await page.clock.runFor(5000);
  expect(posts[0]).toHaveLength(1);
  expect(await readKeys(page)).toEqual(["cookie-consent", "cookie-consent-date"]);
});

test("Cookie settings reopens the banner, takes the focus there and gives it back", async ({ page, context }) => {
  await chooseBefore(context, "rejected");
  await openStill(page);
  await openSettings(page).focus();
  await page.keyboard.press("Enter");
  await expect(findBanner(page)).toBeFocused();
  await reject(page).click();
  await expect(openSettings(page)).toBeFocused();
  await page.clock.runFor(300);
  await expect(findBanner(page)).toBeHidden();
});

test("withdrawing wipes the device, sends a new record and erases what the server holds", async ({ page }) => {
  const posts = watchPosts(page);
  await openBanner(page);
  await accept(page).click();
  await page.clock.runFor(300);
  await expect.poll(() => posts.length).toBe(1);
  const visitorId = posts[0]?.body["visitor_id"];
  await page.evaluate(() => (localStorage["user-events"] = "[]"));
  await openSettings(page).click();
  await reject(page).click();
  await expect.poll(() => posts.length).toBe(3);
  expect(await readKeys(page)).toEqual(["cookie-consent", "cookie-consent-date"]);
  expect(posts.find(({ path }) => path === "/api/erase-visitor-data")).toMatchObject({
    status: 204,
    body: { visitor_id: visitorId },
  });
  const record = posts.find(({ body }) => body["consent_status"] === "rejected");
  expect(record).toMatchObject({ status: 204, body: { page_views: [] } });
  expect(record?.body["visitor_id"]).not.toBe(visitorId);
});
