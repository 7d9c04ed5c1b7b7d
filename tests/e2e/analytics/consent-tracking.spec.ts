import type { Locator } from "playwright/test";
import { brand } from "#app/content/brand.ts";
import {
  accept,
  chooseBefore,
  getBanner,
  listEvents,
  missingPage,
  openBanner,
  openSettings,
  openStill,
  readKeys,
  readList,
  readStorage,
  recordPath,
  reject,
  rejectedKeys,
  visitPath,
  watchPosts,
} from "./consent-page.ts";
import { service } from "../../listed.ts";
import { baseURL, expect, hydrate, signIn, test } from "../fixtures.ts";

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
    // A message goes after three seconds: on a busy machine the second page may take longer.
    await openStill(page, "/");
    await expect.poll(() => posts.length).toBe(1);
    const first = await readList(page, "page-views");
    await hydrate(page);
    await page.getByRole("link", { name: "Privacy Policy" }).click();
    const lastViews = async () => (await readList(page, "page-views")).slice(-2);
    await expect.poll(lastViews).toMatchObject([{ url: "/" }, { url: "/privacy-policy" }]);
    expect(await readList(page, "page-views")).toHaveLength(100);
    await page.clock.runFor(3000);
    await expect.poll(() => listEvents(posts).length).toBe(2);
    // Both views, and how the first page was left, are one message.
    expect(posts.map(({ path, status }) => [path, status])).toEqual([
      [recordPath, 204],
      [visitPath, 204],
    ]);
    expect(posts[0]?.body["page_views"]).toEqual(first.slice(-50));
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
  const link = page.getByRole("contentinfo").getByRole("link", { name: brand.social[0].name });
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

test("named elements become events, before React is there and after; a form's start and arrival once each", async ({
  page,
  context,
}) => {
  await chooseBefore(context, "accepted");
  const posts = watchPosts(page);
  await page.goto("/");
  await expect.poll(() => posts.length).toBe(1);
  const readEvents = async () => (await readList(page, "user-events")).map(({ name, data, url }) => [name, data, url]);
  await press(page.getByRole("main").getByRole("link", { name: "Contact Us" }).first());
  await press(page.getByRole("contentinfo").getByRole("link", { name: "@" }));
  await press(page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }));
  expect(await page.evaluate(() => "hydrated" in document.documentElement.dataset)).toBe(false);
  const mail = await page.getByRole("contentinfo").getByRole("link", { name: "@" }).textContent();
  const first = [
    ["call-to-action", "hero", "/"],
    ["mailto", mail, "/"],
  ];
  expect(await readEvents()).toEqual(first);

  // The first press waits until React is there, and counts once.
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("button", { name: "Services" }).click();
  await page.waitForSelector("html[data-hydrated]");
  await page.getByRole("link", { name: `Know More about ${service.name}` }).click();
  await page.waitForURL(`**/${service.slug}`);
  await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
  await page.waitForURL("**/contact");
  await page.getByLabel("Name").fill("Event Probe");
  await page.getByLabel("Work e-mail").fill("probe@example.com");
  await page.getByLabel("What is it about?").selectOption({ index: 1 });
  await page.getByLabel("Your message").fill("What you type is in no event.");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL("**/contact/sent**");
  await expect.poll(readEvents).toHaveLength(7);
  await page.reload();
  await expect.poll(() => readList(page, "page-views")).toHaveLength(5);
  const events = await readEvents();
  expect(events).toEqual([
    ...first,
    ["menu", "Services", "/"],
    ["know-more", `/${service.slug}`, "/"],
    ["call-to-action", "header", `/${service.slug}`],
    ["form-start", "contact", "/contact"],
    ["form-sent", "contact", "/contact/sent"],
  ]);
});

/** Clicks without a move of the pointer, which would hydrate the page, and stays on the page. */
async function press(link: Locator): Promise<void> {
  await link.evaluate((element: HTMLElement) => {
    element.addEventListener("click", (event) => event.preventDefault(), { once: true });
    element.click();
  });
}

test("a choice in one tab closes the banner of the other, and withdrawing there stops the tracking here @ci", async ({
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
  await expect(getBanner(other)).toBeHidden();
  await expect.poll(() => posts[0].length).toBe(1);

  await openSettings(other).click();
  await reject(other).click();
  await expect.poll(() => posts[1].length).toBe(2);
  await page.evaluate(() => dispatchEvent(new Event("page-view")));
  await page.reload();
  await page.clock.runFor(5000);
  expect(posts[0]).toHaveLength(1);
  expect(await readKeys(page)).toEqual(rejectedKeys);
});

test("Cookie settings reopens the banner, takes the focus there and gives it back", async ({ page, context }) => {
  await chooseBefore(context, "rejected");
  await openStill(page);
  await openSettings(page).focus();
  await page.keyboard.press("Enter");
  await expect(getBanner(page)).toBeFocused();
  await reject(page).click();
  await expect(openSettings(page)).toBeFocused();
  await page.clock.runFor(300);
  await expect(getBanner(page)).toBeHidden();
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
  await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
  expect(posts.find(({ path }) => path === "/api/erase-visitor-data")).toMatchObject({
    status: 204,
    body: { visitor_id: visitorId },
  });
  await press(page.getByRole("contentinfo").getByRole("link", { name: "@" }));
  expect(await readKeys(page)).toEqual(rejectedKeys);
  const record = posts.find(({ body }) => body["consent_status"] === "rejected");
  expect(record).toMatchObject({ status: 204, body: { page_views: [] } });
  expect(record?.body["visitor_id"]).not.toBe(visitorId);
});

test("ten records that race an erasure, and come again after it, are in no figure once the queue is through @ci", async ({
  request,
}) => {
  const at = new Date().toISOString();
  const mark = crypto.randomUUID();
  const agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0";
  const makeRecord = (visitor_id: string, url: string, index = 0) => ({
    visitor_id,
    consent_status: "accepted",
    first_visit: at,
    user_agent: agent,
    referrer: "direct",
    language: "en",
    timezone: "UTC",
    chosen_at: at,
    // As many views as bring the page to the top of the list.
    page_views: Array.from({ length: 60 }, (_, view) => {
      return { url, timestamp: new Date(Date.parse(at) - 100 * index - view).toISOString(), title: "" };
    }),
  });
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data, headers: { Origin: baseURL, "User-Agent": agent } });
    expect(answer.status()).toBe(204);
  };
  const visitor = crypto.randomUUID();
  const records = Array.from({ length: 10 }, (_, index) => makeRecord(visitor, `/erased-${mark}`, index));
  const store = (record: object) => post("/api/store-visitor-analytics", record);
  const uploads = records.map(store);
  await Promise.all(uploads.toSpliced(5, 0, post("/api/erase-visitor-data", { visitor_id: visitor })));

  await signIn(request, "marketing");
  const isListed = async (path: string) => {
    const file = await request.get("/visitor-analytics.csv?range=7&panel=page");
    return (await file.text()).includes(path);
  };
  // A record that follows is listed once the queue is through with those before it.
  async function passQueue(path: string) {
    await store(makeRecord(crypto.randomUUID(), path));
    await expect.poll(() => isListed(path)).toBe(true);
  }
  await passQueue(`/first-${mark}`);
  await Promise.all(records.map(store));
  await passQueue(`/second-${mark}`);
  expect(await isListed(`/erased-${mark}`)).toBe(false);
});
