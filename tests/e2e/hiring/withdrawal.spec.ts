/** A rejection reaches the server whatever happens meanwhile; until then the device keeps nothing but it. */
import type { BrowserContext, Page } from "playwright/test";
import { crash } from "../insights/article-page.ts";
import {
  accept,
  chooseBefore,
  day,
  getBanner,
  isOfChoice,
  listEvents,
  openSettings,
  type Post,
  readKeys,
  readList,
  readStorage,
  readVisits,
  recordPath,
  reject,
  rejectedKeys,
  sendNow,
  watchPosts,
} from "../analytics/consent-page.ts";
import { expect, plainPage, settle, test } from "../fixtures.ts";

const erasePath = "/api/erase-visitor-data";
const pendingKeys = [...rejectedKeys, "withdrawal"];

test.use({ allowConsole: async ({}, use) => use([/Error storing visitor data/, /Failed to load resource/]) });

/** Opens a page as somebody who accepted, and waits until the server has the view. The visitor's number. */
async function beginVisit(page: Page): Promise<string> {
  await chooseBefore(page.context(), "accepted");
  const posts = watchPosts(page);
  await page.goto(plainPage);
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  await sendNow(page);
  await expect.poll(() => listEvents(posts)).toHaveLength(1);
  // What a withdrawal takes is there already, should there be no network then.
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/choice.js`).length > 0);
  return readNumber(page);
}

const readNumber = async (page: Page): Promise<string> =>
  JSON.parse((await readStorage(page))["visitor-data"] ?? "{}").visitId;

async function withdraw(page: Page): Promise<void> {
  await openSettings(page).click();
  await expect(getBanner(page).getByRole("status")).toContainText("accepted");
  await reject(page).click();
}

/** What the server confirmed: the numbers that were erased, and those of the records of rejections. */
function listConfirmed(posts: readonly Post[]) {
  const found = (path: string) =>
    posts.filter((post) => post.path === path && post.status === 204).map(({ body }) => body["visitor_id"]);
  return { erased: found(erasePath), records: [...new Set(found(recordPath))] };
}

/** Nothing is stored or sent any more, and the server has nothing of `visitor`. */
async function expectForgotten(page: Page, visitor: string): Promise<void> {
  await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/partners");
  await sendNow(page);
  await settle(page);
  expect(requested.filter(isOfChoice)).toEqual([]);
  expect(await readKeys(page)).toEqual(rejectedKeys);
  await expect.poll(() => readVisits(page, visitor)).toEqual([]);
}

const answer = (status: number) => async (context: BrowserContext) => {
  await context.route(/(store-visitor-analytics|erase-visitor-data)$/, (route) =>
    route.fulfill({ status, body: "{}" }),
  );
  return () => context.unrouteAll();
};

for (const [fault, begin, tag] of [
  [
    "without a network",
    async (context: BrowserContext) => {
      await context.setOffline(true);
      return () => context.setOffline(false);
    },
  ],
  ["that something before the server refuses (403)", answer(403), "@ci"],
  ["that the server refuses for now (429)", answer(429), "@deep"],
  ["while the server is away (503)", answer(503), "@deep"],
] as const)
  test(
    `a withdrawal ${fault} is kept, alone, and repeated until it is confirmed`,
    { tag: tag ?? [] },
    async ({ page }) => {
      const visitor = await beginVisit(page);
      const end = await begin(page.context());
      const posts = watchPosts(page);
      const requested: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      await withdraw(page);
      await expect.poll(() => readKeys(page)).toEqual(pendingKeys);
      await expect.poll(() => requested.filter(isOfChoice).toSorted()).toEqual([erasePath, recordPath]);
      await settle(page);
      expect((await readStorage(page))["withdrawal"]).toContain(visitor);
      await end();
      // With the network, of which the browser tells the page, or with the next page.
      if (fault !== "without a network") await page.goto("/leadership");
      await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
      expect(listConfirmed(posts)).toEqual({ erased: [visitor], records: [expect.stringMatching(/^[\da-f-]{36}$/)] });
      const reported = posts.filter(({ path }) => path === recordPath).map(({ body }) => body["visitor_id"]);
      expect(new Set(reported).size).toBe(1);
      expect(reported).not.toContain(visitor);
      await expectForgotten(page, visitor);
    },
  );

test("a rejection whose record is blocked erases once, and the record is given up after a week @ci", async ({
  page,
}) => {
  const visitor = await beginVisit(page);
  const blocked = "**/api/store-visitor-analytics";
  await page.route(blocked, (route) => route.abort());
  const posts = watchPosts(page);
  await withdraw(page);
  await expect.poll(() => listConfirmed(posts).erased).toEqual([visitor]);
  await expect.poll(async () => (await readStorage(page))["withdrawal"]).not.toContain(visitor);
  expect(await readKeys(page)).toEqual(pendingKeys);
  // The next page tries the record alone.
  for (const path of ["/leadership", "/partners"]) {
    const tried = page.waitForEvent("requestfailed", (request) => request.url().endsWith(recordPath));
    await page.goto(path);
    await tried;
    expect(listConfirmed(posts).erased).toEqual([visitor]);
    await expect.poll(() => readKeys(page)).toEqual(path === "/partners" ? rejectedKeys : pendingKeys);
    await page.evaluate((ago) => {
      const { withdrawal, ...stored } = { ...localStorage };
      const before = stored["cookie-consent-date"] ?? "";
      const at = (localStorage["cookie-consent-date"] = new Date(Date.now() - ago).toISOString());
      if (withdrawal) localStorage["withdrawal"] = withdrawal.replaceAll(before, at);
    }, 8 * day);
  }
  await page.unroute(blocked);
  await expectForgotten(page, visitor);
});

test("a crash right after the click delays a withdrawal, and two in a row erase two numbers @ci", async ({
  page,
  context,
}) => {
  const first = await beginVisit(page);
  await context.setOffline(true);
  await openSettings(page).click();
  await reject(page).click();
  await expect.poll(() => readKeys(page)).toEqual(pendingKeys);
  await openSettings(page).click();
  await accept(page).click();
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  const second = await readNumber(page);
  expect(second).not.toBe(first);
  await openSettings(page).click();
  await reject(page).click();
  await crash(page);
  await context.setOffline(false);
  const [one, other] = [await context.newPage(), await context.newPage()];
  const posts = [watchPosts(one), watchPosts(other)];
  await Promise.all([one.goto("/partners"), other.goto("/leadership")]);
  await expect.poll(() => readKeys(one)).toEqual(rejectedKeys);
  const { erased, records } = listConfirmed(posts.flat());
  // Of two tabs, one tells the server.
  expect(erased.toSorted()).toEqual([first, second].toSorted());
  expect(records).toHaveLength(2);
  await expectForgotten(other, first);
});

test("a tab that has not heard of the withdrawal yet leaves nothing behind @ci", async ({ page, context }) => {
  const visitor = await beginVisit(page);
  const other = await context.newPage();
  await other.goto("/leadership");
  await expect.poll(() => readList(other, "page-views")).toHaveLength(2);
  // The other tab is busy while the visitor withdraws, and counts a view before it looks at what has come meanwhile.
  await other.evaluate(() => {
    setTimeout(() => {
      const until = Date.now() + 1500;
      while (Date.now() < until);
      dispatchEvent(new Event("page-view"));
    });
  });
  const posts = watchPosts(page);
  await withdraw(page);
  await expect.poll(() => listConfirmed(posts).erased).toEqual([visitor]);
  await other.evaluate(() => true);
  await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
  await other.mouse.move(20, 20);
  await sendNow(other);
  await settle(other);
  expect(await readKeys(other)).toEqual(rejectedKeys);
  await expectForgotten(page, visitor);
});

test("/your-data erases at once here, and on the server once it can be reached", async ({ page, context }) => {
  const visitor = await beginVisit(page);
  await page.clock.install();
  await page.goto("/your-data");
  const status = page.getByRole("main").getByRole("status");
  await page.getByRole("button", { name: "See what is stored" }).click();
  await expect(page.getByText("All that is stored under this visitor number")).toBeVisible();
  const end = await answer(503)(context);
  await page.getByRole("button", { name: "Erase it and reject" }).click();
  await expect(status).toContainText("Our server could not be reached");
  expect(await readKeys(page)).toEqual(pendingKeys);
  await end();
  const posts = watchPosts(page);
  await page.clock.fastForward(60_000);
  await expect.poll(() => readKeys(page)).toEqual(rejectedKeys);
  expect(listConfirmed(posts).erased).toEqual([visitor]);
  await expectForgotten(page, visitor);
});
