import {
  accept,
  getBanner,
  listRecords,
  openBanner,
  readKeys,
  recordPath,
  reject,
  rejectedKeys,
  storedKeys,
  watchPosts,
} from "./consent-page.ts";
import { expect, expectAccessible, plainPage, settle, test } from "../fixtures.ts";

test.describe("when storing fails", () => {
  test.use({ allowConsole: async ({}, use) => use([/Error storing visitor data/, /Failed to load resource/]) });

  for (const choose of [accept, reject]) {
    const tag = choose === reject ? "@deep" : [];
    test(
      `with storage blocked the banner still closes and the page goes on: ${choose.name}`,
      { tag },
      async ({ page }) => {
        await page.addInitScript(() =>
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("Access is denied", "SecurityError");
            },
          }),
        );
        const logged = page.waitForEvent("console", (message) =>
          message.text().startsWith("Error storing visitor data"),
        );
        await openBanner(page);
        await choose(page).click();
        await logged;
        await page.clock.runFor(300);
        await expect(getBanner(page)).toBeHidden();
        await page.clock.runFor(10_000);
        await expect(getBanner(page)).toBeHidden();
      },
    );

    test(
      `with storage full the banner still closes and nobody is tracked: ${choose.name}`,
      { tag },
      async ({ page }) => {
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
        const logged = page.waitForEvent("console", (message) =>
          message.text().startsWith("Error storing visitor data"),
        );
        await choose(page).click();
        await logged;
        await page.clock.runFor(300);
        await expect(getBanner(page)).toBeHidden();
        expect((await readKeys(page)).filter((key) => storedKeys.includes(key))).toEqual([]);
        expect(posts.filter(({ body }) => body["consent_status"] === "accepted")).toEqual([]);
      },
    );
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
    await expect(getBanner(page)).toBeHidden();
    await page.reload();
    await expect.poll(() => listRecords(posts).map(({ status }) => status)).toEqual([503, 204]);
    const [first, second] = listRecords(posts);
    expect(second?.body).toMatchObject({ chosen_at: first?.body["chosen_at"], visit_id: first?.body["visit_id"] });
    expect(second?.body["page_views"]).toHaveLength(2);
  });

  test("a script that cannot be loaded leaves the choice in force", async ({ page }) => {
    await page.route("**/choice.js", (route) => route.abort(), { times: 1 });
    const posts = watchPosts(page);
    await openBanner(page);
    await reject(page).click();
    await page.clock.runFor(300);
    await expect(getBanner(page)).toBeHidden();
    expect(await readKeys(page)).toEqual([...rejectedKeys, "withdrawal"]);
    // The next page tells the server.
    await page.reload();
    await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
    expect(posts).toMatchObject([{ path: recordPath, status: 204, body: { consent_status: "rejected" } }]);
  });
});

test.describe("with JavaScript off", () => {
  test.use({ javaScriptEnabled: false });

  test("the banner never shows: nothing would be tracked", async ({ page }) => {
    await page.goto(plainPage);
    await expect(page.locator("#ask")).toBeHidden();
    await expect(page.getByRole("button", { name: "Cookie settings" })).toBeHidden();
  });
});

for (const [width, colorScheme, deep] of [
  [320, "light"],
  [390, "light", "@deep"],
  [390, "dark", "@deep"],
  [768, "light", "@deep"],
  [1440, "light", "@deep"],
  [1440, "dark"],
] as const) {
  test(
    `the open banner is accessible and both answers weigh the same: ${width}, ${colorScheme}`,
    { tag: deep ? [deep] : [] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 640 });
      await openBanner(page);
      await page.clock.resume();
      const [yes, no] = [await describeAnswer(accept(page)), await describeAnswer(reject(page))];
      expect(no).toEqual(yes);
      expect(yes.height).toBeGreaterThanOrEqual(44);
      const close = await getBanner(page)
        .getByRole("button", { name: /^Close/ })
        .boundingBox();
      expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(44);
      expect(await getBanner(page).evaluate((banner) => banner.scrollWidth - banner.clientWidth)).toBe(0);
      await expectAccessible(page);
    },
  );
}

async function describeAnswer(button: ReturnType<typeof accept>) {
  const box = await button.boundingBox();
  const look = await button.evaluate((element) => {
    const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element);
    return { color, backgroundColor, borderColor, fontSize, fontWeight };
  });
  return { ...look, width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}

test("the banner moves nothing and is never the largest paint", async ({ page, allowConsole }) => {
  // A typeface that comes late moves words, too, by up to .02 of the page (decision 009), whatever the banner does.
  allowConsole.push(/^Failed to load resource: net::ERR_FAILED/);
  await page.route("**/*.woff2", (route) => route.abort());
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
  await expect(getBanner(page)).toBeVisible();
  await settle(page);
  expect(await page.evaluate(() => Reflect.get(window, "seen"))).toEqual({ shift: 0, largest: "page" });
});
