import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type axe from "axe-core";
import { type APIRequestContext, type Page, test as base, expect } from "playwright/test";

export { expect };

/** Where the site is that is tested. */
export const baseURL = process.env.BASE_URL ?? "";

/** For tests of what all public pages have: it costs a third less than the home page. */
export const plainPage = "/awards-recognition";

/** Of all demo accounts. */
export const demoPassword = "demo-only-password";

export type DemoAccount = "super" | "marketing" | "talent" | "hr" | "norole";

interface Fixtures {
  /** Messages a test expects on the console, e.g. `allowConsole.push(answeredWith(404))`. */
  allowConsole: RegExp[];
}

/**
 * What another test may take away from the page that is open: a list that was made before still names a picture of a person
 * that was replaced.
 */
const goneMeanwhile = [
  { on: /^\/user-management/, says: /status of 404 .*\/account\/picture\// },
  { on: /^\/blog-management/, says: /status of 404 .*\/media\/authors\// },
];

/**
 * A navigation that another one replaced while React Router read its data: its reader of data rejects a promise that
 * nobody waits for (`done` in turbo-stream's `decode`), which changes nothing on the page.
 */
const leftWhileRead = "AbortError: BodyStreamBuffer was aborted";

/** True where `text`, which the console of the page at `address` said, is of what another test has done. */
function isOfOthers(text: string, address: string): boolean {
  const path = URL.parse(address)?.pathname ?? "";
  return goneMeanwhile.some(({ on, says }) => on.test(path) && says.test(text));
}

/** The server closes a connection that has been idle for seconds, maybe at the moment at which a request takes it. */
function sendAgain(request: APIRequestContext): void {
  const send = request.fetch.bind(request);
  request.fetch = (address, options) => send(address, { maxRetries: 2, ...options });
}

/** Every test has its own address (limits count by address) and fails on an unexpected error in the console. */
export const test = base.extend<Fixtures>({
  allowConsole: async ({}, use) => use([]),

  extraHTTPHeaders: async ({}, use) =>
    use({ "CF-Connecting-IP": `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}` }),

  context: async ({ context }, use) => {
    sendAgain(context.request);
    await use(context);
  },

  request: async ({ request }, use) => {
    sendAgain(request);
    await use(request);
  },

  page: async ({ page, allowConsole }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => {
      if (String(error) !== leftWhileRead) errors.push(String(error));
    });
    page.on("console", (message) => {
      const text = `${message.text()} ${message.location().url}`.trim();
      if (message.type() === "error" && !isOfOthers(text, page.url())) errors.push(text);
    });
    await use(page);
    expect(errors.filter((text) => !allowConsole.some((allowed) => allowed.test(text)))).toEqual([]);
  },
});

/** What the console says of an answer with one of `statuses`, before its address: for `allowConsole`. */
export function answeredWith(...statuses: number[]): RegExp {
  return new RegExp(`^Failed to load resource: the server responded with a status of (${statuses.join("|")}) `);
}

/** The address of a demo account. */
export function demoEmail(account: DemoAccount): string {
  return `${account}@demo.example`;
}

/** Signs a demo account in; the page or context that owns `request` has the cookies afterwards. */
export async function signIn(request: APIRequestContext, account: DemoAccount): Promise<void> {
  await askForAccount(request, { path: "/sessions", email: demoEmail(account) });
}

interface AskedAccount {
  path: "/sessions" | "/accounts" | "/reports" | "/stale";
  email: string;
  password?: string;
  roles?: string[];
}

/** Asks for an account or a session, for which nothing has to be hashed. */
export async function askForAccount(request: APIRequestContext, { path, ...data }: AskedAccount): Promise<void> {
  await askBeside(request, path, data);
}

/** Asks what stores things for tests beside the site (scripts/lib/serve-accounts.ts). */
export async function askBeside(request: APIRequestContext, path: string, data: object): Promise<void> {
  const address = new URL(path, baseURL);
  address.port = process.env.ACCOUNTS_PORT ?? "";
  const response = await request.post(address.href, { data });
  expect(response.status(), await response.text()).toBe(204);
}

const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Fails on any violation axe finds; no rule is disabled. The site has no frames, so that the main one is all. */
export async function expectAccessible(page: Page): Promise<void> {
  let seen = await lookWithAxe(page);
  // What began to fade while axe looked, such as a banner that came, had less contrast than it has by now.
  for (let turn = 0; turn < 3 && seen.hasMoved && seen.violations.length > 0; turn += 1) seen = await lookWithAxe(page);
  expect(seen.violations).toEqual([]);
}

/** What axe finds once nothing moves, and whether something began to move while it looked. */
async function lookWithAxe(page: Page): Promise<{ violations: string[]; hasMoved: boolean }> {
  // What fades in has less contrast at first than it will have, and what inherits a colour fades after its parent.
  // What repeats for ever or follows the scrolling has no end in milliseconds.
  await page.evaluate(async () => {
    // Colours begin to fade a frame after the theme has changed.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const listMoving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
        );
    for (let moving = listMoving(); moving.length > 0; moving = listMoving())
      await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
  });
  // Once per document: to read it costs as much as to look at a page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe: tester } = window as unknown as { axe: typeof axe };
    let hasMoved = false;
    const note = () => (hasMoved = true);
    for (const event of ["transitionrun", "animationstart"]) document.addEventListener(event, note);
    const { violations } = await tester.run(document, { resultTypes: ["violations"] });
    for (const event of ["transitionrun", "animationstart"]) document.removeEventListener(event, note);
    const lines = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
    return { violations: lines, hasMoved };
  });
}

export interface View {
  scheme: "light" | "dark";
  width: number;
}

/** A phone in the dark and a desk in the light. */
export const twoViews: readonly View[] = [
  { scheme: "light", width: 1440 },
  { scheme: "dark", width: 390 },
];

const widths = [390, 768, 1440];

/** Both themes at all widths the design names. */
export const sixViews: readonly View[] = (["light", "dark"] as const).flatMap((scheme) =>
  widths.map((width) => ({ scheme, width })),
);

/** Shows the open page in another theme and at another width, without loading it again. */
export async function lookIn(page: Page, { scheme, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.evaluate((theme) => document.documentElement.setAttribute("data-theme", theme), scheme);
  await page.setViewportSize({ width, height: 900 });
}

/** What of a matrix CI takes, and all of it for `npm run test:deep`. */
export const halfOrAll: readonly { seen: readonly View[]; tag: string[] }[] = [
  { seen: twoViews, tag: ["@ci"] },
  { seen: sixViews, tag: ["@deep"] },
];

/** Fails when the page is not the one that says that nothing is at its address; its words are the owner's. */
export async function expectNotFoundPage(page: Page): Promise<void> {
  await expect(page.locator("h1#missing-title")).toBeVisible();
}

/**
 * Rounds through the states of a page, each with the views that its states take in turn. CI goes round once, through
 * both views; `npm run test:deep` goes round in each of six.
 */
export const oneRoundOrSix: readonly { rounds: readonly (readonly View[])[]; tag: string[] }[] = [
  { rounds: [twoViews], tag: ["@ci"] },
  { rounds: sixViews.map((view) => [view]), tag: ["@deep"] },
];

/**
 * Looks at one state of the open page after the other, each in the next of `views`: it has no violation, and it fits.
 * `reach` makes the state, once the view is set.
 */
export function lookInTurn(page: Page, views: readonly View[]) {
  let state = 0;
  return async (reach?: () => Promise<unknown>): Promise<void> => {
    await lookIn(page, views[state++ % views.length] as View);
    await reach?.();
    await expectAccessible(page);
    await expectNothingWider(page);
  };
}

/** Holds the requests to `path` back, and counts them, until `release` is called. */
export async function holdRequests(page: Page, path: string | RegExp): Promise<{ count: number; release: () => void }> {
  const gate = Promise.withResolvers<void>();
  const held = { count: 0, release: gate.resolve };
  await page.route(path, async (route) => {
    held.count += 1;
    await gate.promise;
    await route.continue();
  });
  return held;
}

/** Waits until React runs the page, which on a public page takes a first move by the visitor. */
export async function hydrate(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(8, 8);
  await page.waitForSelector("html[data-hydrated]");
}

/** Opens a page that hydrates by itself, and waits until React runs it. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForSelector("html[data-hydrated]");
}

/** Waits until the page has done what it has to do by now: for tests that nothing more comes. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        // Behind everything else that waits. The browser is never idle, in its own words, while something moves.
        const done = () => void scheduler.postTask(() => resolve(null), { priority: "background" });
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}

/** Fails when the page can be scrolled sideways. */
export async function expectNothingWider(page: Page, what = page.url()): Promise<void> {
  // A window that was just made smaller may be laid out a frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what)
    .toBeLessThanOrEqual(0);
}
