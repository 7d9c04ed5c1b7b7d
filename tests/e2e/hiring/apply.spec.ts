/** Applying from a phone, with files, a network that comes and goes, twice, without JavaScript; and taking it back. */
import type { BrowserContext, Page } from "playwright/test";
import { answeredWith, expect, expectAccessible, expectNothingWider, hydrate, test } from "../fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const text = { name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from("Ada Example\nTen years of Rust") };

function makePdf(bytes: number) {
  const head = "%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n";
  const end = "\nstartxref\n9\n%%EOF\n";
  const buffer = Buffer.from(head + "% filling\n".repeat(Math.ceil(bytes / 10)) + end);
  return { name: "cv.pdf", mimeType: "application/pdf", buffer };
}

async function makeDocx() {
  const { makeArchive } = await import("../../import-files/make-archive.ts");
  const files = { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document/>" };
  const mimeType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return { name: "cv.docx", mimeType, buffer: Buffer.from(await makeArchive(files)) };
}

async function fillIn(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Ada Example");
  await page.getByLabel("E-mail").fill(`ada-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`);
  await page.getByLabel(/^You may store this application/).check();
}

const send = (page: Page) => page.getByRole("button", { name: "Send application" }).click();
const chooseCv = (page: Page) => page.getByLabel("CV", { exact: true });

async function expectSent(page: Page, file: string) {
  await page.waitForURL(/\/careers\/application\/[\w-]{43}\?sent/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We have your application");
  await expect(page.getByRole("link", { name: file })).toBeVisible();
}

/** Without a network the console says so. */
const offline = /net::ERR_INTERNET_DISCONNECTED/;

/** Takes the network away when the second piece of a file is sent; resolves `lost` then. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<{ lost: Promise<void> }> {
  const second = Promise.withResolvers<void>();
  await page.route("**/careers/apply/uploads?upload=*", async (route) => {
    if (new URL(route.request().url()).searchParams.get("from") === "1048576") {
      await context.setOffline(true);
      second.resolve();
      await page.unroute("**/careers/apply/uploads?upload=*");
    }
    await route.continue().catch(() => {});
  });
  return { lost: second.promise };
}

test("a PDF goes on after the network was lost, a form with a mistake keeps it, and sent twice it is one application @ci", async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400), offline);
  await page.goto("/careers/cloud-engineer");
  await page
    .getByRole("link", { name: /^Apply for/ })
    .first()
    .click();
  await page.waitForURL("**/careers/cloud-engineer/apply");
  await hydrate(page);
  await expectAccessible(page);
  await expectNothingWider(page);
  const { lost } = await loseNetwork(page, context);
  await chooseCv(page).setInputFiles(makePdf(3_000_000));
  await lost;
  await expect(page.getByText("Waiting for the network.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Ada Example");
  await page.getByLabel("E-mail").fill("ada@");
  await context.setOffline(false);
  await expect(page.getByText(/cv\.pdf \(3\.0 MB\) is with us/)).toBeVisible();
  await send(page);
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/such as name@company\.com/);
  await expect(page.getByText(/cv\.pdf \(3\.0 MB\) is with us/)).toBeVisible();
  await expectAccessible(page);
  await expectNothingWider(page);
  await fillIn(page);
  for (const group of await page.getByRole("group").all())
    if ((await group.getByRole("radio").count()) > 0) await group.getByRole("radio").first().check();
  for (const field of await page.locator("[name^='q-'][required]:not([type=radio])").all())
    if ((await field.inputValue()) === "") await field.fill("3");
  await page.getByRole("button", { name: "Send application" }).dblclick();
  await expectSent(page, "cv.pdf");
  await expectAccessible(page);
  await expectNothingWider(page);
  const own = page.url();
  // Back in the form, the very same form is the same application.
  await page.getByLabel("Add a document").setInputFiles(text);
  await expect(page.getByText(/cv\.txt \(1 KB\) is with us/)).toBeVisible();
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByText("Your document is with us.")).toBeVisible();
  await expect(page.getByRole("link", { name: "cv.txt" })).toBeVisible();
  await page.getByLabel("Yes, erase all of it.").check();
  await page.getByRole("button", { name: "Withdraw and erase" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is erased");
  expect((await page.request.get(own)).status()).toBe(404);
});

test("a form that is sent while its file is on the way goes by itself once that is there; a picture is refused at once", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400));
  await page.goto("/careers/apply?source=Jobs.Example");
  await hydrate(page);
  const png = { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("\x89PNG\r\n\x1a\n", "latin1") };
  await chooseCv(page).setInputFiles(png);
  await expect(page.getByText(/This is a picture/)).toBeVisible();
  await fillIn(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/careers/apply/uploads?upload=*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await chooseCv(page).setInputFiles(await makeDocx());
  await send(page);
  await expect(page.getByRole("button", { name: "Sending the file first" })).toBeVisible();
  gate.resolve();
  await expectSent(page, "cv.docx");
});

test("a draft is kept on the device only if asked for, and goes with the sent form", async ({ page }) => {
  await page.goto("/careers/apply");
  await hydrate(page);
  await page.getByLabel("Name", { exact: true }).fill("Ada Example");
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("application-drafts");
  await page.getByLabel(/^Keep a draft on this device/).check();
  await page.getByLabel("Note").fill("In March.");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("application-drafts"))).toContain("In March.");
  await page.reload();
  await hydrate(page);
  await expect(page.getByText("What you typed before on this device is back.")).toBeVisible();
  await expect(page.getByLabel("Note")).toHaveValue("In March.");
  await fillIn(page);
  await chooseCv(page).setInputFiles(text);
  await expect(page.getByText(/cv\.txt \(1 KB\) is with us/)).toBeVisible();
  await send(page);
  await expectSent(page, "cv.txt");
  expect(await page.evaluate(() => localStorage.getItem("application-drafts"))).toBeNull();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form with a mistake keeps its file; sent, it can be added to and withdrawn", async ({
    page,
    allowConsole,
  }) => {
    allowConsole.push(answeredWith(400));
    await page.goto("/careers/apply");
    await fillIn(page);
    await page.getByLabel("Telephone").fill("by post");
    await page.getByLabel("E-mail").fill("ada@example-.com");
    await chooseCv(page).setInputFiles(text);
    await send(page);
    await expect(page.getByRole("alert")).toContainText("One thing to put right");
    await expect(page.getByText(/cv\.txt \(1 KB\) is with us/)).toBeVisible();
    await expect(page.getByLabel("Telephone")).toHaveValue("by post");
    await page.getByLabel("E-mail").fill("Ada <o&ada#1@müller.example>");
    await send(page);
    await expectSent(page, "cv.txt");
    await page.getByLabel("Add a document").setInputFiles(await makeDocx());
    await page.getByRole("button", { name: "Add it" }).click();
    await expect(page.getByRole("link", { name: "cv.docx" })).toBeVisible();
    await page.getByLabel("Yes, erase all of it.").check();
    await page.getByRole("button", { name: "Withdraw and erase" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your application is erased");
  });
});
