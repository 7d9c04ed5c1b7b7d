/** The forms of a site that has set Turnstile up; Cloudflare's script is played by one of this test. */
import { type CompanySite, openCompanySite } from "../site/company-site.ts";
import { expect, hydrate, test } from "../fixtures.ts";

// One site for all of them.
test.describe.configure({ mode: "default" });

let site: CompanySite;

test.beforeAll(async () => {
  site = await openCompanySite({ TURNSTILE_SITE_KEY: "a site key", TURNSTILE_SECRET: "a secret" });
});

test.afterAll(() => site.stop());

const script = `globalThis.turnstile = { reset() {}, remove() {}, render(place, { sitekey }) {
  place.innerHTML = '<input type="hidden" name="cf-turnstile-response" value="' + sitekey + ' answered">';
} }`;

for (const path of ["/contact", "/careers/apply"]) {
  test(`the form of ${path} has the widget's answer @ci`, async ({ page }) => {
    await page.route("https://challenges.cloudflare.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: script }),
    );
    await page.goto(site.origin + path);
    await hydrate(page);
    await expect(page.locator("form [name=cf-turnstile-response]")).toHaveValue("a site key answered");
  });

  test(`the form of ${path} stays where the widget's code does not come @ci`, async ({ page, allowConsole }) => {
    allowConsole.push(/net::ERR_FAILED/);
    await page.route("**/assets/challenge-*.js", (route) => route.abort());
    await page.goto(site.origin + path);
    const asked = page.waitForRequest("**/assets/challenge-*.js");
    await hydrate(page);
    await asked;
    await page.getByLabel("Name").fill("Ada Example");
    await expect(page.getByLabel("Name")).toHaveValue("Ada Example");
    await expect(page.locator("form [name=cf-turnstile-response]")).toHaveCount(0);
  });
}
