import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Page } from "playwright/test";
import sharp from "sharp";
import {
  answeredWith,
  expect,
  expectAccessible,
  lookInTurn,
  oneRoundOrSix,
  openHydrated,
  signIn,
  test,
} from "../fixtures.ts";

const library = "/blog-management/media";

/** A picture that no other test has, as a file. */
async function makePicture(name: string, { width = 700, height = 400 } = {}) {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const buffer = await sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

/** A picture of more than 5 MB, which goes in two parts: few pixels, and a long note that no reader of pictures knows. */
async function makeLargePicture(name: string) {
  const { buffer, ...file } = await makePicture(name);
  const note = Buffer.concat([Buffer.from("noTe"), randomBytes(5_600_000)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(note.length - 4);
  sum.writeUInt32BE(crc32(note));
  // Before the last part, which says that the file ends.
  return { ...file, buffer: Buffer.concat([buffer.subarray(0, -12), length, note, sum, buffer.subarray(-12)]) };
}

const mark = () => randomBytes(4).toString("hex");

/** Opens the library as somebody who writes articles, with what has `words` alone. */
async function openLibrary(page: Page, query = "") {
  await signIn(page.request, "marketing");
  await openHydrated(page, library + query);
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Add files" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name }) });

type TestFile = Awaited<ReturnType<typeof makePicture>>;

/** Drops or pastes files on the page, as the browser tells of it. */
async function give(page: Page, how: "drop" | "paste", files: TestFile[]) {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, text: buffer.toString("base64") }));
  await page.evaluate(
    ({ how: kind, sent: given }) => {
      const list = new DataTransfer();
      for (const { name, mimeType, text } of given) {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        list.items.add(new File([bytes], name, { type: mimeType }));
      }
      const shared = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        kind === "drop"
          ? new DragEvent("drop", { ...shared, dataTransfer: list })
          : new ClipboardEvent("paste", { ...shared, clipboardData: list }),
      );
    },
    { how, sent },
  );
}

test("files are chosen, dropped and pasted, and what is not taken is said beside it", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(answeredWith(400));
  const id = mark();
  await openLibrary(page, `?q=${id}`);
  await page.getByRole("button", { name: "Add files" }).press("Enter");
  const svg = { name: `drawing-${id}.png`, mimeType: "image/png", buffer: Buffer.from("<svg onload='alert(1)'/>") };
  await dialogOf(page)
    .getByLabel("Files", { exact: true })
    .setInputFiles([await makePicture(`chosen-${id}.png`), svg]);
  await expect(dialogOf(page).getByText("This is an SVG drawing, which can hold scripts.")).toBeVisible();
  await expect(dialogOf(page).getByText("1 file could not be sent.")).toBeAttached();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(row(page, `chosen-${id}.png`)).toContainText("No alternative text");
  await give(page, "drop", [await makePicture(`dropped-${id}.png`), await makePicture(`second-${id}.png`)]);
  await expect(dialogOf(page).getByText(`dropped-${id}.png`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, `second-${id}.png`)).toBeVisible();
  await expect(row(page, `dropped-${id}.png`)).toBeVisible();
  await give(page, "paste", [await makePicture(`pasted-${id}.png`)]);
  await page.keyboard.press("Escape");
  await expect(row(page, `pasted-${id}.png`)).toBeVisible();
  // The widths were made in this browser.
  const sources = await row(page, `pasted-${id}.png`).locator("img").getAttribute("src");
  expect(sources).toMatch(/-480-[0-9a-f]{16}\.webp$/);
});

test("a large file goes on when the network is back, and where it was after a reload @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/^Failed to load resource: net::ERR_/);
  const id = mark();
  const file = await makeLargePicture(`large-${id}.png`);
  await openLibrary(page, `?q=${id}`);
  const second = /media-uploads\/[^?]+\?from=5242880$/;
  let isOnline = false;
  // The route stays: a pending request while a route is taken away may never be answered.
  await page.route(second, (route) => (isOnline ? route.continue() : route.abort("internetdisconnected")));
  await page.getByRole("button", { name: "Add files" }).click();
  await dialogOf(page).getByLabel("Files", { exact: true }).setInputFiles(file);
  await expect(dialogOf(page).getByText("Waiting for the network")).toBeVisible();
  await expect(dialogOf(page).getByRole("progressbar")).toHaveAttribute("value", /^0\.[5-9]/);

  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await openHydrated(page, `${library}?q=${id}`);
  const parts: string[] = [];
  page.on("request", (request) => {
    const from = new URL(request.url()).searchParams.get("from");
    if (from) parts.push(from);
  });
  await page.getByRole("button", { name: "Add files" }).click();
  await dialogOf(page).getByLabel("Files", { exact: true }).setInputFiles(file);
  await expect(dialogOf(page).getByText("Waiting for the network")).toBeVisible();
  isOnline = true;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  // Some megabytes, and a browser that makes further widths of the picture meanwhile. What it says at last is named if it fails.
  await expect(dialogOf(page).getByText(/^1 (of 1 )?file (sent|could not be sent)\.$/)).toHaveText(
    "1 of 1 file sent.",
    {
      timeout: 40_000,
    },
  );
  expect(new Set(parts)).toEqual(new Set(["5242880"]));
  await page.keyboard.press("Escape");
  await expect(row(page, `large-${id}.png`)).toBeVisible();
});

test("a file is described by keyboard, replaced, shown as before, deleted and taken back", async ({ page }) => {
  const id = mark();
  await openLibrary(page, `?q=${id}`);
  await give(page, "drop", [await makePicture(`plant-${id}.png`)]);
  await expect(dialogOf(page).getByText("1 of 1 file sent.")).toBeAttached();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `plant-${id}.png` }).press("Enter");
  const panel = page.getByRole("complementary", { name: "PNG" });
  await panel.getByLabel("Alternative text").fill("A plant in one colour");
  const slider = panel.getByRole("slider", { name: "Focal point from the left" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("Saved. Articles keep the texts that they have.")).toBeVisible();
  await expect(panel.getByRole("slider", { name: "Focal point from the left" })).toHaveAttribute(
    "aria-valuetext",
    "1 %",
  );
  await panel.locator(".media-focus-picture").click({ position: { x: 100, y: 50 } });
  await expect(slider).not.toHaveAttribute("aria-valuetext", "1 %");
  await expect(panel.getByText("No article uses it")).toBeVisible();

  await panel.getByLabel("Another file").setInputFiles(await makePicture("other.png", { width: 300, height: 300 }));
  await expect(panel.getByText("Replaced. Articles show the new file.")).toBeVisible();
  await expect(panel.getByText("300 × 300 pixels")).toBeVisible();
  await panel.getByRole("button", { name: "Show this again" }).click();
  await expect(panel.getByText("The former file is shown again.")).toBeVisible();
  await expect(panel.getByText("700 × 400 pixels")).toBeVisible();

  await panel.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(`“plant-${id}.png” is deleted.`)).toBeVisible();
  await expect(row(page, `plant-${id}.png`)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(page, `plant-${id}.png`)).toBeVisible();
});

test("the picker hands over a picture of the library or a new one, by keyboard alone", async ({ page }) => {
  const id = mark();
  await signIn(page.request, "marketing");
  await openHydrated(page, "/staff-kit");
  const opener = page.getByRole("button", { name: "Choose a picture" });
  const picker = page.getByRole("dialog", { name: "Choose a picture" });
  await opener.press("Enter");
  await picker.getByRole("searchbox").fill("cloud-layers");
  const found = picker.getByRole("button", { name: /cloud-layers\.jpg/ });
  await expect(picker.getByText("1 pictures shown.")).toBeAttached();
  await expectAccessible(page);
  await found.press("Enter");
  await expect(picker).toBeHidden();
  await expect(page.locator("output").filter({ hasText: "cloud-layers.jpg, 960 × 600" })).toBeVisible();
  await opener.press("Enter");
  await picker.getByRole("searchbox").fill("nothing has this name");
  await expect(picker.getByText("No picture fits")).toBeVisible();
  await picker.getByLabel("New picture").setInputFiles(await makePicture(`new-${id}.png`));
  await expect(page.locator("output").filter({ hasText: `new-${id}.png, 700 × 400` })).toBeVisible();
});

test.describe("without JavaScript @ci", () => {
  test.use({ javaScriptEnabled: false });

  test("a small file is added by the form, and found by its name", async ({ page }) => {
    const id = mark();
    await signIn(page.request, "marketing");
    await page.goto(library);
    await page.getByRole("button", { name: "Add files" }).click();
    await dialogOf(page)
      .getByLabel("Files", { exact: true })
      .setInputFiles(await makePicture(`plain-${id}.png`));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect(page.getByText(`“plain-${id}.png” is in the library.`)).toBeVisible();
    await page.goto(`${library}?q=plain-${id}`);
    await page.getByRole("link", { name: `plain-${id}.png` }).click();
    await expect(page.getByText("700 × 400 pixels")).toBeVisible();
  });
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`the library and a file of it are accessible and fit in ${rounds.length} rounds`, { tag }, async ({ page }) => {
    test.setTimeout(120_000 * rounds.length);
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      await openLibrary(page, "?sort=name");
      await look();
      await page.getByRole("link", { name: "List", exact: true }).click();
      await expect(page.getByRole("columnheader", { name: "File" })).toBeVisible();
      await page.getByRole("link", { name: "cloud-layers.jpg" }).click();
      await expect(page.getByRole("link", { name: "How to read a cloud bill in an afternoon" })).toBeVisible();
      await look();
    }
  });
