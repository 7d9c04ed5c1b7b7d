/**
 * The page that the tests of a worker take in turn. A page of the staff area is ninety files, and half of what it costs to
 * open one is to fetch and compile them: a browser that has them at hand does it once.
 */
import type { BrowserContext, Page } from "playwright/test";

export interface KeptPage {
  context: BrowserContext;
  page: Page;
  /** A test has left something in it that cannot be taken out. */
  isWorn: boolean;
}

/** What stays in a context, a page or a clock for good. */
const lasting = "addInitScript exposeBinding exposeFunction newCDPSession install pauseAt setFixedTime setSystemTime";

const events = "console dialog download pageerror popup request requestfailed requestfinished response";

/** What pages see who asked for nothing: as in a new context. */
const usualMedia = { media: null, colorScheme: "light", reducedMotion: "no-preference", forcedColors: "none" } as const;

export async function makeKeptPage(context: BrowserContext): Promise<KeptPage> {
  const kept = { context, page: await context.newPage(), isWorn: false };
  for (const target of [context, kept.page, context.clock])
    for (const name of lasting.split(" ")) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call === "function")
        Reflect.set(target, name, (...words: unknown[]) => {
          kept.isWorn = true;
          return Reflect.apply(call, target, words) as unknown;
        });
    }
  return kept;
}

/** Takes out what a test has left: what is stored and remembered, what was routed and heard, other pages. */
export async function emptyKeptPage({ context, page }: KeptPage): Promise<void> {
  for (const event of events.split(" ")) for (const target of [context, page]) target.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const target of [context, page]) await target.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.mouse.move(-1, -1);
  await page.emulateMedia(usualMedia);
  // A page without script, for which the browser stays in the process that has the compiled scripts.
  await page.goto("/robots.txt");
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    window.name = "";
    const databases = await indexedDB.databases();
    await Promise.all(
      databases.map(
        ({ name = "" }) =>
          new Promise((done) => Object.assign(indexedDB.deleteDatabase(name), { onsuccess: done, onerror: done })),
      ),
    );
  });
  await context.clearCookies();
}
