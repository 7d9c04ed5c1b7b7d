/** Accounts as those who manage them use the page. Each test has demo colleagues of its own, whom nobody signs in as. */
import type { Page } from "playwright/test";
import { bar, choose, toast } from "../lists/lists-page.ts";
import { answeredWith, baseURL, expect, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";

const path = "/user-management";

/** The row of an account in the list; what stands below it while it is open is not part of it. */
const row = (page: Page, name: string) => page.locator("tr[data-row]").filter({ hasText: name });
const invites = (page: Page) => page.getByRole("region", { name: /^Pending invites/ });

async function open(page: Page, name: string) {
  await row(page, name).getByRole("link", { name }).click();
  const detail = page.getByRole("region", { name: `Account of ${name}` });
  await expect(detail).toBeVisible();
  return detail;
}

test("two people are invited by keyboard alone, with what will happen summed up, and one invite is withdrawn", async ({
  page,
}) => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => `k${id.slice(0, 8)}@demo.example`);
  await signIn(page.request, "super");
  await openHydrated(page, path);
  await page.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await expect(dialog.getByLabel("E-mail addresses")).toBeFocused();
  await page.keyboard.type(`${one}, ${two}`);
  await expect(dialog.getByRole("button", { name: "Send 2 invites" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Marketing admin" }).focus();
  await page.keyboard.press("Space");
  await expect(dialog).toContainText("2 invites, both with Marketing admin. Links work 7 days and once.");
  await dialog.getByRole("button", { name: "Send 2 invites" }).press("Enter");
  await expect(toast(page)).toContainText("2 invites on the way.");
  await expect(dialog).toBeHidden();
  await expect(
    invites(page)
      .getByRole("row")
      .filter({ hasText: one ?? "" }),
  ).toContainText("Mail");
  await invites(page)
    .getByRole("button", { name: `Withdraw the invite of ${two}` })
    .press("Enter");
  await page.getByRole("button", { name: "Withdraw 1 invite" }).press("Enter");
  await expect(toast(page)).toContainText("The invitation has ended.");
  await expect(invites(page)).not.toContainText(two ?? "");
  await invites(page)
    .getByRole("button", { name: `Resend the invite of ${one}` })
    .press("Enter");
  await expect(toast(page)).toContainText("A new link is on its way.");
});

test("a slip in the dialog is told there, and nothing that was typed is lost", async ({ page, allowConsole }) => {
  allowConsole.push(answeredWith(400));
  await signIn(page.request, "talent");
  await openHydrated(page, path);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("E-mail addresses").fill("ann@demo.example, ben@");
  await dialog.getByRole("checkbox", { name: "HR" }).check();
  await dialog.getByLabel("Note").fill("Welcome.");
  const denied = dialog.getByRole("checkbox", { name: "Super admin" });
  await denied.click({ force: true });
  await expect(denied).not.toBeChecked();
  await expect(denied).toHaveAccessibleDescription(/Only somebody with more rights/);
  await dialog.getByRole("button", { name: "Send 2 invites" }).click();
  await expect(dialog.getByRole("alert")).toContainText("No e-mail address: ben@.");
  await expect(dialog.getByLabel("E-mail addresses")).toHaveValue("ann@demo.example, ben@");
  await expect(dialog.getByLabel("Note")).toHaveValue("Welcome.");
  await expect(dialog.getByRole("checkbox", { name: "HR" })).toBeChecked();
});

test("roles that somebody else changed meanwhile are shown beside one's own choice, which is saved then @ci", async ({
  page,
  browser,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(409));
  await signIn(page.request, "super");
  await openHydrated(page, `${path}?q=Runa`);
  const detail = await open(page, "Runa Vik");
  const elsewhere = await browser.newContext({
    baseURL,
    extraHTTPHeaders: { "CF-Connecting-IP": "10.201.2.3" },
  });
  const other = await elsewhere.newPage();
  await signIn(elsewhere.request, "talent");
  await openHydrated(other, `${path}?q=Runa`);
  await open(other, "Runa Vik");
  await other.getByRole("button", { name: "Change roles" }).click();
  await other.getByRole("checkbox", { name: "HR" }).check();
  await other.getByRole("button", { name: "Save roles" }).click();
  await expect(other.getByText("The roles are saved.")).toBeVisible();
  await elsewhere.close();

  await detail.getByRole("button", { name: "Change roles" }).click();
  await page.getByRole("checkbox", { name: "Marketing admin" }).check();
  await page.getByRole("button", { name: "Save roles" }).click();
  await expect(detail.getByRole("alert")).toContainText(
    "Roles: now Talent admin, HR; yours Marketing admin, Talent admin.",
  );
  await detail.getByRole("button", { name: "Change roles" }).click();
  await expect(page.getByRole("checkbox", { name: "Marketing admin" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "HR" })).not.toBeChecked();
  await page.getByRole("button", { name: "Save roles" }).click();
  await expect(detail.getByText("The roles are saved.")).toBeVisible();
  await expect(row(page, "Runa Vik")).toContainText("Marketing admin");
});

test("several accounts are disabled together, and that is undone with a key", async ({ page }) => {
  await signIn(page.request, "talent");
  await openHydrated(page, `${path}?q=hr`);
  for (const name of ["Hana Sato", "Hugo Alves"]) await row(page, name).getByRole("checkbox").check();
  await bar(page).getByRole("button", { name: "Disable" }).click();
  await expect(toast(page)).toContainText("2 accounts are disabled.");
  await expect(row(page, "Hana Sato")).toContainText("Disabled");
  await page.keyboard.press("z");
  await expect(toast(page)).toContainText("2 accounts are as before.");
  await expect(row(page, "Hana Sato")).toContainText("Active");
});

test("what one may not do is there, and says why", async ({ page }) => {
  await signIn(page.request, "talent");
  await openHydrated(page, path);
  const detail = await open(page, "Aisha Karim");
  await expect(detail.locator(".kit-why").first()).toContainText("a role that you may not give");
  for (const name of ["Change roles", "Disable", "Remove account", "End all", "Send reset link"])
    await expect(detail.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  await choose(row(page, "Aisha Karim"), page, /^Actions for/, "Sessions and access");
  await page.goto(`${path}?q=talent@`);
  await expect((await open(page, "Tessa Brandt")).locator(".kit-why").first()).toContainText("their own roles");
});

test("a file is looked at line by line before anything is sent, and then does just that", async ({ page }) => {
  const email = `f${crypto.randomUUID().slice(0, 8)}@demo.example`;
  await signIn(page.request, "talent");
  await openHydrated(page, path);
  await page.getByRole("link", { name: "Invite from a file" }).click();
  const lines = `E-mail;Roles\r\n${email};HR\r\nboss@demo.example;Super admin\r\nnobody;HR\r\n`;
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(lines) });
  await page.getByRole("button", { name: "Look at it" }).click();
  const plan = page.getByRole("region", { name: "Lines of the file" });
  await expect(plan.getByRole("row").filter({ hasText: email })).toContainText("Gets an invite");
  await expect(plan).toContainText("You may not give the role Super admin.");
  await expect(plan).toContainText("This is no e-mail address.");
  await page.getByRole("button", { name: "Send 1 invite" }).click();
  await expect(page.getByText("1 invite on the way.")).toBeVisible();
  await expect(plan.getByRole("row").filter({ hasText: email })).toContainText("invited already");
  await page.getByRole("link", { name: "Back to the accounts" }).click();
  await expect(invites(page)).toContainText(email);
});

test.describe("without JavaScript @ci", () => {
  test.use({ javaScriptEnabled: false });

  test("people are invited, roles are changed and sessions end by plain forms", async ({ page, allowConsole }) => {
    allowConsole.push(answeredWith(400));
    const email = `p${crypto.randomUUID().slice(0, 8)}@demo.example`;
    await signIn(page.request, "super");
    await page.goto(path);
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Invite people" });
    await dialog.getByLabel("E-mail addresses").fill(`${email} slip@`);
    await dialog.getByRole("checkbox", { name: "HR" }).check();
    await dialog.getByLabel("Note").fill("Welcome.");
    await dialog.getByRole("button", { name: "Send invites" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("No e-mail address: slip@.");
    await expect(page.getByLabel("Note")).toHaveValue("Welcome.");
    await expect(page.getByRole("checkbox", { name: "HR" })).toBeChecked();
    await page.getByLabel("E-mail addresses").fill(email);
    await page.getByRole("button", { name: /^Send/ }).click();
    await expect(page.getByText("1 invite on the way.")).toBeVisible();

    await page.goto(path);
    await expect(invites(page)).toContainText(email);
    const detail = await open(page, "Edda Marini");
    await detail.getByRole("button", { name: "End all" }).click();
    await expect(page.getByText("Signed out.")).toBeVisible();
    await page.getByRole("button", { name: "Change roles" }).click();
    await page.getByRole("checkbox", { name: "HR" }).check();
    await page.getByRole("button", { name: "Save roles" }).click();
    await expect(page.getByText("The roles are saved.")).toBeVisible();
    await expect(row(page, "Edda Marini")).toContainText("HR");
  });
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`accounts are accessible in each state and fit${tag.join()}`, { tag }, async ({ page }) => {
    test.setTimeout(120_000 * rounds.length);
    await signIn(page.request, "super");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      // accessibility.spec.ts sees the page before anything of it is open.
      await openHydrated(page, path);
      await look(() => open(page, "Emil Nowak"));
      await look(() => page.getByRole("button", { name: "Change roles" }).click());
      await page.keyboard.press("Escape");
      await look(async () => {
        await page.getByRole("button", { name: "Invite", exact: true }).click();
        await page.getByLabel("E-mail addresses").fill("a@demo.example slip@");
      });
      await openHydrated(page, `${path}/import`);
      await page.getByLabel("Or its lines").fill("x@demo.example,HR\nslip,HR\n");
      await page.getByRole("button", { name: "Look at it" }).click();
      await expect(page.getByRole("region", { name: "Lines of the file" })).toBeVisible();
      await look();
      await openHydrated(page, `${path}/invite`);
      await look();
    }
  });
