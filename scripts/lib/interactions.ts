/** How soon pages answer a visitor: what `npm run audit` measures by real clicks and keys. */
import type { Browser, Locator, Page } from "playwright";

/** A slow phone: how many times slower than this machine. */
const slowdown = 4;
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

interface Interaction {
  path: string;
  viewport: typeof phone;
  /** True for the first action of a visit, which also starts React. */
  first?: true;
  act: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) => pressLikeAHand(page.getByRole("button", { name, exact: true }).first());

/** The pointer rests on `control` before it is pressed, and a press takes a moment. */
async function pressLikeAHand(control: Locator): Promise<void> {
  await control.hover();
  await rest(control.page());
  await control.click({ delay: 80 });
}

/** Waits until nothing is left to draw. */
function rest(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
}

/** Every kind of control that React answers on public pages. */
const interactions: Record<string, Interaction> = {
  "menu of the header": { path: "/", viewport: desk, act: press("Services") },
  "menu of a phone": { path: "/", viewport: phone, act: press("Menu") },
  "menu of a phone, first touch": { path: "/", viewport: phone, first: true, act: press("Menu") },
  carousel: { path: "/", viewport: phone, act: press("Next card") },
  "carousel, first touch": { path: "/", viewport: phone, first: true, act: press("Next card") },
  theme: { path: "/", viewport: desk, act: press("Switch theme") },
  "category of insights": {
    path: "/insights",
    viewport: phone,
    act: (page) => pressLikeAHand(page.getByRole("navigation", { name: "Categories" }).getByRole("link").nth(1)),
  },
  "search of insights": {
    path: "/insights",
    viewport: phone,
    async act(page) {
      await page.getByRole("searchbox").pressSequentially("cloud", { delay: 100 });
      await page.keyboard.press("Enter");
    },
  },
  "filter of careers": {
    path: "/careers",
    viewport: phone,
    async act(page) {
      await page.getByRole("searchbox").pressSequentially("cloud", { delay: 100 });
      await press("Show openings")(page);
    },
  },
};

/**
 * The longest time from a click or key to the next paint, in milliseconds, by the name of what was used: the middle of
 * `runs`. Browsers do not report times below 16 ms; they count as 16.
 */
export async function measureInteractions(
  browser: Browser,
  { origin, runs }: { origin: string; runs: number },
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, interaction] of Object.entries(interactions)) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await measureOnce(browser, origin, interaction));
    figures[name] = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
  }
  return figures;
}

async function measureOnce(browser: Browser, origin: string, { path, viewport, first, act }: Interaction) {
  const context = await browser.newContext({ viewport });
  // Nobody is asked about cookies: the banner would lie over what is pressed.
  await context.addInitScript(() => Object.assign(Navigator.prototype, { globalPrivacyControl: true }));
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    const options = { type: "event", durationThreshold: 16, buffered: true };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) times.push(entry.duration);
    }).observe(options);
  });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  if (!first) {
    await page.mouse.move(5, 5);
    await page.mouse.move(8, 8);
    await page.waitForSelector("html[data-hydrated]");
    await page.waitForLoadState("networkidle");
  }
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(() => (Reflect.get(window, "times") as number[]).splice(0));
  await act(page);
  await page.waitForLoadState("networkidle");
  await page.waitForSelector("html[data-hydrated]");
  await rest(page);
  const longest = await page.evaluate(() => Math.max(16, ...(Reflect.get(window, "times") as number[])));
  await context.close();
  return longest;
}
