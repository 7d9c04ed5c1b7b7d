/** The page of consent and its ledger, as marketing uses them: with script, and without on a phone. */
import { answeredWith, expect, expectAccessible, expectNothingWider, openHydrated, signIn, test } from "../fixtures.ts";

const path = "/visitor-analytics/consent";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script, on a phone", () => {
    test.use({ javaScriptEnabled, viewport: { width: javaScriptEnabled ? 1440 : 390, height: 900 } });

    test("the coverage leads to rates and wordings; a proof is checked, found in the ledger and filtered @ci", async ({
      page,
      request,
      allowConsole,
    }) => {
      // A proof that is asked for with half of what it needs.
      allowConsole.push(answeredWith(400));
      const visitor = crypto.randomUUID();
      const time = new Date().toISOString();
      const stored = await request.post("/api/store-visitor-analytics", {
        headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
        data: {
          visitor_id: visitor,
          consent_status: "accepted",
          first_visit: time,
          user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
          referrer: "direct",
          language: "de",
          timezone: "Europe/Zurich",
          page_views: [],
          chosen_at: time,
        },
      });
      expect(stored.ok()).toBe(true);
      await signIn(page.request, "marketing");
      const open = (to: string) => (javaScriptEnabled ? openHydrated(page, to) : page.goto(to));
      await open("/visitor-analytics");
      await page.getByRole("link", { name: "Coverage" }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("img", { name: /^Acceptance rate by week, .*: the highest is/ })).toBeVisible();
      await page.getByText("Show as a table").click();
      await expect(
        page
          .getByRole("table", { name: /^Acceptance rate by week/ })
          .getByRole("row")
          .nth(1),
      ).toContainText("%");
      await expectNothingWider(page, path);
      const version = page.getByRole("button", { name: /: what the banner said$/ }).first();
      await version.click();
      const wording = page.getByRole("dialog", { name: /^Banner of 20/ });
      await expect(wording).toContainText("If you accept, your device and our server store");
      if (javaScriptEnabled) await expectAccessible(page);
      await wording.getByRole("button", { name: "Close" }).click();

      const check = page.getByRole("region", { name: "Check a proof" });
      await page.getByLabel("Visitor number").fill(visitor);
      await page.getByLabel("Time of the choice").fill("yesterday");
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await expect(check.getByRole("alert")).toContainText("Enter the time like");
      await page.getByLabel("Time of the choice").fill(time);
      const found = page.getByText("This is proof");
      await expect(async () => {
        await page.getByRole("button", { name: "Check", exact: true }).click();
        await expect(found).toBeVisible({ timeout: 2000 });
      }).toPass();
      expect(page.url()).not.toContain(visitor);
      const link = check.getByRole("status").getByRole("link");
      const id = await link.innerText();
      await link.click();
      const rows = page.locator("tbody tr");
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(id);
      await expect(rows).toContainText("Firefox");
      await expect(rows).toContainText("None of ours");
      await expectNothingWider(page, `${path}/proofs`);
      if (javaScriptEnabled) await expectAccessible(page);

      await page.getByRole("search").getByRole("button", { name: "Choice" }).click();
      await page.getByRole("menuitemradio", { name: "rejected" }).click();
      await expect(page.getByText("No proof fits")).toBeVisible();
      await page.getByRole("link", { name: "Clear all filters" }).first().click();
      await expect(rows).toHaveCount(25);
    });
  });
