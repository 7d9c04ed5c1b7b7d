/** Applications as HR handles them: the board by keyboard and by pointer, the table, and the page of one. */
import { randomInt } from "node:crypto";
import type { Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, holdRequests, openHydrated, settle, test } from "../fixtures.ts";
import { storeApplications } from "./store-applications.ts";

const list = "/job-applications";

const three = [
  { name: "Ada", stage: "new", days: 9 },
  { name: "Ben", stage: "new", days: 2 },
  { name: "Cleo", stage: "screening", days: 1 },
];

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, name: string) => page.locator(".board-card").filter({ hasText: new RegExp(` ${name}`) });
const toast = (page: Page) => page.getByRole("region", { name: "Messages" });
const onBoard = (mark: string) => `${list}/board?q=${mark}`;

test("the board is worked by keyboard: moves are told, undone, refused beside one's choice, and rejected with a reason", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(409));
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await storeApplications(page.request, { people: three });
  await openHydrated(page, onBoard(mark));
  await expect(column(page, "New").locator(".board-card")).toHaveCount(2);
  await expect(card(page, "Ada")).toContainText("Over 7 days");
  await expectAccessible(page);

  // Of all cards one is in the order of Tab; arrows lead on.
  await card(page, "Ada").getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  await expect(card(page, "Ben").getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(card(page, "Cleo").getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".board-card [href]:not([tabindex])")).toHaveCount(1);

  await page.keyboard.press("m");
  const menu = page.getByRole("menu", { name: `Move ${mark} Ada to` });
  await expect(menu.getByRole("menuitem", { name: "New" })).toHaveAttribute("aria-disabled", "true");
  await expect(menu.getByRole("menuitem", { name: "Hired" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.keyboard.press("3");
  await expect(column(page, "Interview").getByRole("link", { name: `${mark} Ada` })).toBeFocused();
  await expect(toast(page).getByRole("status")).toContainText(`${mark} Ada is in Interview.`);
  await page.keyboard.press("4");
  await expect(toast(page).getByRole("status")).toContainText(`${mark} Ada is in Offer.`);
  await page.keyboard.press("z");
  await expect(column(page, "Interview").locator(".board-card")).toHaveCount(1);

  // Somebody else moves Ben meanwhile.
  const other = await page.context().newPage();
  await openHydrated(other, onBoard(mark));
  await card(other, "Ben").getByRole("link").focus();
  await other.keyboard.press("4");
  await expect(toast(other).getByRole("status")).toContainText(`${mark} Ben is in Offer.`);
  await other.close();
  await card(page, "Ben").getByRole("link").focus();
  await page.keyboard.press("2");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "it is in Offer now. Your choice was Screening",
  );
  await expect(column(page, "Offer").locator(".board-card")).toHaveCount(1);
  await expectAccessible(page);

  await card(page, "Cleo").getByRole("link").focus();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog", { name: `Reject ${mark} Cleo` });
  await dialog.getByLabel("Reason").selectOption({ label: "Lacks a skill the job needs" });
  await dialog.getByLabel("Note").fill("No Azure.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Reject 1 application" }).click();
  await expect(toast(page).getByRole("status")).toContainText(`${mark} Cleo is rejected.`);
  await expect(card(page, "Cleo")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Rejected and withdrawn 1" })).toBeVisible();
});

test("a card is dragged to another column, and only where its stage leads", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const mark = await storeApplications(page.request, { people: three });
  await openHydrated(page, onBoard(mark));
  await card(page, "Ada").dragTo(column(page, "Hired"));
  await expect(column(page, "New").locator(".board-card")).toHaveCount(2);
  await card(page, "Ada").dragTo(column(page, "Interview"));
  await expect(toast(page).getByRole("status")).toContainText(`${mark} Ada is in Interview.`);
  await expect(column(page, "Interview").locator(".board-card")).toHaveCount(1);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "on a phone" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("a card is moved on the board and on its page, with notes and tags @ci", async ({ page }) => {
      const mark = await storeApplications(page.request, {
        people: [...three, { name: "Ada", stage: "offer", days: 0 }],
        resume: "My work",
      });
      await page.goto(onBoard(mark));
      await page.getByRole("navigation", { name: "Stage" }).getByRole("link", { name: "Screening" }).click();
      await expect(card(page, "Cleo")).toBeVisible();
      await expect(card(page, "Ben")).toBeHidden();
      if (javaScriptEnabled) {
        await page.getByRole("button", { name: `Move ${mark} Cleo` }).click();
        await expectAccessible(page);
        await page.getByRole("menuitem", { name: "Interview" }).click();
        await expect(toast(page).getByRole("status")).toContainText("is in Interview.");
      } else {
        await card(page, "Cleo").getByRole("combobox").selectOption("interview");
        await card(page, "Cleo").getByRole("button", { name: "Move" }).click();
        await expect(page.getByRole("main").getByRole("status").filter({ hasText: "is in Interview." })).toBeVisible();
      }
      await page.goto(`${list}?q=${mark}&sort=name`);
      await page.getByRole("link", { name: `${mark} Ben` }).click();
      await expect(page.getByRole("heading", { name: `${mark} Ben`, level: 1 })).toBeVisible();
      await expect(page.getByText("3 of 4")).toBeVisible();
      if (javaScriptEnabled) await settle(page);
      await page.getByRole("textbox", { name: "Note", exact: true }).fill("Called him.");
      await page.getByRole("button", { name: "Save note" }).click();
      await expect(page.getByRole("listitem").filter({ hasText: "Called him." })).toBeVisible();
      await page.getByRole("textbox", { name: "New tag" }).fill("Azure");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await expect(page.getByRole("button", { name: "Remove the tag azure" })).toBeVisible();
      await page.getByRole("button", { name: "Move to Screening" }).click();
      await expect(page.getByText("moved New to Screening")).toBeVisible();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download résumé.pdf" }).click(),
      ]);
      expect(file.suggestedFilename()).toBe("résumé.pdf");
      if (javaScriptEnabled) await expectAccessible(page);
    });
  });

test("of two assignees that are chosen in a row the last one stays @ci", async ({ page }) => {
  const mark = await storeApplications(page.request, { people: [{ name: "Ada", stage: "new", days: 1 }] });
  await page.goto(`${list}?q=${mark}`);
  const path = await page.getByRole("link", { name: `${mark} Ada` }).getAttribute("href");
  await openHydrated(page, path ?? "");
  const assignee = page.getByRole("combobox", { name: "Assignee" });
  const names = await assignee.getByRole("option").allTextContents();
  const [first = "", last = ""] = names.filter((name) => name !== "Nobody");
  const held = await holdRequests(page, /\.data/);
  await assignee.focus();
  await assignee.selectOption({ label: first });
  await expect.poll(() => held.count).toBe(1);
  await assignee.selectOption({ label: last });
  held.release();
  await expect(page.getByText("changed the assignee")).toHaveCount(2);
  await expect(assignee.locator("option:checked")).toHaveText(last);
  await expect(assignee).toBeFocused();
  await page.reload();
  await expect(assignee.locator("option:checked")).toHaveText(last);
});

test("the page of one shows the résumé in a frame without an origin, leads to the next, and puts two together @ci", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  // No other test has it.
  const phone = String(randomInt(1e8, 1e9));
  const people = [
    { name: "Ada", stage: "screening", days: 9, phone: `0${phone}`, flags: ["Can you travel?"] },
    { name: "Adeline", stage: "screening", days: 2, phone: `+44 ${phone.slice(0, 3)} ${phone.slice(3)}` },
  ];
  const mark = await storeApplications(page.request, { people, resume: "Moved 61 services" });
  await openHydrated(page, onBoard(mark));
  await card(page, "Ada").first().getByRole("link").click();
  await expect(page.getByText("1 of 2 in Screening")).toBeVisible();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("region", { name: "Page 1" })).toContainText("Moved 61 services");
  await expect(page.getByText("1 page", { exact: true })).toBeVisible();
  expect(await page.frames()[1]?.evaluate(() => window.origin)).toBe("null");
  await expect(page.getByText("Asks for a person")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Same person" }).click();
  await expect(toast(page).getByRole("status")).toContainText("They are one person now");
  await expect(page.getByRole("heading", { name: /Also from this person/ })).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByRole("heading", { name: /The same person\?/ })).toBeVisible();
  await page.getByRole("button", { name: "Move to Interview" }).click();
  await expect(toast(page).getByRole("status").last()).toContainText("is in Interview.");
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: `${mark} Adeline`, level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("button", { name: "Reject 1 application" }).click();
  await expect(toast(page).getByRole("status").last()).toContainText("is rejected.");
  await expect(page.getByText("moved Screening to Rejected. Needs other experience")).toBeVisible();
});
