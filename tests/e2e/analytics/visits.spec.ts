/** What visitors do who accepted, as the server has it in the end: each thing once, whatever happens meanwhile. */
import type { BrowserContext, Page } from "playwright/test";
import { sendDelay } from "#app/inline/later/limits.ts";
import { crash } from "../insights/article-page.ts";
import {
  accept,
  chooseBefore,
  listEvents,
  listMessages,
  listRecords,
  missingPage,
  openBanner,
  openSettings,
  readList,
  readStorage,
  readVisits,
  reject,
  sendNow,
  watchPosts,
} from "./consent-page.ts";
import { fillIn, send } from "../enquiries/contact-form.ts";
import { expect, expectAccessible, hydrate, plainPage, test } from "../fixtures.ts";

const readEvents = async (page: Page) => (await readVisits(page)).flatMap(({ events }) => events);

/** Waits until nothing waits any more on the device. */
async function expectSent(page: Page): Promise<void> {
  await expect(async () => {
    await sendNow(page);
    const { waiting } = JSON.parse((await readStorage(page))["visit-data"] ?? "{}");
    expect(waiting).toEqual([]);
  }).toPass();
}

/**
 * A page notes how it is used when the test says so: not by time, which a slow machine has more of, and not when the
 * browser brings another tab to the front or tells a new page where the pointer rests.
 */
const holdNotes = (context: BrowserContext) =>
  context.addInitScript((held) => {
    const wait = window.setTimeout.bind(window);
    const hold = (run: () => void, delay?: number) => (delay === held ? 0 : wait(run, delay));
    Object.assign(window, { setTimeout: hold });
    for (const name of ["visibilitychange", "pointermove"])
      addEventListener(name, (event) => event.stopImmediatePropagation(), true);
  }, sendDelay);

/** Presses a link without following it, `times` times. */
const press = (page: Page, href: string, times = 1) =>
  page.evaluate(
    async ([address, count]) => {
      const link = Object.assign(document.createElement("a"), { href: address, download: "" });
      link.addEventListener("click", (event) => event.preventDefault());
      document.body.appendChild(link);
      for (let left = count; left > 0; left -= 1) {
        link.click();
        await new Promise((done) => setTimeout(done, 2));
      }
    },
    [href, times] as const,
  );

test.describe("across pages", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage, /status of 400/]) });

  test("each kind of event arrives once, with how each page was used and what the visit came with @ci", async ({
    page,
    context,
  }) => {
    await chooseBefore(context, "accepted");
    const posts = watchPosts(page);
    await page.goto("/contact?utm_source=letter&utm_medium=email&utm_campaign=autumn");
    await hydrate(page);
    await page.mouse.wheel(0, 300);
    await press(page, "/paper.pdf");
    await page.getByLabel("Name").fill("Event Probe");
    await send(page);
    await expect(page.getByRole("alert")).toBeFocused();
    await fillIn(page);
    const form = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/contact"));
    await send(page);
    const { visit } = JSON.parse((await readStorage(page))["visit-data"] ?? "{}");
    expect((await form).postData()).toContain(`visit=${visit.id}`);
    await page.waitForURL("**/contact/sent**");
    // Who leaves before the script has run has not seen the page.
    await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
    await page.goto("/insights?q=cloud");
    await hydrate(page);
    await page.getByRole("searchbox").fill("qqxyzzy");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("heading", { name: /qqxyzzy/ })).toBeVisible();
    await page.goto("/no-such-page");
    await expect.poll(() => readList(page, "user-events")).toHaveLength(7);
    await expectSent(page);

    // What was sent while a page was left is sent again, because nobody saw the answer; and posts overtake each other.
    const seen = [...new Map(listEvents(posts).map((event) => [event.seq, event])).values()].toSorted(
      (a, b) => a.seq - b.seq,
    );
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.map(({ path, name = "view", data }) => [path, name, data])).toEqual([
      ["/contact", "view", undefined],
      ["/contact", "download", "/paper.pdf"],
      ["/contact", "form-start", "contact"],
      ["/contact", "form-error", "contact"],
      ["/contact/sent", "view", undefined],
      ["/contact/sent", "form-sent", "contact"],
      ["/insights", "view", undefined],
      ["/insights", "search", "cloud"],
      ["/insights", "search", "qqxyzzy"],
      ["/no-such-page", "view", undefined],
      ["/no-such-page", "missing", "direct"],
    ]);
    expect(seen[7]?.amount).toBeGreaterThan(0);
    expect(seen[8]?.amount).toBe(0);
    const sent = seen.find(({ path, name }) => path === "/contact/sent" && !name);
    expect(sent).toMatchObject({ from: "/contact", left: { seq: 1, vitals: { cls: expect.any(Number) } } });
    for (const vital of ["lcp", "inp", "fcp", "ttfb"] as const)
      expect(sent?.left?.vitals?.[vital], vital).toBeGreaterThan(0);
    expect(sent?.left?.engaged).toBeGreaterThan(0);
    expect(sent?.left?.scroll).toBeGreaterThan(10);
    expect(listMessages(posts)[0]?.came).toMatchObject({
      referrer: "direct",
      source: "letter",
      medium: "email",
      campaign: "autumn",
    });
    await expect.poll(async () => (await readEvents(page)).length).toBe(seen.length);
  });
});

test("a link to another page tells with its view how this one was left; leaving the site takes a message of its own", async ({
  page,
  context,
}) => {
  await holdNotes(context);
  await chooseBefore(context, "accepted");
  const posts = watchPosts(page);
  await page.goto("/");
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  // Without a move of the pointer there is no React: the browser loads the document.
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Privacy Policy" })
    .evaluate((link: HTMLElement) => link.click());
  await page.waitForURL("**/privacy-policy");
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
  await sendNow(page);
  await expect.poll(() => listEvents(posts)).toMatchObject([{ seq: 1 }, { seq: 2, left: { seq: 1 } }]);
  expect(listMessages(posts)).toHaveLength(1);
  // As when the page is left: what it sends then, the browser tells nobody.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  await expect.poll(() => listMessages(posts)).toMatchObject([{}, { events: [], left: { seq: 2 } }]);
});

/** Waits until a page is painted, and the tracker knows: what is hidden before is never painted. */
async function waitForPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

test("a page that the browser shows again, after another one, follows that one; each tells its own vitals", async ({
  page,
  context,
}) => {
  await holdNotes(context);
  await chooseBefore(context, "accepted");
  const first = watchPosts(page);
  await page.goto("/partners?utm_source=letter");
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  await waitForPaint(page);
  const between = await context.newPage();
  const second = watchPosts(between);
  await between.goto("/leadership");
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
  await waitForPaint(between);
  const leave = (tab: Page) => tab.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  const listLeft = () => listMessages([...first, ...second]).flatMap(({ left }) => left ?? []);
  await leave(page);
  await expect.poll(listLeft).toMatchObject([{ seq: 2 }]);
  expect(listLeft()[0]?.vitals).toBeUndefined();
  await leave(between);
  await expect.poll(() => listLeft().at(-1)?.vitals?.fcp).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => readList(page, "page-views")).toHaveLength(3);
  await expectSent(page);
  const seen = new Map(listEvents([...first, ...second]).map((event) => [event.seq, event]));
  // An address with a query says nothing about the path's title.
  expect(seen.get(1)).not.toHaveProperty("title");
  expect(seen.get(2)).toMatchObject({ path: "/leadership", from: "/partners", title: expect.any(String) });
  // It was left while another page was the last one: its vitals go by themselves.
  expect(seen.get(3)).toEqual({ seq: 3, at: expect.any(Number), path: "/partners", vitals: expect.any(Object) });
  expect(seen.get(3)?.vitals?.fcp).toBeGreaterThan(0);
  expect(seen.get(4)).toMatchObject({ path: "/partners", from: "/leadership", left: { seq: 2 } });
  expect(seen.get(4)?.left?.vitals?.fcp).toBe(listLeft().at(-1)?.vitals?.fcp);
});

test.describe("on a bad way", () => {
  test.use({ allowConsole: async ({}, use) => use([/Error storing visitor data/, /Failed to load resource/]) });

  test("what happens offline, before a refusal or a crash, and in two tabs at once arrives once @ci", async ({
    page,
    context,
  }) => {
    await chooseBefore(context, "accepted");
    const open = async (path: string) => {
      const tab = await context.newPage();
      await tab.goto(path);
      return tab;
    };
    await page.goto(plainPage);
    await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
    await context.setOffline(true);
    await press(page, "/offline.pdf");
    await sendNow(page);
    await expect.poll(async () => (await readStorage(page))["visit-data"]).toContain('"sent":0');
    await context.route("**/api/collect", (route) => route.fulfill({ status: 503, body: "{}" }), { times: 1 });
    const refused = page.waitForResponse("**/api/collect");
    // The browser tells the page, which sends again.
    await context.setOffline(false);
    expect((await refused).status()).toBe(503);
    await press(page, "/before-crash.pdf");
    await expect.poll(async () => (await readStorage(page))["visit-data"]).toContain("/before-crash.pdf");
    const [one, other] = [await open("/partners"), await open("/leadership")];
    await crash(page);
    await expect.poll(() => readList(one, "page-views")).toHaveLength(3);
    await Promise.all([press(one, "/one.pdf", 20), press(other, "/other.pdf", 20)]);
    await one.reload();
    await expectSent(one);

    const expected = { "/offline.pdf": 1, "/before-crash.pdf": 1, "/one.pdf": 20, "/other.pdf": 20 };
    const count = async () => {
      const counts: Record<string, number> = { views: 0 };
      for (const { name, value } of await readEvents(one)) {
        if (name === "measured") continue;
        const key = name === "view" ? "views" : String(value);
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return counts;
    };
    await expect.poll(count).toEqual({ ...expected, views: 4 });
    expect(await readVisits(one)).toHaveLength(1);
  });
});

test("a visit ends after half an hour without a sign; reading on is one", async ({ page, context }) => {
  await page.route("**/api/**", (route) => route.fulfill({ status: 204 }));
  await page.clock.install();
  await chooseBefore(context, "accepted");
  const posts = watchPosts(page);
  await page.goto(plainPage);
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  const move = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000);
    await page.mouse.move(minutes, 5);
  };
  for (const minutes of [20, 20, 20]) await move(minutes);
  await press(page, "/still.pdf");
  await move(31);
  await expect.poll(() => readList(page, "page-views")).toHaveLength(2);
  await sendNow(page);
  await expect.poll(() => listEvents(posts).map(({ seq }) => seq)).toEqual([1, 2, 1]);
  const [first, second] = [...new Set(listMessages(posts).map(({ visit_id }) => visit_id))];
  const left = listMessages(posts).findLast(({ visit_id, left }) => visit_id === first && left)?.left;
  // Half a minute after each move, and the first one; of one move the browser may tell twice.
  expect(Math.round((left?.engaged ?? 0) / 1000)).toBe(120);
  expect(listMessages(posts).find(({ visit_id }) => visit_id === second)?.came.referrer).toBe("direct");
});

test("visitors see what is stored about them, take it with them and erase it", async ({ page, context }) => {
  const posts = watchPosts(page);
  await openBanner(page);
  await accept(page).click();
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  await sendNow(page);
  await expect.poll(() => listEvents(posts)).toHaveLength(1);
  await page.clock.resume();
  const visitor = JSON.parse((await readStorage(page))["visitor-data"] ?? "{}").visitId;
  await openSettings(page).click();
  await page.getByRole("link", { name: "See what is stored" }).click();
  await page.waitForURL("**/your-data");
  const see = page.getByRole("button", { name: "See what is stored" });
  await expect(async () => {
    await see.click();
    await expect(page.getByRole("main").getByRole("status")).toHaveText(/On our server: 1 visit\./, { timeout: 2000 });
  }).toPass();
  await expect(page.getByRole("table", { name: "On this device" })).toContainText(visitor);
  await expect(page.getByRole("table", { name: "On our server" })).toContainText(plainPage);
  await expectAccessible(page);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  expect((await file).suggestedFilename()).toBe("visitor-data.json");

  await page.getByRole("button", { name: "Erase it and reject" }).click();
  await expect(page.getByRole("main").getByRole("status")).toContainText("Erased");
  expect(Object.keys(await readStorage(page)).toSorted()).toEqual(["cookie-consent", "cookie-consent-date"]);
  await expect
    .poll(() => listRecords(posts).at(-1)?.body)
    .toMatchObject({ consent_status: "rejected", page_views: [] });
  await see.click();
  await expect(page.getByRole("table", { name: "On our server" })).toHaveCount(0);
  await context.clearCookies();
  await openSettings(page).click();
  await expect(reject(page)).toBeVisible();
});
