/** Getting in: a new account and a forgotten password, by the links in the local mailbox, with script and without. */
import { fillIn, openLink } from "./auth-page.ts";
import { answeredWith, baseURL, expect, lookInTurn, oneRoundOrSix, test } from "../fixtures.ts";

const first = "seven calm lanterns";
const second = "eight bright kites";

for (const javaScriptEnabled of [true, false])
  test.describe(`with${javaScriptEnabled ? "" : "out"} script`, () => {
    test.use({ javaScriptEnabled });

    const tag = javaScriptEnabled ? [] : ["@deep"];
    test(
      "an account is made, confirmed, opened, and opened again with a new password",
      { tag },
      async ({ page, allowConsole }) => {
        test.slow();
        allowConsole.push(answeredWith(400, 401, 403));
        const email = `nora-${javaScriptEnabled}-${Date.now()}@demo.example`;
        const settled = async () => {
          if (javaScriptEnabled) await page.waitForSelector("html[data-hydrated]");
        };
        const signIn = async (given: string) => {
          await settled();
          await fillIn(page, email, given);
          await page.getByRole("button", { name: "Sign in" }).click();
        };

        await page.goto("/auth?mode=sign-up&next=%2Fblog-management");
        await settled();
        await fillIn(page, email, first);
        await page.getByRole("button", { name: "Create account" }).click();
        await expect(page.getByRole("status")).toContainText("Look at your mail");

        // Not yet: the address is not confirmed, and a new link can be had.
        await signIn(first);
        await expect(page.getByRole("alert")).toContainText("not confirmed yet");
        await page.getByRole("button", { name: "Send a new link" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Look at your mail" })).toBeVisible();

        await openLink(page, email, "Confirm your address");
        await settled();
        await expect(page.getByLabel("E-mail")).toHaveValue(email);
        await page.getByLabel("Password", { exact: true }).fill("too short");
        await page.getByRole("button", { name: "Confirm the address" }).click();
        await expect(page.getByRole("alert")).toBeFocused();
        await page.getByLabel("Password", { exact: true }).fill(first);
        await page.getByRole("button", { name: "Confirm the address" }).click();
        await expect(page.getByRole("status")).toContainText("Your address is confirmed");
        await signIn(first);
        await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
        await page.context().clearCookies();

        await page.goto("/auth");
        await page.getByRole("link", { name: "Forgot your password?" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Forgotten password" })).toBeVisible();
        await settled();
        await page.getByLabel("E-mail").fill(email);
        await page.getByRole("button", { name: "Send the link" }).click();
        await expect(page.getByRole("heading", { level: 1, name: "Look at your mail" })).toBeVisible();
        await openLink(page, email, "A new password");
        await settled();
        await page.getByLabel("New password", { exact: true }).fill(second);
        await page.getByRole("button", { name: "Save the password" }).click();
        await expect(page.getByRole("status")).toContainText("Your password is new");
        await signIn(first);
        await expect(page.getByRole("alert")).toContainText("not right");
        await signIn(second);
        await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
      },
    );
  });

test("the strength of a new password is told while it is typed, without a request that carries it", async ({
  page,
}) => {
  await page.goto("/auth?mode=sign-up");
  await page.waitForSelector("html[data-hydrated]");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  await page.getByLabel("E-mail").fill("rosalind@demo.example");
  const field = page.getByLabel("Password", { exact: true });
  for (const [typed, says] of [
    ["four", "Too short yet."],
    ["rosalind at demo", "words of this company"],
    ["passwordpassword", "easy to guess"],
    ["dragon monkey shadow", "Fair."],
    ["violet otter climbs gently", "Strong."],
  ] as const) {
    await field.fill("");
    await field.pressSequentially(typed);
    await expect(page.locator(".field-strength")).toContainText(says);
  }
  expect(sent.filter((each) => /otter|dragon|rosalind|password/.test(each.replaceAll(/password-\w+/g, "")))).toEqual(
    [],
  );
});

test("a form that cannot be sent keeps what was typed", async ({ page, allowConsole }) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/auth/forgot");
  await page.waitForSelector("html[data-hydrated]");
  await page.getByLabel("E-mail").fill("nora@demo.example");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("alert")).toContainText("could not be reached");
  await expect(page.getByLabel("E-mail")).toHaveValue("nora@demo.example");
  await page.context().setOffline(false);
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Send the link" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Look at your mail" })).toBeVisible();
});

for (const { rounds, tag } of oneRoundOrSix)
  test(
    `the pages of links are accessible in all their states${tag.join()}`,
    { tag },
    async ({ page, allowConsole }) => {
      allowConsole.push(answeredWith(400));
      const email = `axe-${rounds.length}-${Date.now()}@demo.example`;
      const headers = { Origin: new URL(baseURL).origin };
      await page.request.post("/api/auth/sign-up", { data: { email, password: first }, headers });
      const over = ["reset", "verify", "invite", "email"].map((name) => `/auth/${name}/-?link=${"A".repeat(43)}`);
      for (const views of rounds) {
        const look = lookInTurn(page, views);
        for (const path of ["/auth/forgot", "/auth/forgot?sent=1", ...over]) {
          await page.goto(path);
          await look();
        }
        await openLink(page, email, "Confirm your address");
        await page.waitForSelector("html[data-hydrated]");
        await page.getByRole("button", { name: "Confirm the address" }).click();
        await expect(page.getByRole("alert")).toBeFocused();
        await look();
      }
    },
  );
