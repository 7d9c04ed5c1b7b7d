import { expect, openHydrated, signIn, test } from "../fixtures.ts";
import { gallery, openGallery } from "./staff-kit-page.ts";

test("menus, dialogs and messages are worked by keyboard alone", async ({ page }) => {
  await openGallery(page);
  const actions = page.getByRole("button", { name: "Actions" });

  await test.step("a menu: arrows, letters, own keys, a reason for what is off, Escape", async () => {
    await actions.focus();
    await page.keyboard.press("ArrowDown");
    const menu = page.getByRole("menu", { name: "Actions" });
    await expect(menu.getByRole("menuitem", { name: "New" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    const off = menu.getByRole("menuitem", { name: "Screening" });
    await expect(off).toBeFocused();
    await expect(off).toHaveAccessibleName(/The candidate is here now\./);
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    await page.keyboard.press("End");
    await expect(menu.getByRole("menuitem", { name: "Delete…" })).toBeFocused();
    await page.keyboard.press("i");
    await expect(menu.getByRole("menuitem", { name: "Interview" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(actions).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("3");
    await expect(page.getByRole("status").getByText("Moved to Interview")).toBeVisible();
    await expect(actions).toBeFocused();
  });

  await test.step("a picker shows what is chosen", async () => {
    await page.getByRole("button", { name: "Screening" }).press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Screening" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Interview" })).toBeFocused();
  });

  await test.step("a question has the focus on the safe answer; its button names the number; Z takes back", async () => {
    await page.getByRole("button", { name: "Delete…" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Delete these articles?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("z");
    await question.getByRole("button", { name: "Delete 3 articles" }).focus();
    // Held for longer, the key is repeated: it must not press the button that has the focus by then.
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await expect(page.getByRole("button", { name: "Delete…" })).toBeFocused();
    await expect(question).toBeHidden();
    await expect(page.getByText("3 articles deleted")).toBeVisible();
    await page.keyboard.press("z");
    await expect(page.getByText("3 articles deleted")).toHaveCount(0);
    await expect(page.getByText("Taken back")).toBeVisible();
  });

  await test.step("a combobox inside a dialog: choose, make, take away; Escape closes one thing at a time", async () => {
    await page.getByRole("button", { name: "Invite" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    const box = dialog.getByRole("combobox", { name: "Topics" });
    await box.fill("secu");
    await page.getByRole("option", { name: "Security" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await box.fill("Quantum");
    await page.getByRole("option", { name: "Create “Quantum”" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    // While the list is open, all else is out of reach of readers of screens.
    const tags = dialog.locator(".kit-combobox-tags > li");
    await expect(tags).toHaveText(["AI", "Cloud", "Security", "Quantum"]);
    await page.keyboard.press("Backspace");
    await dialog.locator("[aria-label='Remove AI']").press("Enter");
    await expect(tags).toHaveText(["Cloud", "Security"]);
    await expect(dialog.locator("input[name=invited-topics]")).toHaveCount(2);
    await expect(box).toBeFocused();
    await box.fill("d");
    await page.getByRole("option", { name: "Cloud" }).waitFor();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Invite" })).toBeFocused();
  });
});

test("a message waits while it is looked at, and one of an error stays", async ({ page }) => {
  await page.clock.install();
  await signIn(page.request, "super");
  await openHydrated(page, gallery);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "Toast with undo" }).click();
  const toast = page.getByText("Enquiry 1037 marked as spam");
  await page.getByRole("button", { name: "Toast of an error" }).click();
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(3000);
  await page.getByRole("button", { name: "Undo", exact: true }).focus();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.getByRole("button", { name: "Toast with undo" }).focus();
  await page.clock.runFor(6000);
  await expect(toast).toHaveCount(0);
  const failure = page.getByRole("alert").getByText("The draft could not be saved.");
  await expect(failure).toBeVisible();
  await page.getByRole("button", { name: "Close the message" }).press("Enter");
  await expect(failure).toHaveCount(0);
});

test("the palette finds pages that are open to the reader and records of the page; the sheet lists the keys", async ({
  page,
}) => {
  await openGallery(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to" });
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  await field.fill("wind");
  await expect(palette.getByRole("option").filter({ hasText: "Example" })).toHaveText([
    /Wind portfolio/,
    /Window cleaning/,
  ]);
  await field.fill("user");
  await expect(palette.getByRole("option", { name: "User management" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  // Until its field is gone, keys belong to that.
  await expect(page.locator(".kit-palette input")).toHaveCount(0);

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Undo what a message offers to undo")).toBeVisible();
  await sheet.getByRole("switch", { name: "Listen to single keys" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions" }).focus();
  await page.keyboard.press("?");
  await expect(sheet).toBeHidden();

  await page.getByRole("button", { name: "Search or jump to" }).click();
  await field.fill("user");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User management");
  await expect(palette).toBeHidden();
});

test("fields take dates, files and what a server finds", async ({ page }) => {
  await openGallery(page);

  await test.step("a list that is asked for, and one that fails", async () => {
    // The list closes when the page scrolls, so the field comes into view first.
    await page.getByRole("combobox", { name: "Owner" }).click();
    await page.getByRole("combobox", { name: "Owner" }).fill("editor 2");
    await page.getByRole("option", { name: "Demo Editor 2" }).click();
    await expect(page.locator("input[name=owner]")).toHaveValue("person-2");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Reviewer" }).click();
    await page.getByRole("combobox", { name: "Reviewer" }).fill("x");
    await expect(page.getByText("The list could not be read just now.")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("day and time by keyboard and by calendar, in a zone whose clocks change", async () => {
    await expect(page.getByText("Clocks there leave this time out")).toBeVisible();
    const publish = page.getByRole("group", { name: "Publish at" }).first();
    await publish.getByRole("spinbutton", { name: /hour/ }).press("ArrowUp");
    await expect(page.locator("input[name=publish]")).toHaveValue("2027-03-28T03:30");
    await publish.getByRole("button", { name: /calendar/ }).click();
    await page.getByRole("gridcell", { name: "30" }).getByRole("button").click();
    await expect(page.locator("input[name=publish]")).toHaveValue("2027-03-30T03:30");
    await page.getByRole("combobox", { name: "Publish at: time zone" }).selectOption("Asia/Kolkata");
    await expect(page.locator("select[name=publish-zone]")).toHaveValue("Asia/Kolkata");
  });

  await test.step("files that go at once, one of which fails", async () => {
    const file = (name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from("x") });
    await page.getByLabel("Pictures").setInputFiles([file("whole.png"), file("broken.png")]);
    await expect(page.getByText("The file is damaged.")).toBeVisible();
    await page.getByRole("button", { name: "Remove broken.png" }).click();
    await expect(page.getByRole("list", { name: "Pictures: chosen" }).getByRole("listitem")).toHaveCount(1);
  });

  await test.step("a reason for what is off, and tabs", async () => {
    const off = page.getByRole("button", { name: "Close account" });
    await off.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("tooltip", { name: /Owns 4 scheduled articles/ })).toBeVisible();
    await expect(off).toHaveAccessibleDescription(/Hand them over first/);
    await page.getByRole("tab", { name: "Thread" }).focus();
    await page.keyboard.press("End");
    await expect(page.getByRole("tabpanel")).toHaveText("What happened, and when.");
  });
});

test("the side panel opens by address and is led on by J, K and Escape", async ({ page }) => {
  await openGallery(page, `${gallery}?row=1`);
  const panel = page.getByRole("complementary", { name: /Enquiry/ });
  await page.keyboard.press("j");
  await expect(panel).toHaveAccessibleName("Enquiry 1042");
  await page.keyboard.press("k");
  await expect(panel).toHaveAccessibleName("Enquiry 1041");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});
