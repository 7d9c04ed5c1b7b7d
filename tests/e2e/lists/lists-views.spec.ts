/** Lists by keyboard, and as they look. */
import { bar, inbox, sendSpam, ticks } from "./lists-page.ts";
import { expect, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";

test("rows are walked through, ticked and opened by keyboard", async ({ page }) => {
  const mark = await sendSpam(page.request, 3);
  await signIn(page.request, "marketing");
  await openHydrated(page, `${inbox}?folder=spam&q=${mark}&sort=from`);
  const link = (index: number) => page.getByRole("link", { name: `${mark} subject ${index}` });
  await page.keyboard.press("j");
  await expect(link(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("j");
  await expect(link(3)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(2)).toBeFocused();
  await page.keyboard.press("x");
  await expect(ticks(page).nth(1)).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(ticks(page).nth(1)).not.toBeChecked();
  await ticks(page).nth(0).click();
  await ticks(page)
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await link(2).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `${mark} subject 2` })).toBeVisible();
});

test("nothing moves when rows are ticked", async ({ page }) => {
  await signIn(page.request, "marketing");
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHydrated(page, inbox);
  const place = () => page.getByRole("table").boundingBox();
  const before = await place();
  await ticks(page).first().check();
  await expect(bar(page)).toBeVisible();
  expect(await place()).toEqual(before);
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`lists are accessible in each state and fit${tag.join()}`, { tag }, async ({ page }) => {
    // A look takes a second where the machine is busy.
    test.setTimeout(120_000 * rounds.length);
    await signIn(page.request, "super");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      for (const path of [
        `${inbox}?status=new&topic=project&sort=from`,
        `${inbox}?q=nothing-like-it`,
        `${inbox}?after=019a0000-0000-7000-8000-000000000001.1`,
        "/user-management?role=none&sort=-seen",
      ]) {
        await openHydrated(page, path);
        await look();
      }
      // As it is when it opens, accessibility.spec.ts sees it.
      await openHydrated(page, inbox);
      await look(() => ticks(page).first().check());
      await look(() => bar(page).getByRole("button", { name: "Status" }).click());
      await page.keyboard.press("Escape");
      await look(() => page.getByRole("search").getByRole("button", { name: "Topic" }).click());
    }
  });
