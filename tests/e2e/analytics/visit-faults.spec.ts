/** Every kind of event, under every fault: each arrives once, and each page's vitals on the right page. */
import type { Page } from "playwright/test";
import { crash } from "../insights/article-page.ts";
import { chooseBefore, missingPage, readList, readStorage, readVisits, sendNow } from "./consent-page.ts";
import { fillIn, send } from "../enquiries/contact-form.ts";
import { expect, hydrate, test } from "../fixtures.ts";

test.use({
  allowConsole: async ({}, use) => use([missingPage, /status of 400/, /Error storing visitor data/, /Failed to load/]),
});

/** What `doEverything` leads to: kinds of events, and pages that were viewed. */
const everything = {
  "call-to-action place=top": 1,
  download: 1,
  "form-error": 1,
  "form-sent": 1,
  "form-start": 1,
  mailto: 1,
  missing: 1,
  outbound: 1,
  search: 1,
};
const pagesOfEverything = ["/contact", "/contact/sent", "/insights", "/no-such-page"];

/** Presses controls that lead elsewhere, and stays on the page. */
const pressAll = (page: Page) =>
  page.evaluate(() => {
    const press = (attributes: Record<string, string>) => {
      const link = document.createElement("a");
      for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
      link.addEventListener("click", (event) => event.preventDefault());
      document.body.appendChild(link);
      link.click();
      link.remove();
    };
    press({ href: "https://else.example/there" });
    press({ href: "/paper.pdf", download: "" });
    press({ href: "mailto:ada@example.com" });
    press({ href: "/", "data-event": "call-to-action", "data-event-data": "probe", "data-event-place": "top" });
  });

/** `between` happens on each page once everything was done there. */
async function doEverything(page: Page, between: () => Promise<void> = async () => {}): Promise<void> {
  await page.goto("/contact?utm_source=letter&utm_medium=email&utm_campaign=autumn");
  await hydrate(page);
  await page.mouse.wheel(0, 300);
  await pressAll(page);
  await page.getByLabel("Name").fill("Event Probe");
  await send(page);
  await expect(page.getByRole("alert")).toBeFocused();
  await fillIn(page);
  await send(page);
  await page.waitForURL("**/contact/sent**");
  await expect.poll(async () => (await readList(page, "user-events")).at(-1)?.["name"]).toBe("form-sent");
  await between();
  await page.goto("/insights?q=cloud");
  await expect.poll(async () => (await readList(page, "user-events")).at(-1)?.["name"]).toBe("search");
  await page.goto("/no-such-page");
  await expect.poll(async () => (await readList(page, "user-events")).at(-1)?.["name"]).toBe("missing");
}

/** The server's own count once nothing waits on the device. Vitals are those of the pages that have any. */
async function readAll(page: Page) {
  const visits = await readVisits(page);
  const events = visits.flatMap((visit) => visit.events);
  const counts: Record<string, number> = {};
  for (const { name, properties } of events) {
    const key = [name, ...properties].join(" ");
    if (name !== "view" && name !== "measured") counts[key] = (counts[key] ?? 0) + 1;
  }
  const measured = [
    ...events.flatMap(({ page_before, page_before_vitals }) => (page_before_vitals ? [page_before] : [])),
    ...visits.flatMap(({ exit, left_vitals }) => (left_vitals ? [exit] : [])),
  ];
  return {
    visits: visits.length,
    campaign: visits[0]?.campaign,
    isEngaged: (visits[0]?.engaged_ms ?? 0) > 0,
    events: counts,
    views: events
      .filter(({ name }) => name === "view")
      .map(({ path }) => path)
      .toSorted(),
    measured: measured.toSorted(),
  };
}

async function expectAll(page: Page, times: number, views: readonly string[]): Promise<void> {
  await expect(async () => {
    await sendNow(page);
    expect(JSON.parse((await readStorage(page))["visit-data"] ?? "{}").waiting).toEqual([]);
  }).toPass();
  const events = Object.fromEntries(Object.entries(everything).map(([name, count]) => [name, count * times]));
  const expected = { visits: 1, campaign: "autumn", isEngaged: true, events, views: views.toSorted() };
  await expect.poll(() => readAll(page)).toEqual({ ...expected, measured: views.toSorted() });
}

/** As when a page is left for good: what it sends then, the browser tells nobody. */
const leave = (page: Page) => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));

test("while nothing can be sent, and before a crash @ci", async ({ page, context }) => {
  await chooseBefore(context, "accepted");
  await context.route(/\/api\/(collect|store-visitor-analytics)$/, (route) => route.abort());
  await doEverything(page);
  // What was noted after three seconds is all that a crash leaves of the last page.
  await expect.poll(async () => (await readStorage(page))["visit-data"]).toMatch(/"use":.*"path":"\/no-such-page"/);
  await crash(page);
  await context.unrouteAll();
  const next = await context.newPage();
  await next.goto("/partners");
  await expect.poll(() => readList(next, "page-views")).toHaveLength(5);
  await leave(next);
  await expectAll(next, 1, [...pagesOfEverything, "/partners"]);
});

for (const [fault, meet, more] of [
  [
    "a page is loaded anew",
    async (page: Page) => {
      const { length } = await readList(page, "page-views");
      await page.reload();
      await expect.poll(() => readList(page, "page-views")).toHaveLength(length + 1);
    },
    ["/contact/sent"],
  ],
  [
    "a page is shown again by the browser",
    async (page: Page) => {
      const { length } = await readList(page, "page-views");
      await page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent("pagehide"));
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      });
      await expect.poll(() => readList(page, "page-views")).toHaveLength(length + 1);
    },
    ["/contact/sent"],
  ],
] as const)
  test(`when ${fault}`, { tag: "@deep" }, async ({ page, context }) => {
    await chooseBefore(context, "accepted");
    await doEverything(page, () => meet(page));
    await leave(page);
    await expectAll(page, 1, [...pagesOfEverything, ...more]);
  });

test("in two tabs at once", { tag: "@deep" }, async ({ page, context }) => {
  await chooseBefore(context, "accepted");
  await page.goto("/partners?utm_source=letter&utm_medium=email&utm_campaign=autumn");
  await expect.poll(() => readList(page, "page-views")).toHaveLength(1);
  const other = await context.newPage();
  await doEverything(other);
  await doEverything(page);
  await leave(other);
  await leave(page);
  await expectAll(page, 2, ["/partners", ...pagesOfEverything, ...pagesOfEverything]);
});
