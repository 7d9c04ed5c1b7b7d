/** The page of visitor analytics, as marketing uses it. */
import type { APIRequestContext, Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, expectNothingWider, openHydrated, signIn, test } from "../fixtures.ts";
import { typeDay } from "../type-day.ts";

const analytics = "/visitor-analytics";

/** A key figure as a whole number. */
async function readNumber(page: Page, name: string): Promise<number> {
  const value = page
    .locator(".key-figures > div", { has: page.getByRole("link", { name, exact: true }) })
    .locator("dd");
  return Number((await value.first().innerText()).replaceAll(/\D/g, ""));
}

const signInMarketing = (request: APIRequestContext) => signIn(request, "marketing");

/** Tests with JavaScript, and without it on a phone. */
function bothWays(define: (javaScriptEnabled: boolean) => void) {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript, on a phone @ci", () => {
      test.use({ javaScriptEnabled, viewport: { width: javaScriptEnabled ? 1440 : 390, height: 900 } });
      define(javaScriptEnabled);
    });
}

bothWays((javaScriptEnabled) => {
  test("days, comparison, filters, panels and files are links and forms that hold in the address", async ({ page }) => {
    await signInMarketing(page.request);
    await page.goto(analytics);
    if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
    expect(await readNumber(page, "Visits")).toBeGreaterThan(100);
    await expect(page.getByText(/ from [\d,]+$/).first()).toBeVisible();
    await expectNothingWider(page, analytics);

    await page.getByRole("button", { name: "Last 30 days" }).click();
    // Other tests add visits to days that are not over.
    await page.getByRole("link", { name: "Last month" }).click();
    await expect(page).toHaveURL(/range=last-month/);
    await page.getByRole("button", { name: "Previous period" }).click();
    await page.getByRole("menuitemradio", { name: "No comparison" }).click();
    await expect(page).toHaveURL(/compare=none/);
    await expect(page.getByText(/ from [\d,]+$/)).toHaveCount(0);

    await page.getByRole("link", { name: "Views", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Views by day" })).toBeVisible();
    const all = await readNumber(page, "Visits");
    const places = page.getByRole("table", { name: /^Places by country/ });
    const row = places.getByRole("row").nth(1);
    const [country = ""] = await row.getByRole("link").allInnerTexts();
    const visits = Number((await row.getByRole("cell").first().innerText()).replaceAll(/\D/g, ""));
    await row.getByRole("link").click();
    const remove = page.getByRole("link", { name: `Remove the filter Country: ${country}` });
    await expect(remove).toBeVisible();
    await expect.poll(() => readNumber(page, "Visits")).toBe(visits);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: `Country ${country}` }).click();
    await page.getByRole("menuitem", { name: "Is not" }).click();
    await expect.poll(() => readNumber(page, "Visits")).toBe(all - visits);
    await page.getByRole("link", { name: /^Remove the filter Country is not/ }).click();
    await expect.poll(() => readNumber(page, "Visits")).toBe(all);

    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Add a filter" });
    await form.getByLabel("Dimension").selectOption("Page");
    await form.getByLabel("Value").fill("/contact");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(page).toHaveURL(/page=%2Fcontact$/);
    await expect(page.getByRole("link", { name: "Remove the filter Page: /contact" })).toBeVisible();
    await page.getByRole("link", { name: "Clear all filters" }).click();

    await page.getByRole("navigation", { name: "Events" }).getByRole("link", { name: "Property" }).click();
    await page.getByRole("button", { name: "All events", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Apply" }).click();
    await expect(page).toHaveURL(/tab=property&properties=apply/);
    const properties = page.getByRole("table", { name: /^Events by event property/ });
    await expect(properties.getByRole("link", { name: /^Place: top/ })).toBeVisible();
    await expectNothingWider(page, "properties of an event");
    if (javaScriptEnabled) await expectAccessible(page);
    await properties.getByRole("link", { name: /^Place: top/ }).click();
    await page.getByRole("link", { name: "Remove the filter Event property: Apply, place: top" }).click();

    const pages = page.getByRole("navigation", { name: "Pages" });
    await pages.getByRole("link", { name: "Entry" }).click();
    await expect(page.getByRole("table", { name: /^Pages by entry page/ })).toBeVisible();
    await page.getByRole("link", { name: /more of pages$/ }).click();
    await expect(page).toHaveURL(/panel=entry/);
    const whole = page.getByRole("table", { name: /^Pages by entry page/ }).getByRole("row");
    await expect.poll(() => whole.count()).toBeGreaterThan(8);
    await expectNothingWider(page, "a whole panel");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("link", { name: "All panels" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Pages by entry page as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^visitors-by-entry-[\d-]+\.csv$/);

    await page.getByRole("button", { name: "Last month" }).click();
    const days = page.getByRole("dialog", { name: "Days" });
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    await typeDay(days, "From", day(20), javaScriptEnabled);
    await typeDay(days, "To", day(3), javaScriptEnabled);
    await days.getByRole("button", { name: "Show these days" }).click();
    await expect(page).toHaveURL(new RegExp(`from=${day(20)}&to=${day(3)}`));
    await page.getByText("Show as a table").click();
    await expect(page.getByRole("table", { name: /^Views by day/ }).getByRole("row")).toHaveCount(19);
  });
});

bothWays((javaScriptEnabled) => {
  test("where last month's enquiries came from is two clicks away, and the inbox has just these days", async ({
    page,
  }) => {
    await signInMarketing(page.request);
    await page.goto(analytics);
    if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
    await page
      .getByRole("table", { name: /^Goals/ })
      .getByRole("link", { name: "Enquiry sent" })
      .click();
    const lastMonth = page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: "Last month" });
    await lastMonth.click();
    await expect(page).toHaveURL(/range=last-month&report=enquiry/);
    // The address is there before the page.
    await expect(lastMonth).toHaveAttribute("aria-current", "true");
    await expect(page.getByRole("heading", { name: "Enquiry sent: where from" })).toBeVisible();
    const said = page.getByText(/has \d+ of these days now/);
    const count = Number(/has (\d+) of/.exec(await said.innerText())?.[1]);
    await expectNothingWider(page, "the report of a goal");
    await page.getByRole("link", { name: "The inbox" }).click();
    await expect(page).toHaveURL(/inbox\?from=\d{4}-\d\d-01&to=/);
    const from = page.getByRole("link", { name: /^Remove the filter From/ });
    await expect(from).toBeVisible();
    if (count === 0) await expect(page.locator("[data-main]")).toHaveCount(0);
    else await expect(page.locator("[data-main]").first()).toBeVisible();
    await from.click();
    await expect(page).toHaveURL(/inbox\?to=/);
  });
});

bothWays((javaScriptEnabled) => {
  test("a funnel is tried before it is saved, changed, and deleted @ci", async ({ page }) => {
    await signInMarketing(page.request);
    await page.goto(`${analytics}?range=90`);
    if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
    await page.getByRole("navigation", { name: "Reports" }).getByRole("link", { name: "Funnels" }).click();
    const result = (name: string) =>
      page.getByRole("table", { name: `${name}: steps with the visits that came as far` });
    await expect(result("From a service to an enquiry").getByRole("row")).toHaveCount(5);
    await expectNothingWider(page, "funnels");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("link", { name: "New funnel" }).click();
    const form = page.getByRole("region", { name: /^(New funnel|Change the funnel)$/ });
    if (javaScriptEnabled) {
      await expect(form.getByLabel("Name")).toBeFocused();
      await form.getByRole("link", { name: "Cancel" }).press("Enter");
      await expect(page.getByRole("link", { name: "New funnel" })).toBeFocused();
      await page.keyboard.press("Enter");
    }
    const step = (place: number) => page.getByRole("group", { name: `Step ${place}`, exact: true });
    await step(1).getByLabel("What happens").selectOption("page /contact");
    await step(2).getByText("A pattern instead").click();
    await step(2).getByLabel("Which").fill("/");
    await step(2).getByLabel("Which").press("Enter");
    await expect(form.getByRole("alert")).toHaveText("Give the funnel a name.");
    if (javaScriptEnabled) await expect(form.getByRole("alert")).toBeFocused();
    await expect(result("Preview").getByRole("row")).toHaveCount(3);
    await expectNothingWider(page, "the form of a funnel");
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Move step 2 up" }).click();
    await expect(step(1).getByLabel("What happens")).toHaveValue("page /");
    const name = `Funnel ${crypto.randomUUID().slice(0, 8)}`;
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The funnel is saved")).toBeVisible();
    await expect(result(name).getByRole("rowheader").first()).toHaveText("Page: /");
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await step(3).getByLabel("What happens").selectOption("Enquiry sent");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The funnel is changed.")).toBeVisible();
    await expect(result(name).getByRole("row")).toHaveCount(4);
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 1 funnel" }).click();
    await expect(page.getByText("The funnel is deleted.")).toBeVisible();
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  });
});

bothWays((javaScriptEnabled) => {
  test("a goal of one's own is picked from a list, refused with all that was typed, changed and deleted @ci", async ({
    page,
    allowConsole,
  }) => {
    allowConsole.push(answeredWith(400), /^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
    await signInMarketing(page.request);
    await page.goto(`${analytics}?range=90`);
    if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
    const begin = page.getByRole("link", { name: "New goal" });
    await begin.press("Enter");
    const form = page.getByRole("region", { name: /^(New goal|Change the goal)$/ });
    const pick = form.getByLabel("What has to happen");
    if (javaScriptEnabled) {
      await expect(pick).toBeFocused();
      await form.getByRole("link", { name: "Cancel" }).press("Enter");
      await expect(begin).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await pick.selectOption("page /contact");
    await form.getByRole("button", { name: "Save" }).press("Enter");
    await expect(form.getByRole("alert")).toHaveText("Give the goal a name.");
    if (javaScriptEnabled) await expect(form.getByRole("alert")).toBeFocused();
    await expect(pick).toHaveValue("page /contact");
    await expectNothingWider(page, "the form of a goal");
    if (javaScriptEnabled) await expectAccessible(page);
    const name = `Goal ${crypto.randomUUID().slice(0, 8)}`;
    await form.getByLabel("Name").fill(name);
    await form.getByText("Several pages by a pattern instead").click();
    await form.getByLabel("Pages").fill("/insights/**");
    await form.getByLabel("Pages").press("Enter");
    await expect(form.getByRole("alert")).toHaveText("Choose from the list or write a pattern, not both.");
    if (javaScriptEnabled) await expect(form.getByRole("alert")).toBeFocused();
    await expect(form.getByLabel("Name")).toHaveValue(name);
    await expect(form.getByLabel("Pages")).toHaveValue("/insights/**");
    await form.getByLabel("Pages").fill("");
    if (javaScriptEnabled) {
      await page.context().setOffline(true);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The site could not be reached.")).toBeVisible();
      await expect(form.getByLabel("Name")).toHaveValue(name);
      await expect(pick).toHaveValue("page /contact");
      await page.context().setOffline(false);
    }
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The goal is counted for everybody")).toBeVisible();
    const row = page.getByRole("table", { name: /^Goals/ }).getByRole("row", { name });
    expect(Number((await row.getByRole("cell").first().innerText()).replaceAll(/\D/g, ""))).toBeGreaterThan(0);

    await row.getByRole("link", { name: `Change “${name}”` }).click();
    await pick.selectOption("");
    await form.getByText("Several pages by a pattern instead").click();
    await form.getByLabel("Pages").fill("/insights/**");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The goal is changed.")).toBeVisible();
    await row.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("link", { name: new RegExp(`^Remove the filter .*${name}`) })).toBeVisible();
    await row.getByRole("link", { name: `Change “${name}”` }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 1 goal" }).click();
    await expect(page.getByText("The goal is deleted.")).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});

bothWays((javaScriptEnabled) => {
  test("reports are tabs that keep days and filters, and each row leads on @ci", async ({ page }) => {
    await signInMarketing(page.request);
    await page.goto(`${analytics}?range=90`);
    if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
    const tabs = page.getByRole("navigation", { name: "Reports" });
    const look = async (about: string) => {
      await expectNothingWider(page, about);
      if (javaScriptEnabled) await expectAccessible(page);
    };

    await tabs.getByRole("link", { name: "Web vitals" }).click();
    await expect(page).toHaveURL(/show=vitals&range=90$/);
    await expect(page.getByRole("listitem").filter({ hasText: /^LCP/ })).toContainText(
      /% good, .*% needs work, .*% poor/,
    );
    await look("web vitals");
    await page.getByRole("navigation", { name: "Device" }).getByRole("link", { name: "Phone" }).click();
    await expect(page.getByRole("link", { name: /^Remove the filter Device/ })).toBeVisible();
    const measured = page.getByRole("table", { name: /^Web vitals by page/ });
    await measured.getByRole("row").nth(1).getByRole("link").click();
    await expect(page.getByRole("link", { name: /^Remove the filter Page/ })).toBeVisible();
    await expect(measured).toHaveCount(0);

    await tabs.getByRole("link", { name: "Paths" }).click();
    await expect(page.getByText(/was viewed [\d,]+ times/)).toBeVisible();
    await look("paths of a page");
    const after = page
      .getByRole("table", { name: /^Pages after/ })
      .getByRole("link")
      .first();
    const next = await after.innerText();
    await after.click();
    await expect(page.getByRole("link", { name: `Remove the filter Page: ${next}` })).toBeVisible();
    await page.getByRole("link", { name: "Choose another page" }).click();
    await expect(page.getByRole("heading", { name: "Choose a page" })).toBeVisible();
    await page.getByRole("link", { name: "Clear all filters" }).click();
    await expect(page.getByRole("link", { name: /^Remove the filter/ })).toHaveCount(0);

    await tabs.getByRole("link", { name: "Cohorts" }).click();
    await expect(page.getByRole("table", { name: /came again/ }).getByRole("row")).toHaveCount(13);
    await look("cohorts");
    await tabs.getByRole("link", { name: "Not found" }).click();
    await expect(
      page
        .getByRole("table", { name: /^Searches/ })
        .getByRole("row")
        .nth(1),
    ).toBeVisible();
    await look("not found");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Missing pages as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^visitors-by-not-found-[\d-]+\.csv$/);
    await tabs.getByRole("link", { name: "Overview" }).click();
    await expect(page).toHaveURL(/visitor-analytics\?range=90$/);
  });
});

bothWays((javaScriptEnabled) => {
  test("an annotation is written, changed and deleted, and stands in the chart meanwhile @ci", async ({
    page,
    allowConsole,
  }) => {
    const mark = `Note ${crypto.randomUUID().slice(0, 8)}`;
    await signInMarketing(page.request);
    await page.goto(`${analytics}?range=7`);
    const panel = page.getByRole("region", { name: "Annotations" });
    await panel.getByRole("link", { name: "Add" }).click();
    await panel.getByLabel("What happened").fill(mark);
    if (javaScriptEnabled) {
      allowConsole.push(/^Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
      await page.waitForSelector("html[data-hydrated]");
      await page.context().setOffline(true);
      await panel.getByRole("button", { name: "Add to the chart" }).click();
      await expect(page.getByText("The site could not be reached.")).toBeVisible();
      await expect(panel.getByLabel("What happened")).toHaveValue(mark);
      await page.context().setOffline(false);
    }
    await panel.getByRole("button", { name: "Add to the chart" }).click();
    await expect(page.getByText("The annotation is in the chart.")).toBeVisible();
    await expect(panel.getByText(mark)).toBeVisible();
    await expect(page).toHaveURL(/range=7/);
    await panel.getByRole("link", { name: `Change “${mark}”` }).click();
    await panel.getByLabel("What happened").fill(`${mark} again`);
    await panel.getByRole("button", { name: "Save" }).click();
    await panel.getByRole("link", { name: `Change “${mark} again”` }).click();
    if (javaScriptEnabled) await expectAccessible(page);
    await panel.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete 1 annotation" }).click();
    await expect(page.getByText("The annotation is deleted.")).toBeVisible();
    await expect(panel.getByText(mark)).toHaveCount(0);
  });
});

test("a point of the chart is marked by keys and by the pointer, and says what it is", async ({ page }) => {
  await signInMarketing(page.request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, analytics);
  const slider = page.getByRole("slider", { name: "Visitors by day: point" });
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  const words = (await slider.getAttribute("aria-valuetext")) ?? "";
  expect(words).toMatch(/^[\w, ]+: [\d,]+; [\w, ]+: [\d,]+(; .+)?$/);
  await expect(page.locator(".chart-tip")).toContainText(words.split(":")[0] ?? "");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.locator(".chart-tip")).toHaveCount(0);
  await slider.hover({ position: { x: 5, y: 40 } });
  await expect(slider).toHaveAttribute("aria-valuenow", "0");
  await page.getByRole("button", { name: "What “Bounce rate” counts" }).click();
  await expect(page.getByText(/less than ten active seconds/)).toBeVisible();
});

test("who is there now follows while the page is in sight, and a saved view leads back to what it shows @ci", async ({
  page,
}) => {
  await page.clock.install();
  await signInMarketing(page.request);
  const minutes = Array.from({ length: 30 }, (_, minute) => minute);
  const pages = [{ path: "/gcc", name: "/gcc", visitors: "4,321" }];
  await page.route(`**${analytics}/now`, (route) =>
    route.fulfill({ json: { now: "4,321", minutes, finding: "435 views", pages, wait: 8000 } }),
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await openHydrated(page, `${analytics}?range=90&metric=bounce`);
  await expect(page.getByText("4,321 on /gcc")).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(page.getByText("4,321 on /gcc")).toBeVisible();
  // Nobody touches it for a while.
  await page.clock.runFor(6 * 60_000);
  await expect(page.getByText("Paused: nobody")).toBeVisible();
  await expectAccessible(page);
  const asked = page.waitForRequest(`**${analytics}/now`);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("Paused: nobody")).toHaveCount(0);
  await page.clock.runFor(10_000);
  await asked;

  const name = `View ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitem", { name: "Save what is shown…" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The view is saved.")).toBeVisible();
  await page.goto(analytics);
  await page.getByRole("button", { name: "Saved views" }).click();
  await page.getByRole("menuitemradio", { name }).click();
  await expect(page).toHaveURL(/range=90&metric=bounce/);
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: `Delete “${name}”` }).click();
  await expect(page.getByText("The view is deleted.")).toBeVisible();
});
