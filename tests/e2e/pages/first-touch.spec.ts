/** The visitor's first action counts, and what follows works as expected. */
import type { Page } from "playwright/test";
import { mainNavigation } from "#app/content/navigation.ts";
import { chooseBefore, getBanner, openSettings, readStorage } from "../analytics/consent-page.ts";
import { testimonials } from "#app/content/testimonials.ts";
import { baseURL, expect, hydrate, plainPage, settle, test } from "../fixtures.ts";

const missingPage = /status of 404/;

/** As on a slow line: no script of the page comes before the function that is returned is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

const count = testimonials.length;

for (const { control, noun, width, slide, tag = [] } of [
  { control: "Next card", noun: "card", width: 820, slide: 2, tag: "@deep" },
  { control: "Next card", noun: "card", width: 1440, slide: 2, tag: "@deep" },
  { control: "Previous card", noun: "card", width: 1440, slide: 5 },
  { control: "Show card 4 of 5", noun: "card", width: 820, slide: 4, tag: "@deep" },
  { control: "Next quote", noun: "quote", width: 1440, slide: 2, tag: "@deep" },
  { control: `Show quote ${count} of ${count}`, noun: "quote", width: 390, slide: count },
])
  test(`the first click of a visit moves the carousel: ${control} at ${width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const releaseScripts = await holdScripts(page);
    await page.goto("/");
    await page.getByRole("button", { name: control, exact: true }).click();
    await settle(page);
    releaseScripts();
    const list = page.locator(noun === "card" ? ".edge" : ".voices-list");
    const leftmost = () =>
      list.evaluate(
        (element, slides) => {
          const edge = element.getBoundingClientRect().left;
          const shown = [...element.querySelectorAll(".slide")].findIndex(
            (slide) => Math.abs(slide.getBoundingClientRect().left - edge) < 2,
          );
          return shown < 0 ? shown : (shown % slides) + 1;
        },
        noun === "card" ? 5 : count,
      );
    await expect.poll(leftmost).toBe(slide);
    if (noun === "quote" || width < 1280)
      await expect(page.locator(`[aria-label^="Show ${noun} ${slide} "]`)).toHaveAttribute("aria-current", "true");
  });

test.describe("links within the page", () => {
  test.use({ allowConsole: async ({}, use) => use([missingPage]) });

  test("See our services works again and again, after going away and back", async ({ page }) => {
    await page.goto("/");
    await hydrate(page);
    const services = page.getByRole("link", { name: "See our services" });
    const top = () => page.locator("#services").evaluate((section) => section.getBoundingClientRect().top);
    await services.click();
    await expect.poll(top).toBeLessThan(150);
    await expect(page.locator("#services")).toBeFocused();
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("banner").getByRole("link", { name: "GCC" }).click();
    await page.waitForURL("**/gcc");
    // The cross-fade to the new page is over.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await page.goBack();
    await expect(services).toBeAttached();
    await page.evaluate(() => scrollTo(0, 0));
    await services.click();
    await expect.poll(top).toBeLessThan(150);
  });

  test("the skip link leads to the content each time and leaves no entry in the history", async ({ page }) => {
    await page.goto(plainPage);
    await hydrate(page);
    const entries = await page.evaluate(() => history.length);
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole("link", { name: "Skip to content" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
    }
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("See our services is an ordinary link", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "See our services" }).click();
    await expect(page).toHaveURL(/\/#services$/);
  });
});

for (const choice of ["accepted", "rejected"] as const)
  // The next test sees what the banner says of a rejection.
  test(
    `Cookie settings say what was ${choice}, and Escape only closes them`,
    { tag: choice === "rejected" ? "@deep" : [] },
    async ({ page, context }) => {
      await chooseBefore(context, choice);
      await page.goto(plainPage);
      await hydrate(page);
      const before = await readStorage(page);
      await openSettings(page).click();
      await expect(getBanner(page)).toBeVisible();
      await expect(getBanner(page).getByRole("status")).toContainText(choice);
      await page.keyboard.press("Escape");
      await expect(getBanner(page)).toBeHidden();
      await expect(openSettings(page)).toBeFocused();
      expect((await readStorage(page))["cookie-consent"]).toBe(before["cookie-consent"]);
      expect((await readStorage(page))["cookie-consent-date"]).toBe(before["cookie-consent-date"]);
    },
  );

test("Cookie settings opened before hydration are left alone by React", async ({ page, context }) => {
  await chooseBefore(context, "rejected");
  const releaseScripts = await holdScripts(page);
  await page.goto(plainPage);
  await openSettings(page).click();
  await expect(getBanner(page).getByRole("status")).toContainText("rejected");
  releaseScripts();
  await page.waitForSelector("html[data-hydrated]");
  await expect(getBanner(page).getByRole("status")).toContainText("rejected");
});

test("after Logout on a public page the focus is on the logo, and it is said", async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await context.addCookies([{ name: "signed-in", value: "1", url: baseURL }]);
  const user = { id: "u", email: "x@demo.example" };
  await page.route("**/api/auth/session", (route) =>
    route.fulfill({ json: { user, roles: ["marketing_admin"], expires_at: 4_102_444_800 } }),
  );
  await page.route("**/api/auth/sign-out", (route) => route.fulfill({ status: 204 }));
  await page.goto(plainPage);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("You are signed out.");
  await expect(page.getByRole("banner").getByRole("link", { name: /home$/ })).toBeFocused();
});

test("the sheet of a narrow screen keeps Contact Us in view and holds the tiles' links", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menu" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  const menus = mainNavigation.filter((entry) => "links" in entry);
  const [services, about] = ["services", "about"].map((id) => menus.find((menu) => menu.id === id));
  await expect(sheet.getByRole("link", { name: "Contact Us" })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole("link", { name: services?.feature.name ?? "" })).toBeVisible();
  await sheet.getByText(about?.name ?? "").click();
  await expect(sheet.locator("a[href='/insights']")).toBeVisible();
  await expect(sheet.getByRole("link", { name: "Contact Us" })).toBeInViewport({ ratio: 1 });
});

/** Opens the home page and starts React, which hydrates in steps, each started by a message: here they wait. */
async function openHydrating(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    const steps: (() => void)[] = [];
    MessagePort.prototype.postMessage = function postLater(...message: unknown[]) {
      steps.push(() => Reflect.apply(post, this, message));
    };
    Object.assign(window, {
      steps,
      goOn() {
        MessagePort.prototype.postMessage = post;
        for (const step of steps) step();
      },
    });
  });
  await page.goto("/");
  await page.mouse.move(5, 5);
  await page.mouse.move(8, 8);
  await expect.poll(() => page.evaluate(() => (Reflect.get(window, "steps") as unknown[]).length)).toBeGreaterThan(0);
}

const findServices = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Services" });

test("a press while React hydrates does not make it hurry, and is answered after", async ({ page }) => {
  await openHydrating(page);
  const services = findServices(page);
  await services.click();
  await settle(page);
  await expect(page.locator("html[data-hydrated]")).toHaveCount(0);
  await page.evaluate(() => (Reflect.get(window, "goOn") as () => void)());
  await expect(services).toHaveAttribute("aria-expanded", "true");
});

test("after a script has failed while React hydrates, presses reach React at once", async ({ page }) => {
  await openHydrating(page);
  await page.evaluate(() => {
    const [type, promise] = ["unhandledrejection", Promise.resolve()] as const;
    dispatchEvent(new PromiseRejectionEvent(type, { promise }));
  });
  const services = findServices(page);
  await services.click();
  await expect(services).toHaveAttribute("aria-expanded", "true");
});
