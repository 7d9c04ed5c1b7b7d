import type { BrowserContext, Page } from "playwright/test";
import { expect, expectAccessible, hydrate, signIn, test } from "./fixtures.ts";

const day = 86_400_000;
const storedKeys = ["cookie-consent", "cookie-consent-date", "page-views", "session-data", "visitor-data"];

interface Post {
  path: string;
  body: Record<string, unknown>;
  status: number;
}

/** Pages that are linked, though not all of them exist. */
const missingPage = /status of 404/;

const findBanner = (page: Page) => page.getByRole("region", { name: "We value your privacy" });
const accept = (page: Page) => findBanner(page).getByRole("button", { name: "Accept All Cookies" });
const reject = (page: Page) => findBanner(page).getByRole("button", { name: "Reject Non-Essential" });
const openSettings = (page: Page) => page.getByRole("button", { name: "Cookie settings" });

/** What the page sends to the API, in order, once it is answered. */
function watchPosts(page: Page): Post[] {
  const posts: Post[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (request.method() !== "POST") return;
    posts.push({ path: new URL(request.url()).pathname, body: request.postDataJSON(), status: response.status() });
  });
  return posts;
}

/** Opens the home page with the clock standing still; it moves by `page.clock.runFor` alone. */
async function openStill(page: Page): Promise<void> {
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1000);
  await page.goto("/");
}

/** Opens the home page and brings the banner up. */
async function openBanner(page: Page): Promise<void> {
  await openStill(page);
  await page.clock.runFor(2000);
  await expect(findBanner(page)).toBeVisible();
}

/** As if the visitor had chosen before; only what is not stored yet is stored. */
async function chooseBefore(context: BrowserContext, choice: "accepted" | "rejected", { age = 0 } = {}): Promise<void> {
  await context.addInitScript(
    ([choice, date]) => {
      localStorage["cookie-consent"] ??= choice;
      localStorage["cookie-consent-date"] ??= date;
    },
    [choice, new Date(Date.now() - age).toISOString()] as const,
  );
}

const readStorage = (page: Page) =>
  page.evaluate(() => {
    const { theme: _, ...stored } = { ...localStorage };
    return stored as Record<string, string>;
  });

const readKeys = async (page: Page) => Object.keys(await readStorage(page)).toSorted();

async function readList(page: Page, key: string): Promise<Record<string, unknown>[]> {
  return JSON.parse((await readStorage(page))[key] ?? "[]");
}

test("the banner is absent at 1,999 ms and present at 2,000, and nothing is stored or sent before the choice", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await openStill(page);
  await page.clock.runFor(1999);
  await expect(findBanner(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(findBanner(page)).toBeVisible();
  await page.clock.runFor(60_000);
  expect(await readStorage(page)).toEqual({});
  expect(await page.context().cookies()).toEqual([]);
  expect(requested.filter((path) => path.startsWith("/api/") || path === "/consented.js")).toEqual([]);
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
  await expect(findBanner(page)).toBeHidden();
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
      page_views: [{ url: "/", timestamp: expect.any(String), title: await page.title() }],
      chosen_at: stored["cookie-consent-date"],
    },
  });

  await page.reload();
  await expect.poll(() => posts.length).toBe(2);
  expect(posts[1]?.body).toMatchObject({ visitor_id: visitor.visitId });
  expect(posts[1]?.body["page_views"]).toHaveLength(2);
  await page.clock.runFor(5000);
  await expect(findBanner(page)).toBeHidden();
});

test.describe("across pages", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage]) });

  for (const [way, choose] of [
    ["the reject button", (page: Page) => reject(page).click()],
    [
      "the close icon, which says so",
      (page: Page) =>
        findBanner(page)
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
    test(`rejecting by ${way} stores the choice alone and sends one record without views`, async ({ page }) => {
      const posts = watchPosts(page);
      await openBanner(page);
      await choose(page);
      await page.clock.runFor(300);
      await expect(findBanner(page)).toBeHidden();
      await expect.poll(() => posts.length).toBe(1);
      expect(posts[0]).toMatchObject({ status: 204, body: { consent_status: "rejected", page_views: [] } });
      const stored = await readStorage(page);
      expect(Object.keys(stored).toSorted()).toEqual(["cookie-consent", "cookie-consent-date"]);
      expect(stored["cookie-consent"]).toBe("rejected");
      expect(JSON.stringify(stored)).not.toContain(posts[0]?.body["visitor_id"]);

      await page.clock.resume();
      await hydrate(page);
      await page.getByRole("link", { name: "Privacy Policy" }).click();
      await page.waitForURL("**/privacy-policy");
      await page.reload();
      await page.waitForTimeout(2500);
      await expect(findBanner(page)).toBeHidden();
      expect(posts).toHaveLength(1);
      expect(await readStorage(page)).toEqual(stored);
    });
  }

  test("page views follow the visitor without document loads; the device keeps 100, a record carries 50", async ({
    page,
    context,
  }) => {
    await chooseBefore(context, "accepted");
    await context.addInitScript((timestamp) => {
      const views = Array.from({ length: 100 }, (_, index) => ({ url: `/old-${index}`, timestamp, title: "" }));
      localStorage["page-views"] ??= JSON.stringify(views);
    }, new Date().toISOString());
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

test.describe("the whole way", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage]) });

  test("an accepted choice becomes a row that the marketing admin sees counted", async ({ page, baseURL }) => {
    const path = `/a-visit-${crypto.randomUUID()}`;
    await page.goto(path);
    await accept(page).click();
    await expect(findBanner(page)).toBeHidden();
    await signIn(page.request, "marketing", baseURL ?? "");
    await expect(async () => {
      await page.goto("/visitor-analytics");
      await expect(page.getByRole("row", { name: path }).getByRole("cell")).toHaveText(["1", "1"], { timeout: 500 });
    }).toPass();
    const accepted = page.getByRole("term").filter({ hasText: "Accepted" }).locator("+ dd");
    await expect(accepted).toHaveText(/[1-9]/);
  });
});

test("Escape outside the banner, and a click beside it, choose nothing", async ({ page }) => {
  await openBanner(page);
  await page.keyboard.press("Escape");
  await page.mouse.click(10, 300);
  await page.clock.runFor(1000);
  await expect(findBanner(page)).toBeVisible();
  expect(await readStorage(page)).toEqual({});
});

test("the banner takes no focus when it comes, and stands before the page in the order of the keyboard", async ({
  page,
}) => {
  await openBanner(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(findBanner(page).getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(accept(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.clock.runFor(300);
  await expect(findBanner(page)).toBeHidden();
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

test("Global Privacy Control counts as a rejection without a banner, and an explicit choice wins over it", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  const posts = watchPosts(page);
  await openStill(page);
  await page.clock.runFor(10_000);
  await expect(findBanner(page)).toBeHidden();
  expect(await readStorage(page)).toEqual({});
  expect(posts).toEqual([]);
  await openSettings(page).click();
  await accept(page).click();
  await page.clock.runFor(300);
  await expect.poll(() => posts.length).toBe(1);
  await page.reload();
  await expect.poll(() => posts.length).toBe(2);
});

for (const choice of ["accepted", "rejected"] as const) {
  test(`a choice is asked again after 182 days, not before: ${choice}`, async ({ page, context }) => {
    await chooseBefore(context, choice, { age: 182 * day - 60_000 });
    await openStill(page);
    await page.clock.runFor(3000);
    await expect(findBanner(page)).toBeHidden();
    await page.evaluate(
      (date) => (localStorage["cookie-consent-date"] = date),
      new Date(Date.now() - 182 * day).toISOString(),
    );
    await page.reload();
    await page.clock.runFor(2000);
    await expect(findBanner(page)).toBeVisible();
  });
}

for (const [reason, date] of [
  ["older than the banner's wording", "2024-12-31T12:00:00.000Z"],
  ["without a date that can be read", "soon"],
  ["from the far future", "2999-01-01T00:00:00.000Z"],
] as const) {
  test(`a choice ${reason} is asked again`, async ({ page, context }) => {
    await context.addInitScript((value) => {
      localStorage["cookie-consent"] = "accepted";
      localStorage["cookie-consent-date"] = value;
    }, date);
    await openBanner(page);
  });
}

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

test.describe("when storing fails", () => {
  test.use({ allowConsole: async ({}, use) => use([/Error storing visitor data/, /Failed to load resource/]) });

  for (const choose of [accept, reject]) {
    test(`with storage blocked the banner still closes and the page goes on: ${choose.name}`, async ({ page }) => {
      await page.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("Access is denied", "SecurityError");
          },
        }),
      );
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("Error storing visitor data"));
      await openBanner(page);
      await choose(page).click();
      await logged;
      await page.clock.runFor(300);
      await expect(findBanner(page)).toBeHidden();
      await page.clock.runFor(10_000);
      await expect(findBanner(page)).toBeHidden();
    });

    test(`with storage full the banner still closes and nobody is tracked: ${choose.name}`, async ({ page }) => {
      const posts = watchPosts(page);
      await openBanner(page);
      await page.evaluate(() => {
        for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2))
          for (let part = 0; part < 4; part += 1)
            try {
              localStorage[`filler-${size}-${part}`] = "x".repeat(size);
            } catch {
              break;
            }
      });
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("Error storing visitor data"));
      await choose(page).click();
      await logged;
      await page.clock.runFor(300);
      await expect(findBanner(page)).toBeHidden();
      expect((await readKeys(page)).filter((key) => storedKeys.includes(key))).toEqual([]);
      expect(posts.filter(({ body }) => body["consent_status"] === "accepted")).toEqual([]);
    });
  }

  test("a failing endpoint is logged alone, and the next record carries what it missed", async ({ page }) => {
    await page.route("**/api/store-visitor-analytics", (route) => route.fulfill({ status: 503, body: "{}" }), {
      times: 1,
    });
    const posts = watchPosts(page);
    const logged = page.waitForEvent("console", (message) => message.text().startsWith("Error storing visitor data"));
    await openBanner(page);
    await accept(page).click();
    await logged;
    await page.clock.runFor(300);
    await expect(findBanner(page)).toBeHidden();
    await page.reload();
    await expect.poll(() => posts.map(({ status }) => status)).toEqual([503, 204]);
    expect(posts[1]?.body).toMatchObject({ chosen_at: posts[0]?.body["chosen_at"] });
    expect(posts[1]?.body["page_views"]).toHaveLength(2);
  });

  test("a tracker that cannot be loaded leaves the choice in force", async ({ page }) => {
    await page.route("**/consented.js", (route) => route.abort());
    await openBanner(page);
    await reject(page).click();
    await page.clock.runFor(300);
    await expect(findBanner(page)).toBeHidden();
    expect(await readKeys(page)).toEqual(["cookie-consent", "cookie-consent-date"]);
  });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the banner never shows: nothing would be tracked", async ({ page }) => {
    await page.goto("/");
    await page.waitForTimeout(2500);
    await expect(page.locator("#ask")).toBeHidden();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeHidden();
  });
});

for (const [width, colorScheme] of [
  [320, "light"],
  [390, "light"],
  [390, "dark"],
  [768, "light"],
  [1440, "light"],
  [1440, "dark"],
] as const) {
  test(`the open banner is accessible and both answers weigh the same: ${width}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 640 });
    await openBanner(page);
    await page.clock.resume();
    const [yes, no] = [await describeAnswer(accept(page)), await describeAnswer(reject(page))];
    expect(no).toEqual(yes);
    expect(yes.height).toBeGreaterThanOrEqual(44);
    const close = await findBanner(page)
      .getByRole("button", { name: /^Close/ })
      .boundingBox();
    expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await findBanner(page).evaluate((banner) => banner.scrollWidth - banner.clientWidth)).toBe(0);
    await expectAccessible(page);
  });
}

async function describeAnswer(button: ReturnType<typeof accept>) {
  const box = await button.boundingBox();
  const look = await button.evaluate((element) => {
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element);
    return { color, backgroundColor, borderColor, fontSize, fontWeight };
  });
  return { ...look, width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

test("the banner moves nothing and is never the largest paint", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: "" };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      const entry = list.getEntries().at(-1) as PerformanceEntry & { element?: Element };
      seen.largest = entry.element?.closest("#ask") ? "banner" : "page";
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto("/");
  await expect(findBanner(page)).toBeVisible();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual({ shift: 0, largest: "page" });
});
