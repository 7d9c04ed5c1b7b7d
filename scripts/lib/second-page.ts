/** How soon the second page of a visit shows: what `npm run audit` measures by real clicks. */
import type { Browser, Page } from "playwright";

/**
 * Milliseconds from the click on a link that the pointer rests on to the first paint of its page, on this machine at its
 * full speed: the middle of `runs`. Without React the browser has fetched the document ahead, with it the router has
 * fetched data and code.
 */
export async function measureSecondPage(
  browser: Browser,
  { origin, runs }: { origin: string; runs: number },
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const react of [false, true]) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await measureOnce(browser, origin, react));
    const middle = times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
    figures[react ? "second page, with React" : "second page, before React"] = Math.round(middle);
  }
  return figures;
}

async function measureOnce(browser: Browser, origin: string, react: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (!react) await session.send("Network.setBlockedURLs", { urls: ["*/assets/*.js"] });
  await page.addInitScript(() => {
    addEventListener("click", ({ timeStamp }) => sessionStorage.setItem("at", `${performance.timeOrigin + timeStamp}`));
  });
  await page.goto(origin, { waitUntil: "networkidle" });
  const link = page.getByRole("banner").getByRole("link", { name: "GCC" });
  await page.mouse.move(5, 5);
  await page.mouse.move(8, 8);
  if (react) await page.waitForSelector("html[data-hydrated]");
  const fetched = page.waitForResponse((response) => /\/gcc(\.data)?$/.test(new URL(response.url()).pathname));
  await link.hover();
  await fetched;
  // Nothing tells when a document that is fetched ahead has come as a whole.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await link.click();
  await page.waitForURL("**/gcc");
  const shownAt = await (react ? readNextPaint(page) : readFirstPaint(page));
  const clickedAt = Number(await page.evaluate(() => sessionStorage.getItem("at")));
  await context.close();
  return shownAt - clickedAt;
}

/** Of the document that is open: epoch milliseconds. */
function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName("first-contentful-paint")[0];
          if (paint) done(performance.timeOrigin + paint.startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

/** After the address has changed: epoch milliseconds. */
function readNextPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())))),
  );
}
