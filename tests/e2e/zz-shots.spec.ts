import { hydrate, openHydrated, signIn, test } from "./fixtures.ts";

test("shots", async ({ page, baseURL, browser }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await signIn(page.request, "hr", baseURL ?? "");
  const widen = () =>
    page.evaluate(() => {
      for (const each of document.querySelectorAll<HTMLElement>(".application-side, .application-parts, .staff-sheet, .staff-work")) {
        each.style.height = "auto";
        each.style.overflow = "visible";
      }
    });
  await openHydrated(page, `/job-applications?stage=new&sort=name`);
  const href = await page.locator("a[data-main]").first().getAttribute("href");
  const path = new URL(href ?? "", baseURL).pathname;
  for (const [width, scheme] of [[1440, "light"], [390, "dark"]] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 1000 });
    await openHydrated(page, path);
    await page.locator(".scorecard summary").click();
    await page.locator(".scorecard-points").first().getByText("4").click();
    await page.locator(".scorecard-verdict").getByText("Yes", { exact: true }).click();
    await page.locator(".interviews > details > summary").click();
    await page.getByRole("spinbutton", { name: /^hour/ }).waitFor();
    await page.getByRole("button", { name: "Add a time" }).click();
    await widen();
    await page.screenshot({ path: `/tmp/b/w-meet-shots/form-${width}-${scheme}.png`, fullPage: true });
  }
  const cookies = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: cookies, ...(baseURL !== undefined && { baseURL }) });
  const without = await plain.newPage();
  await without.goto(path);
  await without.locator(".interviews > details > summary").click();
  const times = without.locator(".interviews > details input[name=time]");
  for (const [at, day] of ["10", "11", "12"].entries()) await times.nth(at).fill(`2027-03-${day}T10:30`);
  await without.getByLabel("A line to the candidate").fill("Please bring a sample of your work.");
  await without.getByLabel("Place, link or number").fill("https://meet.example/ada");
  await without.getByRole("button", { name: "Send the proposal" }).click();
  await without.screenshot({ path: `/tmp/b/w-meet-shots/plain-after.png`, fullPage: true });
  await page.goto("/mailbox");
  await page.getByRole("link", { name: "Choose a time for your interview" }).first().click();
  await page.screenshot({ path: `/tmp/b/w-meet-shots/mail.png`, fullPage: true });
  const text = (await page.locator("pre").textContent()) ?? "";
  const own = new URL(/https?:\/\/\S+\/careers\/application\/\S+/.exec(text)?.[0] ?? "").pathname;
  for (const [width, scheme] of [[1440, "light"], [390, "dark"], [390, "light"]] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await page.goto(own);
    await hydrate(page);
    await page.getByRole("radio").first().check();
    await page.locator(".apply-text summary").click();
    await page.screenshot({ path: `/tmp/b/w-meet-shots/own-${width}-${scheme}.png`, fullPage: true });
  }
});
