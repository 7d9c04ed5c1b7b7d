/** What happens when the data or code of the next page arrives late or not at all. */
import type { Page } from "playwright/test";
import { answeredWith, expect, hydrate, test } from "../fixtures.ts";

const minute = 60_000;

function findLink(page: Page, path: string) {
  return page.getByRole("contentinfo").locator(`a[href="${path}"]`);
}

/** Follows a link of the footer without pointing at it first, which would fetch the page ahead. */
function follow(page: Page, path: string) {
  return findLink(page, path).dispatchEvent("click");
}

function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

/** What the page logs of its errors, in its own words. */
function collectErrors(page: Page): Record<string, unknown>[] {
  const errors: Record<string, unknown>[] = [];
  page.on("console", async (message) => {
    const [title, details] = message.args();
    if (message.type() === "error" && details && (await title?.jsonValue()) === "Application error")
      errors.push((await details.jsonValue()) as Record<string, unknown>);
  });
  return errors;
}

const logged = {
  message: expect.stringMatching(/./),
  stack: expect.stringContaining("Error"),
  componentStack: undefined,
  timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
};

test("a page is tried twice more, and then fresh for five minutes @ci", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(503), /ERR_FAILED/, /^AbortError: Transition was skipped/);
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.clock.install();
  await page.goto("/partners");
  await hydrate(page);
  expect(scripts.filter((url) => url.includes("query-client"))).toEqual([]);
  for (const path of ["/insights", "/careers"]) {
    let asked = 0;
    await page.route(`**${path}.data?*`, async (route) => {
      asked += 1;
      if (asked === 1) await route.fulfill({ status: 503 });
      else await (asked === 2 ? route.abort() : route.continue());
    });
    await follow(page, path);
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(page).toHaveURL(path, { timeout: 200 });
    }).toPass();
    expect(asked).toBe(3);
    for (const { later, times } of [
      { later: 4.9 * minute, times: 3 },
      { later: minute, times: 4 },
    ]) {
      await follow(page, "/partners");
      await expect(page).toHaveURL("/partners");
      await page.clock.fastForward(later);
      await follow(page, path);
      await expect(page).toHaveURL(path);
      expect(asked).toBe(times);
    }
    await follow(page, "/partners");
    await expect(page).toHaveURL("/partners");
  }
});

test("a load that fails for good is told on a page of its own, logged once, and can be tried again @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(500), /ERR_FAILED/, /^Application error/);
  const errors = collectErrors(page);
  await page.clock.install();
  await page.goto("/partners");
  await hydrate(page);
  const partners = await heading(page).innerText();
  for (const fail of ["500", "gone"]) {
    await page.route("**/careers.data?*", (route) => (fail === "500" ? route.fulfill({ status: 500 }) : route.abort()));
    await follow(page, "/careers");
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(heading(page)).toHaveText("Something went wrong", { timeout: 200 });
    }).toPass();
    await expect(page).toHaveURL("/careers");
    await expect.poll(() => errors.splice(0)).toEqual([logged]);
    await page.unroute("**/careers.data?*");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(heading(page)).not.toHaveText("Something went wrong");
    await page.goBack();
    // Until it is shown, a link to the page before would take its place.
    await expect(heading(page)).toHaveText(partners);
    await page.clock.fastForward(11 * minute);
  }
});

test("a page whose code is gone shows the error screen and not the old page anew; fetched ahead, it is no trouble @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/ERR_FAILED/, /^Application error/, /^Error loading route module/, /Failed to fetch dynamically/);
  const errors = collectErrors(page);
  await page.goto("/partners");
  await hydrate(page);
  await page.route("**/assets/careers-*.js", (route) => route.abort());
  let documents = 0;
  page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  const refused = page.waitForEvent("console", (message) => message.text().startsWith("Error loading route module"));
  await findLink(page, "/careers").hover();
  await refused;
  const before = (await heading(page).textContent()) ?? "";
  await follow(page, "/insights");
  await expect(page).toHaveURL("/insights");
  await expect(heading(page)).not.toHaveText(before);
  // Until the fade from page to page is over.
  await page.waitForFunction(() => !(document as { activeViewTransition?: unknown }).activeViewTransition);
  expect(errors).toEqual([]);
  for (const { button, url } of [
    { button: "Refresh Page", url: "/insights" },
    { button: "Try Again", url: "/careers" },
  ]) {
    await follow(page, "/careers");
    await expect(heading(page)).toHaveText("Something went wrong");
    await expect.poll(() => errors.splice(0)).toEqual([{ ...logged, componentStack: expect.stringContaining("at ") }]);
    expect(documents).toBe(0);
    if (button === "Try Again") await page.unroute("**/assets/careers-*.js");
    await page.getByRole("button", { name: button }).click();
    await expect(heading(page)).not.toHaveText("Something went wrong");
    await expect(page).toHaveURL(url);
    expect(documents).toBe(1);
    await hydrate(page);
    documents = 0;
  }
});
