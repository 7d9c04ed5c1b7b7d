import type { Locator, Page } from "playwright/test";
import { expectMarkdown, goToEnd, openEditor, openSource, paste } from "./editor-page.ts";
import { expect, expectAccessible, lookIn, settle, test, twoViews } from "../fixtures.ts";

test("an article is written by keyboard alone, and each key can be taken back", async ({ page }) => {
  const text = await openEditor(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.type("\n## A section\nSome **bold** and `code`\n- one\n");
  await page.keyboard.press("Tab");
  await page.keyboard.type("two");
  await expectMarkdown(page, "Start.\n\n## A section\n\nSome **bold** and `code`\n\n- one\n  - two\n");

  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Alt+ArrowUp");
  await expectMarkdown(page, "Start.\n\n## A section\n\n- one\n- two\n\nSome **bold** and `code`\n");
  await text.press("Control+a");
  await page.keyboard.press("Backspace");
  await expectMarkdown(page, "");
  await expect(async () => {
    await page.keyboard.press("Control+z");
    expect(await text.innerText()).toBe("Start.");
  }).toPass();
  await expectMarkdown(page, "Start.\n");
});

test("a word is changed and nothing else in the source is", async ({ page }) => {
  const source = "* odd   list\n* of __two__\n\n\n\nLine one\nline two\n\nTitle\n-----\n\n|a|b|\n|-|-|\n|`x\\|y`|2|\n";
  const text = await openEditor(page, source);
  await text.getByText("Line one").dblclick({ position: { x: 8, y: 8 } });
  await page.keyboard.type("Row");
  await expectMarkdown(page, source.replace("Line one", "Row one"));
});

test("the slash menu finds blocks by name, and Escape leaves the slash", async ({ page }) => {
  const text = await openEditor(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.type("\n/");
  const list = page.getByRole("listbox", { name: "Blocks" });
  await expect(list.getByRole("option", { name: "Heading 2" })).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.keyboard.type("/call");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mind the gap\nBetween doors.");
  await expectMarkdown(page, "Start.\n\n> [!note] Mind the gap\n> Between doors.\n");
});

test("the slash menu opens upwards where the window has no room below", async ({ page }) => {
  const text = await openEditor(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.type("\n\n\n\n/");
  const list = page.getByRole("listbox", { name: "Blocks" });
  for (const height of [900, 560]) {
    await page.setViewportSize({ width: 1280, height });
    const line = text.locator("p").last();
    // As low in the window as the line can be.
    await line.evaluate((element) => element.scrollIntoView({ block: "end" }));
    await page.keyboard.type("h");
    await page.keyboard.press("Backspace");
    const [menu, words] = [await list.boundingBox(), await line.boundingBox()];
    if (!menu || !words) throw new Error("Nothing is shown");
    expect(menu.y + menu.height).toBeLessThanOrEqual(height);
    expect(menu.y).toBeGreaterThanOrEqual(0);
    expect(menu.y > words.y || menu.y + menu.height <= words.y + 8).toBe(true);
  }
});

test("Tab behind the last cell of a table adds a row", async ({ page }) => {
  const text = await openEditor(page, "| Hour | MW |\n| --- | --: |\n| 06 | 412 |\n");
  await text.getByRole("cell", { name: "412" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await page.keyboard.type("07");
  await page.keyboard.press("Tab");
  await page.keyboard.type("398");
  await expectMarkdown(page, "| Hour | MW |\n| --- | --: |\n| 06 | 412 |\n| 07 | 398 |\n");
});

test("on a busy computer keys that follow a click at once go where the cursor is @ci", async ({ page }) => {
  const text = await openEditor(page, "| Hour | MW |\n| --- | --: |\n| 06 | 412 |\n");
  const { click, press } = await openInput(page);
  const cell = await findMiddle(page, text.getByRole("cell", { name: "412" }));
  await whileBusy(page, () => [click(cell), press("End", 35), press("Tab", 9), press("7", 55, "7")]);
  await expectMarkdown(page, "| Hour | MW |\n| --- | --: |\n| 06 | 412 |\n| 7 |  |\n");
});

test("on a busy computer a button that is pressed right after words were marked changes these @ci", async ({
  page,
}) => {
  const text = await openEditor(page, "Words\n\nmarked\n");
  const { click } = await openInput(page);
  await text.getByText("Words").click();
  // The word is at the beginning of its line.
  const line = await findMiddle(page, text.getByText("marked"));
  const box = await text.getByText("marked").boundingBox();
  const word = { x: (box?.x ?? 0) + 16, y: line.y };
  const bold = await findMiddle(page, page.getByRole("button", { name: "Bold" }));
  await whileBusy(page, () => [click(word), click(word, 2), click(bold)]);
  await expectMarkdown(page, "Words\n\n**marked**\n");
});

/** All that is sent meanwhile waits, and then comes in one go: before the browser says where the cursor is. */
async function whileBusy(page: Page, send: () => Promise<unknown>[]): Promise<void> {
  const busy = page.evaluate(() => {
    const until = performance.now() + 400;
    while (performance.now() < until);
  });
  await Promise.all([busy, ...send()]);
}

/** Mouse and keys that do not wait for what they do. */
async function openInput(page: Page) {
  const browser = await page.context().newCDPSession(page);
  return {
    click: ({ x, y }: Place, clickCount = 1) =>
      Promise.all(
        (["mousePressed", "mouseReleased"] as const).map((type) =>
          browser.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount }),
        ),
      ),
    press: (key: string, windowsVirtualKeyCode: number, text?: string) =>
      Promise.all(
        (["keyDown", "keyUp"] as const).map((type) =>
          browser.send("Input.dispatchKeyEvent", {
            type,
            key,
            code: key,
            windowsVirtualKeyCode,
            ...(text && { text }),
          }),
        ),
      ),
  };
}

interface Place {
  x: number;
  y: number;
}

async function findMiddle(page: Page, part: Locator): Promise<Place> {
  await part.scrollIntoViewIfNeeded();
  await settle(page);
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a table is made, filled and changed by keyboard and by its toolbar", async ({ page }) => {
  const text = await openEditor(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.type("\n/table\n");
  for (const cell of ["Hour", "MW", "Note", "06", "412 | x"]) {
    await page.keyboard.type(cell);
    if (cell !== "412 | x") await page.keyboard.press("Tab");
  }
  const tools = page.getByRole("toolbar", { name: "Table" });
  await tools.getByRole("button", { name: "Right" }).click();
  await tools.getByRole("button", { name: "Row below" }).click();
  await page.keyboard.press("Tab");
  await tools.getByRole("button", { name: "Delete column" }).click();
  await expectMarkdown(page, "Start.\n\n| Hour | MW |\n| --- | --: |\n| 06 | 412 \\| x |\n|  |  |\n|  |  |\n");
  await text.press("Control+Home");
  await expect(tools).toBeHidden();
});

test("words are linked by pasting an address, and by a page that is found", async ({ page }) => {
  const text = await openEditor(page, "Read this and that.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Control+Home");
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe("Read");
  await paste(page, { text: "https://example.com/a?b=c" });
  await expectMarkdown(page, "[Read](https://example.com/a?b=c) this and that.\n");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Change the link" });
  await dialog.getByLabel("Address, or words").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect(dialog.getByText("An address begins with")).toBeVisible();
  await dialog.getByLabel("Address, or words").fill("renewable");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Renewable energy" }).click();
  await expectMarkdown(page, "[Read](/industries/renewable-energy) this and that.\n");
  await page.getByRole("toolbar", { name: "Selected text" }).getByRole("button", { name: "Unlink" }).click();
  await expectMarkdown(page, "Read this and that.\n");
});

test("words are found and replaced, and that is taken back as one step", async ({ page }) => {
  const source = "Cat and cat.\n\n- cat\n\nconcat\n";
  const text = await openEditor(page, source);
  await text.press("Control+f");
  const bar = page.getByRole("search");
  await bar.getByLabel("Find").fill("cat");
  await expect(bar.getByRole("status")).toHaveText("4 found");
  await bar.getByLabel("Match case").check();
  await expect(bar.getByRole("status")).toHaveText("3 found");
  await bar.getByLabel("Replace with").fill("dog");
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Replace all" }).click();
  await expect(bar.getByRole("status")).toHaveText("3 replaced");
  // The name of a button under the pointer would be what Escape takes away.
  await page.mouse.move(0, 0);
  await expectMarkdown(page, "Cat and dog.\n\n- dog\n\ncondog\n");
  await bar.getByLabel("Find").press("Escape");
  await expect(text).toBeFocused();
  await text.press("Control+z");
  await expectMarkdown(page, source);
});

test("a footnote is written at the end, and both of its places lead to each other", async ({ page }) => {
  const text = await openEditor(page, "More.\n");
  await goToEnd(page, text);
  await page.keyboard.type("\nA claim.");
  await page.keyboard.press("Control+Alt+f");
  await page.keyboard.type("Its source.");
  await expectMarkdown(page, "More.\n\nA claim.[^1]\n\n[^1]: Its source.\n");
  await page.getByRole("toolbar", { name: "Note 1" }).getByRole("button", { name: "Back to where" }).click();
  await page.getByRole("button", { name: "Go to the footnote" }).click();
  await page.keyboard.type("First: ");
  await expectMarkdown(page, "More.\n\nA claim.[^1]\n\n[^1]: First: Its source.\n");
});

/** Draws no frame, as a busy machine may before the next key. Returns a function that lets it draw again. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const draw = window.requestAnimationFrame;
    Object.assign(window, { requestAnimationFrame: () => 0, drawFrames: () => (window.requestAnimationFrame = draw) });
  });
  return () => page.evaluate(() => void Reflect.get(window, "drawFrames")());
}

test("Markdown and rich text are two sides of one article, with the cursor at the same block", async ({ page }) => {
  const text = await openEditor(page, "One.\n\nTwo.\n\nThree.\n");
  await text.getByText("Three.").click();
  let drawFrames = await holdFrames(page);
  await page.getByRole("button", { name: "Markdown", exact: true }).click();
  const source = page.getByRole("textbox", { name: "Markdown of the article" });
  await expect(source).toBeFocused();
  await page.keyboard.type("**Here:** ");
  await drawFrames();
  await expectMarkdown(page, "One.\n\nTwo.\n\n**Here:** Three.\n");
  await expectAccessible(page);
  drawFrames = await holdFrames(page);
  await page.keyboard.press("Control+m");
  await expect(text.locator("strong")).toHaveText("Here:");
  await expect(text).toBeFocused();
  await page.keyboard.type("> ");
  await drawFrames();
  await expectMarkdown(page, "One.\n\nTwo.\n\n> **Here:** Three.\n");
  await expect(async () => {
    await page.keyboard.press("Control+z");
    await expect(text.locator("strong, blockquote")).toHaveCount(0, { timeout: 1 });
  }).toPass();
  await expectMarkdown(page, "One.\n\nTwo.\n\nThree.\n");
});

test("an article that rich text cannot hold opens as Markdown and says why", async ({ page }) => {
  await openEditor(page);
  await openSource(page, "- [a][x]\n\n  [x]: /inside\n");
  await expect(page.getByText("rich text cannot hold addresses of links inside of other blocks")).toBeVisible();
  const source = page.getByRole("textbox", { name: "Markdown of the article" });
  await source.fill("- [a](/inside)\n");
  await page.getByRole("button", { name: "Markdown", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Article", exact: true }).locator("li a")).toHaveText("a");
});

test("pasted pictures are stored, with a placeholder meanwhile and a reason when it fails", async ({ page }) => {
  const text = await openEditor(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Enter");
  const drop = (name: string) =>
    page.evaluate((name) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(["x"], name, { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.querySelector(".editor-text")?.dispatchEvent(event);
    }, name);
  await drop("broken.png");
  await expect(page.getByText("The picture is damaged. Export it again.")).toBeVisible();
  await drop("chart.png");
  await expectMarkdown(page, "Start.\n\n![chart.png](/media/demo/forecast-ramp.svg)\n");
  await text.locator("figure").click();
  await page.getByLabel("What it shows").fill('A "chart"');
  await page.getByLabel("Caption").fill("Errors");
  await expectMarkdown(page, 'Start.\n\n![A "chart"](/media/demo/forecast-ramp.svg "Errors")\n');
});

test("the width of a picture and a video are set by keyboard, and a pasted address of a video shows it @ci", async ({
  page,
}) => {
  const picture = "![A](/media/demo/forecast-ramp.svg)";
  const video = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
  const text = await openEditor(page, `Start.\n\n${picture}\n`);
  const pictureBar = page.getByRole("toolbar", { name: "Picture" });
  // Before the picture has come there is no line for it to go up to.
  await expect(async () => {
    await goToEnd(page, text);
    await page.keyboard.press("ArrowUp");
    await expect(pictureBar).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Shift+Tab");
  await expect(pictureBar.getByLabel("Width")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expectMarkdown(page, `Start.\n\n${picture}{.wide}\n`);
  await page.keyboard.press("Shift+Tab");
  await expect(pictureBar.getByLabel("Caption")).toBeFocused();
  await expect(text.locator("figure.wide")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("/video\n");
  const videoBar = page.getByRole("toolbar", { name: "Video" });
  await expect(videoBar.getByLabel("Address")).toBeFocused();
  await page.keyboard.type("https://example.com/film");
  await expect(videoBar.getByText("Only videos of YouTube and Vimeo.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(video);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Our talk");
  await expectMarkdown(page, `Start.\n\n${picture}{.wide}\n\n[Our talk](${video})\n`);
  await expect(text.locator(".embed")).toHaveText("Our talkPlays from YouTube once a reader asks for it");
  await expectAccessible(page);

  await openSource(page, "Start.\n");
  await goToEnd(page, text);
  await page.keyboard.press("Enter");
  await paste(page, { text: "https://vimeo.com/76979871" });
  await videoBar.getByLabel("Title").fill("By mouse");
  await expectMarkdown(page, "Start.\n\n[By mouse](https://vimeo.com/76979871)\n");
  await text.press("Control+z");
  await text.press("Control+z");
  await expectMarkdown(page, "Start.\n");
});

test("the toolbar is one stop of the keyboard, reached with Alt+F10", async ({ page }) => {
  const text = await openEditor(page, "Words to mark.\n");
  await text.press("Control+a");
  await page.keyboard.press("Alt+F10");
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await expect(bar.getByRole("button", { name: "Undo" })).toBeFocused();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("ArrowRight");
  await expect(bar.getByRole("button", { name: "Bold" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectMarkdown(page, "**Words to mark.**\n");
  await page.keyboard.press("Alt+F10");
  await expect(bar.getByRole("button", { name: "Bold" })).toBeFocused();
  await expect(bar.getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
  // The first takes away the name that floats beside the button.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(text).toBeFocused();
});

test("the outline lists the headings, and every state of the editor is accessible @ci", async ({ page }) => {
  const text = await openEditor(page);
  await page.getByRole("button", { name: "Outline" }).click();
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button", { name: "Why traders" }).click();
  await expect(text).toBeFocused();
  for (const view of twoViews) {
    await lookIn(page, view);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});
