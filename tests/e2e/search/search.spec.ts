import {
  expect,
  expectAccessible,
  expectNothingWider,
  hydrate,
  lookIn,
  plainPage,
  test,
  twoViews,
} from "../fixtures.ts";

test("the dialog opens by its key, finds while one types, and is worked by keys alone", async ({ page }) => {
  await page.goto(plainPage);
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search this site" });
  const field = dialog.getByRole("combobox", { name: "Search this site" });
  await expect(field).toBeFocused();
  await expect(dialog.getByRole("option", { name: /^Careers/ })).toBeVisible();
  await field.pressSequentially("mainfra");
  const found = dialog.getByRole("option", { name: /Retiring a mainframe/ });
  await expect(found).toBeVisible();
  await expect(dialog.getByRole("status")).toContainText("result");
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const view of twoViews) {
    await lookIn(page, view);
    await expectAccessible(page);
  }
  await field.press("ArrowDown");
  await expect(dialog.getByRole("option", { selected: true })).toHaveCount(1);
  const marked = await dialog.getByRole("option", { selected: true }).getAttribute("id");
  await expect(field).toHaveAttribute("aria-activedescendant", marked ?? "");
  await field.press("End");
  await expect(dialog.getByRole("option", { name: "See all results" })).toHaveAttribute("aria-selected", "true");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=mainfra");
  await expect(dialog).toHaveCount(0);
  // A new page takes the focus, so that screen readers begin there.
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("link", { name: "Search", exact: true }).first().press("Enter");
  await expect(field).toBeFocused();
  await field.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Search", exact: true }).first()).toBeFocused();
});

test("on a slow network one request is under way; what was typed meanwhile comes after it, and a failure can be tried again @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/Failed to load resource/);
  let [under, most] = [0, 0];
  const asked: string[] = [];
  let release = () => {};
  let isBroken = false;
  await page.route("**/api/search?**", async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("q") ?? "");
    most = Math.max(most, ++under);
    if (asked.length === 1) await new Promise<void>((resolve) => (release = resolve));
    under -= 1;
    await (isBroken ? route.abort() : route.continue());
  });
  await page.goto(plainPage);
  await hydrate(page);
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search this site" });
  const field = dialog.getByRole("combobox");
  await field.fill("cloud");
  await expect.poll(() => asked).toEqual(["cloud"]);
  for (const text of ["cloud m", "cloud mi", "cloud migration"]) await field.fill(text);
  await expect(dialog.locator(".star-spinner")).toBeVisible();
  release();
  await expect.poll(() => asked.at(-1)).toBe("cloud migration");
  await expect(dialog.getByRole("option", { name: /Cloud Engineering/ }).first()).toBeVisible();
  expect(most).toBe(1);
  isBroken = true;
  await field.fill("mainframe");
  const again = dialog.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  isBroken = false;
  await again.click();
  await expect(dialog.getByRole("option", { name: /Retiring a mainframe/ })).toBeVisible();
});

test("where nothing is found, keys and ears find what is nearest, and the way to ask; the page does so as well", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(plainPage);
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Search this site" });
  const field = dialog.getByRole("combobox");
  await field.fill("qqxyzzy");
  await expect(dialog.getByRole("status")).toHaveText("Nothing found. Press Enter for help.");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expectAccessible(page);
  // Three letters of ten are others: more than a slip.
  await field.fill("maixframxx");
  await expect(dialog.getByRole("status")).toContainText("Pages with words like these are listed.");
  await expect(dialog.getByRole("option", { name: /mainframe/i }).first()).toBeVisible();
  await expectAccessible(page);
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=maixframxx");
  const nearest = page.getByRole("region", { name: "Pages with words like these" });
  await expect(nearest.getByRole("link", { name: /mainframe/i }).first()).toBeVisible();
  for (const view of twoViews) {
    await lookIn(page, view);
    await expectAccessible(page);
    await expectNothingWider(page);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });

  test("the button leads to the page, which finds, filters and corrects", async ({ page }) => {
    await page.goto(plainPage);
    await page.getByRole("link", { name: "Search", exact: true }).first().click();
    await expect(page).toHaveURL("/search");
    await page.getByRole("searchbox", { name: "Search this site" }).fill("mainframes");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL("/search?q=mainframes");
    await expect(page.getByRole("link", { name: /Retiring a mainframe/ })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Kinds of results" })
      .getByRole("link", { name: /^Insights/ })
      .click();
    await expect(page).toHaveURL("/search?q=mainframes&kind=article");
    await page.goto("/search?q=mainframme");
    await expect(page.getByText("Showing results for")).toBeVisible();
    await page.goto("/search?q=qqxyzzy");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await page.getByRole("link", { name: "Ask us instead" }).click();
    await expect(page.getByRole("textbox", { name: /Subject/ })).toHaveValue("A question: qqxyzzy");
  });
});
