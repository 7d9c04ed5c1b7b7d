import { randomInt } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type Page, test as base, expect } from "playwright/test";

export { expect };

/** Of all demo accounts. */
export const demoPassword = "demo-only-password";

export type DemoAccount = "super" | "marketing" | "talent" | "hr" | "norole";

interface Fixtures {
  /** Messages a test expects on the console, e.g. `allowConsole.push(answeredWith(404))`. */
  allowConsole: RegExp[];
}

/** Every test has its own address (limits count by address) and fails on an unexpected error in the console. */
export const test = base.extend<Fixtures>({
  allowConsole: async ({}, use) => use([]),

  extraHTTPHeaders: async ({}, use) =>
    use({ "CF-Connecting-IP": `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}` }),

  page: async ({ page, allowConsole }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await use(page);
    expect(errors.filter((text) => !allowConsole.some((allowed) => allowed.test(text)))).toEqual([]);
  },
});

/** What the console says of an answer with one of `statuses`: for `allowConsole`. */
export function answeredWith(...statuses: number[]): RegExp {
  return new RegExp(`^Failed to load resource: the server responded with a status of (${statuses.join("|")}) `);
}

/** The address of a demo account. */
export function demoEmail(account: DemoAccount): string {
  return `${account}@demo.example`;
}

/** Signs a demo account in by the API; the page or context that owns `request` has the cookies afterwards. */
export async function signIn(request: APIRequestContext, account: DemoAccount, baseURL: string): Promise<void> {
  const response = await request.post("/api/auth/sign-in", {
    data: { email: demoEmail(account), password: demoPassword },
    headers: { Origin: new URL(baseURL).origin },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Fails on any violation axe finds; no rule is disabled. In legacy mode it needs no second tab: the site has no frames. */
export async function expectAccessible(page: Page): Promise<void> {
  // What fades in has less contrast on its way than it will have.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
  ).toEqual([]);
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
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)));
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
