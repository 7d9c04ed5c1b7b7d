import type { Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, test } from "./fixtures.ts";

const message = "Our day-ahead forecast is good on paper and ignored on the desk.";

/** Fills in what is required; each test writes from an address of its own. */
async function fillIn(page: Page, email = `ada-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`) {
  await page.getByLabel("Name").fill("Ada Example");
  await page.getByLabel("Work e-mail").fill(email);
  await page.getByLabel("Your message").fill(message);
  await page.getByRole("checkbox").check();
}

const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();

async function expectSent(page: Page) {
  await expect(page).toHaveURL(/\/contact\/sent\?id=[0-9a-f-]{36}&topic=\w+/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your message is with us");
  await expect(page.locator("dl")).toContainText(/[0-9A-F]{4}-[0-9A-F]{4}/);
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("an enquiry is sent and confirmed with a reference, a time and its topic", async ({ page }) => {
      await page.goto("/contact?subject=Cloud+Engineering#contact-form");
      await expect(page.getByLabel("Subject")).toHaveValue("Cloud Engineering");
      await expect(page.getByLabel("What is it about?")).toHaveValue("project");
      await fillIn(page);
      await send(page);
      await expectSent(page);
      await expect(page.locator("dl")).toContainText("A project or service");
      await expect(page.locator("dl time")).toHaveAttribute("datetime", /^20\d\d-/);
    });

    test("a form with mistakes comes back with every answer, errors beside the fields and a summary", async ({
      page,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(422));
      await page.goto("/contact");
      // The browser's own checks would stop the form where no script runs.
      if (!javaScriptEnabled)
        await page.locator("#contact-form").evaluate((form) => form.setAttribute("novalidate", ""));
      else await hydrate(page);
      await page.getByLabel("Name").fill("Ada Example");
      await page.getByLabel("Work e-mail").fill("ada@example");
      await page.getByRole("textbox", { name: "Company" }).fill("Example & Sons <Works>");
      await page.getByLabel("What is it about?").selectOption("careers");
      await page.getByLabel("Your message").fill("Two\nlines, and “quotes”.");
      await send(page);
      const summary = page.getByRole("alert");
      await expect(summary).toBeFocused();
      await expect(summary).toContainText("2 things to put right");
      await expect(page.getByLabel("Work e-mail")).toHaveAccessibleDescription(/such as name@company\.com/);
      await expect(page.getByLabel("Work e-mail")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Work e-mail")).toHaveValue("ada@example");
      await expect(page.getByRole("textbox", { name: "Company" })).toHaveValue("Example & Sons <Works>");
      await expect(page.getByLabel("What is it about?")).toHaveValue("careers");
      await expect(page.getByLabel("Your message")).toHaveValue("Two\nlines, and “quotes”.");
      await summary.getByRole("link", { name: /Enter an e-mail/ }).click();
      const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
      const label = page.locator("label", { hasText: "Work e-mail" });
      await expect.poll(async () => (await label.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header);
      await summary.getByRole("link", { name: /Tick the box/ }).click();
      await expect(page.getByRole("checkbox")).toBeInViewport();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByLabel("Work e-mail").fill(`ada-${Date.now()}@example.com`);
      await page.getByRole("checkbox").check();
      await send(page);
      await expectSent(page);
    });
  });

test("when the network is gone the page stays with every answer, and sends later", async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/contact");
  await hydrate(page);
  await fillIn(page);
  await context.setOffline(true);
  await send(page);
  await expect(page.getByRole("alert")).toContainText("could not be reached");
  await expect(page.getByLabel("Your message")).toHaveValue(message);
  await context.setOffline(false);
  await send(page);
  await expectSent(page);
});

test("while an enquiry is on its way the button says so, and a second click sends nothing", async ({ page }) => {
  let posts = 0;
  await page.goto("/contact");
  await hydrate(page);
  await page.route("**/contact.data*", async (route) => {
    posts += 1;
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await fillIn(page);
  await send(page);
  const busy = page.getByRole("button", { name: "Sending" });
  await expect(busy).toHaveAttribute("aria-busy", "true");
  await busy.dispatchEvent("click");
  await expectSent(page);
  expect(posts).toBe(1);
});

test("too many messages from one address are refused with a clear sentence, and the answers stay", async ({
  page,
  allowConsole,
}) => {
  test.slow();
  allowConsole.push(answeredWith(429));
  await page.goto("/contact");
  await hydrate(page);
  const alert = page.getByRole("alert");
  for (let index = 0; index < 15; index += 1) {
    await page.goto("/contact");
    await hydrate(page);
    await fillIn(page);
    await send(page);
    await expect(alert.or(page.getByText("Your message is with us"))).toBeVisible();
    if (await alert.isVisible()) break;
  }
  await expect(alert).toContainText("Wait a minute");
  await expect(page.getByLabel("Your message")).toHaveValue(message);
});

test("the form is where its link leads: focus goes there, clear of the header", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/gcc");
  await hydrate(page);
  await page.getByRole("main").getByRole("link", { name: "Contact Us" }).first().click();
  await expect(page).toHaveURL(/\/contact\?subject=Global\+Capability\+Centers#contact-form$/);
  await expect(page.locator("#contact-form")).toBeFocused();
  const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
  const name = (await page.getByLabel("Name").boundingBox())?.y ?? 0;
  expect(name).toBeGreaterThan(header);
  expect(name).toBeLessThan(header + 120);
  await expect(page.getByLabel("Subject")).toHaveValue("Global Capability Centers");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.goto("/who-we-are");
  await page.goto("/contact#contact-form");
  await expect(page.locator("#contact-form")).toBeFocused();
});

test("a subject is text, cut to its length, whatever stands in the address", async ({ page }) => {
  const hostile = `"><script>document.title="hit"</script>\u202E${"x".repeat(400)}`;
  await page.goto(`/contact?subject=${encodeURIComponent(hostile)}`);
  const value = await page.getByLabel("Subject").inputValue();
  expect(value.length).toBeLessThanOrEqual(160);
  expect(value).toContain(`"><script>`);
  expect(value).not.toContain("\u202E");
  expect(await page.title()).not.toBe("hit");
});

test("the form is new for everybody, kept by no cache, and loads no script before the visitor moves", async ({
  page,
  request,
}) => {
  const readTicket = async () =>
    / name="ticket" value="([^"]+)"/.exec(await (await request.get("/contact")).text())?.[1];
  expect(await readTicket()).not.toBe(await readTicket());
  expect((await request.get("/contact")).headers()["cache-control"]).toBe("private, no-cache");
  const scripts: string[] = [];
  page.on("request", (one) => one.resourceType() === "script" && scripts.push(one.url()));
  await page.goto("/contact");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
});

test("a post from another site is refused", async ({ request }) => {
  const form = { name: "x", email: "x@example.com", topic: "general", message: "hello there all", consent: "on" };
  const foreign = await request.post("/contact", { form, headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(foreign.status()).toBe(403);
});

test("the confirmation page names nothing when opened without a message", async ({ page }) => {
  await page.goto("/contact/sent?id=nonsense");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No message was sent from here");
  await expectAccessible(page);
});

test("the test page tells what is set, sends one mail, and then asks to wait", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(429));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/test-email");
  await expect(page.getByRole("row", { name: /Mail binding/ })).toContainText("Set");
  await expectNothingWider(page);
  await expectAccessible(page);
  expect(await page.content()).not.toContain("operator@");
  const button = page.getByRole("button", { name: "Send the test mail" });
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: /./ })).toContainText(/on its way|Wait \d+ seconds/);
  await button.click();
  await expect(page.getByText(/Wait \d+ seconds/)).toBeVisible();
});
