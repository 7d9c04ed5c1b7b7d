import type { Locator, Page } from "playwright/test";
import { brand } from "#app/content/brand.ts";
import { contactTopics } from "#app/content/contact-topics.ts";
import { expectSent, fillIn, message, send } from "./contact-form.ts";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, test } from "../fixtures.ts";

const isInvalid = (field: Locator) => field.evaluate((input: HTMLInputElement) => !input.validity.valid);

/** The e-mail has been put right and the box has not: the field's error went by itself, and the summary counts on. */
async function expectMended(page: Page, summary: Locator) {
  const email = page.getByLabel("Work e-mail");
  const isRight = async () => {
    await expect(email).not.toHaveAttribute("aria-invalid");
    await expect(email).not.toHaveAccessibleDescription(/Enter an e-mail/);
    await expect(summary).toContainText("One thing to put right");
    await expect(summary.getByRole("deletion")).toHaveText(
      "Put right: Enter an e-mail address with the name of a mail domain after the @, such as name@company.com.",
    );
  };
  await isRight();
  // Changes are announced when the reader pauses, not amid their typing.
  await expect(summary).toHaveAttribute("aria-live", "polite");
  // Wrong again it is called so once it is left, and right as soon as it is.
  await email.pressSequentially("@");
  await isRight();
  await page.keyboard.press("Tab");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(summary).toContainText("2 things to put right");
  await email.press("End");
  await page.keyboard.press("Backspace");
  await isRight();
  await expect(page.getByRole("checkbox")).toHaveAttribute("aria-invalid", "true");
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
      await expect(page.locator("dl")).toContainText(contactTopics.find(({ id }) => id === "project")?.name ?? "");
      await expect(page.locator("dl time")).toHaveAttribute("datetime", /^20\d\d-/);
      await expect(page.locator("dl time")).toHaveText(/^\d{1,2} [A-Z][a-z]+ 20\d\d at \d\d:\d\d UTC$/);
      const next = page.getByRole("region", { name: "What happens next" });
      await expect(next).toContainText(`within ${brand.answerWithin}`);
      await expect(page.getByRole("main")).not.toContainText("If our mail");
      const boxes = [
        await next.getByRole("heading").boundingBox(),
        await next.getByRole("list").boundingBox(),
        await page.getByRole("link", { name: "Back to the home page" }).boundingBox(),
      ].map((box) => ({ top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
      for (const [index, gap] of [16, 24].entries())
        expect((boxes[index + 1]?.top ?? 0) - (boxes[index]?.bottom ?? 0)).toBeGreaterThanOrEqual(gap);
    });

    test("a form with mistakes comes back with every answer, errors beside the fields and a summary", async ({
      page,
      allowConsole,
    }) => {
      allowConsole.push(answeredWith(400));
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
      // What the server refuses, the browser refuses by itself: without script it stops such a form.
      expect(await isInvalid(page.getByLabel("Work e-mail"))).toBe(true);
      await page.getByLabel("Work e-mail").fill(`ada-${Date.now()}@example.com`);
      expect(await isInvalid(page.getByLabel("Work e-mail"))).toBe(false);
      if (javaScriptEnabled) await expectMended(page, summary);
      await page.getByRole("checkbox").check();
      if (javaScriptEnabled) {
        await expect(page.getByRole("checkbox")).not.toHaveAttribute("aria-invalid");
        await expect(summary).toContainText("All put right");
        await expectAccessible(page);
      }
      await send(page);
      await expectSent(page);
    });
  });

test("when the network is gone the page stays with every answer, and sends later @ci", async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
  await page.goto("/contact");
  await hydrate(page);
  await fillIn(page);
  let posts = 0;
  page.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0));
  await context.setOffline(true);
  await send(page);
  await expect(page.getByRole("alert")).toContainText("could not be reached");
  expect(posts).toBe(2);
  await expect(page.getByLabel("Your message")).toHaveValue(message);
  await context.setOffline(false);
  // One lost answer is nothing to bother anybody with.
  await page.route("**/contact.data*", (route) => (posts === 3 ? route.abort() : route.continue()));
  await send(page);
  await expectSent(page);
  expect(posts).toBe(4);
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

test("before the form is sent the page says who reads it and by when; its box and its list are drawn in both themes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/contact");
  const next = page.getByRole("region", { name: "What happens next" });
  await expect(next).toContainText(`within ${brand.answerWithin}`);
  for (const { reader } of contactTopics) await expect(next).toContainText(reader);
  await expectNothingWider(page);
  // An address that takes a line of its own stands under the words before it, not under their mark.
  const channel = page.getByRole("listitem").filter({ hasText: "Reporting a vulnerability" });
  const words = await channel.getByText("Reporting").boundingBox();
  expect((await channel.getByRole("link").boundingBox())?.x).toBeGreaterThanOrEqual(words?.x ?? Infinity);
  const box = page.getByRole("checkbox");
  const read = () =>
    box.evaluate((input) => {
      const { appearance, backgroundColor, borderRadius } = getComputedStyle(input);
      const isOfPage = backgroundColor === getComputedStyle(document.body).backgroundColor;
      return { appearance, isOfPage, borderRadius };
    });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await read(), colorScheme).toEqual({ appearance: "none", isOfPage: true, borderRadius: "8px" });
  }
  await page.emulateMedia({ forcedColors: "active" });
  expect((await read()).appearance).toBe("auto");
  await box.check();
  await expect(box).toBeChecked();
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

test("the confirmation page says so when no mail comes", async ({ page }) => {
  await page.goto("/contact/sent?id=01a200b8-2206-79d4-a7f3-66648555215c&topic=general&mail=none");
  await expect(page.getByRole("main")).toContainText("No confirmation comes by mail this time");
  await expect(page.getByRole("main")).not.toContainText("on its way");
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
  await expect(page.getByRole("row", { name: /Way out for mails/ })).toContainText("Set");
  await expectNothingWider(page);
  await expectAccessible(page);
  expect(await page.content()).not.toContain("operator@");
  const button = page.getByRole("button", { name: "Send the test mail" });
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: /./ })).toContainText(/on its way|Wait \d+ seconds/);
  await button.click();
  await expect(page.getByText(/Wait \d+ seconds/)).toBeVisible();
});
