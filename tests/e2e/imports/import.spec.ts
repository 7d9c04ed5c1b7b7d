import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { makeExport } from "./export-file.ts";
import { expect, expectAccessible, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";

const path = "/blog-management/import";
const makeMark = () => randomBytes(4).toString("hex");

async function openImport(page: Page) {
  await signIn(page.request, "marketing");
  await openHydrated(page, path);
}

type TestFile = Awaited<ReturnType<typeof makeExport>>;

async function choose(page: Page, file: TestFile) {
  await page.getByLabel("File to import").setInputFiles(file);
  await expect(page.getByRole("heading", { name: `What becomes of ${file.name}` })).toBeVisible();
}

const finished = (page: Page) => page.getByRole("heading", { name: "The import is finished" });
const rowOf = (page: Page, file: TestFile) => page.getByRole("row").filter({ hasText: file.name });

test("a file is looked at, imported, imported again without an effect, and taken back", async ({ page }) => {
  const mark = makeMark();
  const file = await makeExport({ mark, posts: 3, isDamaged: true });
  await signIn(page.request, "marketing");
  await openHydrated(page, "/blog-management");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await choose(page, file);
  await expect(page.getByRole("row", { name: new RegExp(`Imported ${mark} 2 .*New, draft`) })).toBeVisible();
  await expect(page.getByRole("row", { name: `damaged-${mark}` })).toContainText("Download the export again.");
  await expectAccessible(page);
  await page.getByText("With losses", { exact: true }).last().click();
  await expect(page.getByText("There is none.")).toBeVisible();
  await page.locator("label", { hasText: "Cannot be read" }).click();
  await expect(page.getByText("1 to 1 of 1")).toBeVisible();
  const [report] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Report as CSV" }).click(),
  ]);
  expect(report.suggestedFilename()).toBe("import-report.csv");
  await page.getByRole("button", { name: "Import 3 posts" }).click();
  await expect(finished(page)).toBeVisible();
  await expect(page.getByText("3 articles were added.")).toBeVisible();
  await expect(rowOf(page, file)).toContainText("3 of 3");
  await expect(rowOf(page, file)).toContainText("Finished");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Choose another file" }).click();
  await choose(page, file);
  await expect(page.getByText("3 are here already")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 0 posts" })).toHaveAttribute("aria-disabled", "true");

  await page.goto(`/blog-management?q=${mark}`);
  await page.getByRole("link", { name: `Imported ${mark} 1` }).click();
  await expect(page.getByRole("img", { name: "A plant" }).first()).toBeVisible();

  await openHydrated(page, path);
  await rowOf(page, file).getByRole("button", { name: "Undo…" }).click();
  const dialog = page.getByRole("dialog", { name: "Take this import back?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take back 3 articles" }).click();
  await expect(page.getByText("3 articles went to")).toBeVisible();
  await expect(page.getByText(/stay, because articles still have them/)).toBeVisible();
  await expect(rowOf(page, file)).toContainText("Taken back");
  await expectAccessible(page);
});

test("an import goes on after a lost network, and after a reload in the middle, and brings nothing twice @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/^Failed to load resource: net::ERR_/);
  const mark = makeMark();
  const file = await makeExport({ mark, posts: 45 });
  await openImport(page);
  let batches = 0;
  let isCut = true;
  await page.route("**/import-run", async (route) => {
    const isBatch = route.request().postData()?.includes('"intent":"posts"') === true;
    if (isBatch) batches += 1;
    // The second batch is stored, and its answer is lost.
    if (isBatch && batches === 2) await route.fetch();
    return isBatch && batches >= 2 && isCut ? route.abort("internetdisconnected") : route.fallback();
  });
  await choose(page, file);
  await page.getByRole("button", { name: "Import 45 posts" }).click();
  await expect(page.getByText("Waiting for the network")).toBeVisible();
  await expect(page.getByText("20 of 45")).toBeVisible();
  await expectAccessible(page);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await openHydrated(page, path);
  await expect(rowOf(page, file)).toContainText("40 of 45");
  await expect(rowOf(page, file)).toContainText("Choose the same file to go on.");
  await choose(page, file);
  await expect(page.getByText("40 of 45 posts are here; it goes on with the rest.")).toBeVisible();
  await page.getByRole("button", { name: "Import 5 posts" }).click();
  await expect(page.getByText("Waiting for the network")).toBeVisible();
  isCut = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(finished(page)).toBeVisible();
  await expect(rowOf(page, file)).toContainText("45 of 45");
  await rowOf(page, file).getByRole("button", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Take back 45 articles" }).click();
  await expect(page.getByText("45 articles went to")).toBeVisible();
});

test("an import is paused, stopped and gone on with @ci", async ({ page }) => {
  const mark = makeMark();
  const file = await makeExport({ mark, posts: 3 });
  await openImport(page);
  const sent = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route("**/media-uploads", async (route) => {
    sent.resolve();
    await held.promise;
    await route.fallback();
  });
  await choose(page, file);
  await page.getByRole("button", { name: "Import 3 posts" }).click();
  // A pause lets the picture that is being sent arrive, and nothing after it.
  await sent.promise;
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("heading", { name: "Paused" })).toBeVisible();
  held.resolve();
  await expect(page.getByRole("progressbar", { name: "Pictures" })).toHaveAttribute("value", "1");
  await expect(page.getByRole("progressbar", { name: "Posts" })).toHaveAttribute("value", "0");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The import has stopped" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("3 articles were added.")).toBeVisible();
});

test("a file that is none of the kinds says so, and another can be chosen", async ({ page }) => {
  await openImport(page);
  const empty = { name: "empty.zip", mimeType: "application/zip", buffer: Buffer.from("") };
  await page.getByLabel("File to import").setInputFiles(empty);
  await expect(page.getByRole("alert").filter({ hasText: "This file is empty." })).toBeVisible();
  await expectAccessible(page);
  const file = await makeExport({ mark: makeMark(), posts: 1 });
  await choose(page, file);
  await expect(page.getByRole("button", { name: "Import 1 post" })).toBeVisible();
});

test("everything is exported part by part, goes on after a lost network, can be stopped, and opens as an import @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/^Failed to load resource: net::ERR_/);
  await openImport(page);
  let isCut = true;
  // The first parts arrive. What other tests import makes the parts after them more than a test can wait for twice.
  await page.route("**/export?part=articles*", (route) =>
    isCut ? route.abort("internetdisconnected") : route.fallback(),
  );
  const link = page.getByRole("link", { name: "Export everything" });
  await link.click();
  await expect(page.getByText("Waiting for the network")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("Exporting everything")).toBeHidden();
  await link.click();
  await expect(page.getByText("Waiting for the network")).toBeVisible();
  isCut = false;
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate(() => dispatchEvent(new Event("online"))),
  ]);
  expect(archive.suggestedFilename()).toMatch(/^articles-\d{4}-\d{2}-\d{2}\.zip$/);
  await expect(page.getByText(`${archive.suggestedFilename()} is in your downloads.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("File to import").setInputFiles(await archive.path());
  await expect(page.getByRole("heading", { name: "What becomes of" })).toBeVisible();
  await expect(page.getByText(/are here already/)).toBeVisible();
});

test.describe("without JavaScript @ci", () => {
  test.use({ javaScriptEnabled: false });

  // The quick run alone: beside the thousands of articles that other tests import, there is too much for one download.
  test("everything is exported as a ZIP", async ({ page }) => {
    await signIn(page.request, "marketing");
    await page.goto(path);
    await expect(page.getByText("An import runs in your browser and needs JavaScript.")).toBeVisible();
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export everything" }).click(),
    ]);
    expect(archive.suggestedFilename()).toMatch(/^articles-.*\.zip$/);
    expect(await archive.failure()).toBeNull();
  });
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`the page of imports is accessible and fits in ${rounds.length} rounds`, { tag }, async ({ page }) => {
    test.setTimeout(120_000 * rounds.length);
    await signIn(page.request, "marketing");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      await openHydrated(page, path);
      await look();
      await choose(page, await makeExport({ mark: makeMark(), posts: 60, isDamaged: true }));
      await look();
    }
  });
