/** The side panel of the page on which an article is written. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { expectSaved, getRichText, makeArticle, openArticle, readStored, saveDraft } from "./article-page.ts";
import {
  answeredWith,
  expect,
  expectAccessible,
  expectNothingWider,
  halfOrAll,
  lookIn,
  signIn,
  sixViews,
  test,
} from "../fixtures.ts";

/** Has something for each check. */
const firstText = `# A first heading

A paragraph with [a page that is gone](/gone), [a section that is missing](#missing) and [a whole page](/contact).

#### Too deep

![](/media/demo/none.svg)

## Empty

## Code

\`\`\`
const answer = 42;
\`\`\`
`;

const drawn = { cover: { motif: "streams", seed: "panel", lead: null, density: 1 }, coverAlt: "Streams" };

let path: string;
/** Other runs of these tests leave their titles and addresses behind. */
let mark: string;

test.beforeEach(async ({ page }) => {
  mark = randomBytes(4).toString("hex");
  await signIn(page.request, "marketing");
  path = await makeArticle(page);
});

async function openPanel(page: Page): Promise<void> {
  await openArticle(page, path);
  await expect(page.locator(".article-panel .kit-datepicker")).toHaveCount(2);
  await expect(page.locator(".article-panel .kit-combobox")).toHaveCount(3);
}

const panel = (page: Page) => page.getByRole("complementary", { name: "Article settings" });
/** Chooses the first picture of the library as the cover. */
async function chooseUploaded(page: Page): Promise<void> {
  await panel(page).getByRole("radio", { name: "Uploaded" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a picture" });
  await dialog.getByRole("region", { name: "Library" }).getByRole("button").first().click();
  await expect(dialog).toBeHidden();
}

const checks = (page: Page) => page.getByRole("region", { name: "Before you publish" });

test("a first draft by keyboard alone: address, names, times, checks that lead to their places @ci", async ({
  page,
  allowConsole,
}) => {
  // Its picture is missing.
  allowConsole.push(answeredWith(404));
  await saveDraft(page, path, { markdown: firstText });
  await openPanel(page);
  const address = panel(page).getByRole("textbox", { name: "Address" });
  await expect(page.getByLabel("Article settings")).toHaveCount(1);

  await test.step("the address follows the title until somebody sets it", async () => {
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await title.fill(`The forecast ${mark} is a product, not a report`);
    await expect(address).toHaveValue(`the-forecast-${mark}-is-a-product-not-a-report`);
    await address.fill(`My Forecast ${mark}`);
    await address.press("Tab");
    await expect(address).toHaveValue(`my-forecast-${mark}`);
    await title.fill(`Another title ${mark}`);
    await expect(checks(page).getByRole("button", { name: "Give the article a title." })).toHaveCount(0);
    await expect(address).toHaveValue(`my-forecast-${mark}`);
    await panel(page).getByRole("button", { name: "Make it from the title" }).press("Enter");
    await expect(address).toHaveValue(`another-title-${mark}`);
  });

  await test.step("a tag is made in place", async () => {
    const tag = `Quantum ${mark}`;
    await panel(page).getByRole("combobox", { name: "Tags" }).fill(tag);
    await page.getByRole("option", { name: `Create “${tag}”` }).waitFor();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: tag, exact: true, selected: true })).toBeVisible();
    // While the list is open, all else is out of reach of readers of screens.
    await page.keyboard.press("Escape");
    await expect(panel(page).getByRole("button", { name: `Remove ${tag}` })).toBeVisible();
  });

  await test.step("each finding leads to its place", async () => {
    await checks(page).getByRole("button", { name: "This site has no page “/gone”." }).press("Enter");
    await expect(getRichText(page)).toBeFocused();
    await page.keyboard.type("Now: ");
    await expectSaved(page);
    expect(await readStored(page, path)).toContain("Now: A paragraph with");
    await checks(page).getByRole("button", { name: "Say in a sentence or two" }).press("Enter");
    await expect(panel(page).getByRole("textbox", { name: "Dek" })).toBeFocused();
    await page.keyboard.type("What it is about.");
    await expect(checks(page).getByRole("button", { name: "Say in a sentence or two" })).toHaveCount(0);
    await checks(page).getByRole("button", { name: "says little in a search result" }).press("Enter");
    await expect(panel(page).getByRole("textbox", { name: "Description" })).toBeFocused();
    await checks(page).getByRole("button", { name: "The article has no cover." }).press("Enter");
    await expect(panel(page).getByRole("tab", { name: "Art" })).toHaveAttribute("aria-selected", "true");
  });
});

test("a picture that is not described leads to the field for that, and its words to no other place @ci", async ({
  page,
  allowConsole,
}) => {
  // The pictures are missing.
  allowConsole.push(answeredWith(404));
  const fault = checks(page).getByRole("button", { name: "Describe this picture for those who cannot see it." });
  for (const [source, described] of [
    ["One.\n\n![](/media/a.svg)\n\nTwo.\n", "One.\n\n![A star](/media/a.svg)\n\nTwo.\n"],
    [
      "Of ![all](/media/a.svg) one ![](/media/b.svg) here.\n",
      "Of ![all](/media/a.svg) one ![A star](/media/b.svg) here.\n",
    ],
  ] as const) {
    await saveDraft(page, path, { markdown: source });
    await openPanel(page);
    await fault.press("Enter");
    await expect(page.getByRole("textbox", { name: "What it shows" })).toBeFocused();
    await page.keyboard.type("A star");
    await expect.poll(() => readStored(page, path)).toBe(described);
    await expect(fault).toHaveCount(0);
  }
  await page.keyboard.press("Control+m");
  const markdown = page.getByRole("textbox", { name: "Markdown of the article" });
  await markdown.fill("One.\n\n![](/media/a.svg)\n");
  await fault.press("Enter");
  await expect(markdown).toBeFocused();
  await page.keyboard.type("A star");
  await expect(markdown).toHaveValue("One.\n\n![A star](/media/a.svg)\n");
});

test("the address is looked up while it is typed: taken, free, and after a lost network; the last one typed counts @ci", async ({
  page,
  allowConsole,
}) => {
  // The last is for an address that is saved before another one is typed.
  allowConsole.push(/^Failed to load resource: net::ERR_/, answeredWith(409));
  await saveDraft(page, path, { title: `Taken ${mark}`, slug: `taken-${mark}` });
  path = await makeArticle(page);
  await openPanel(page);
  const address = panel(page).getByRole("textbox", { name: "Address" });
  const title = page.getByRole("textbox", { name: "Title", exact: true });

  await test.step("one that follows the title becomes the next free one", async () => {
    await title.fill(`Taken ${mark}`);
    await expect(address).toHaveValue(`taken-${mark}-2`);
    await expect(panel(page).getByText("Another article has this address.")).toHaveCount(0);
  });

  await test.step("one that is typed is refused beside its field, with another at hand", async () => {
    await address.fill(`taken-${mark}`);
    await expect(panel(page).getByText("Another article has this address.")).toBeVisible();
    await expect(
      checks(page).getByRole("button", { name: `Another article is at /insights/taken-${mark}` }),
    ).toBeVisible();
    await panel(page)
      .getByRole("button", { name: `Use taken-${mark}-2` })
      .press("Enter");
    await expect(address).toHaveValue(`taken-${mark}-2`);
    await expect(panel(page).getByText("Another article has this address.")).toHaveCount(0);
    await expect(checks(page).getByRole("button", { name: "Another article is at" })).toHaveCount(0);
  });

  await test.step("without a network it says so, and knows once it is back; an answer to an older one is not heard", async () => {
    let isOff = true;
    const slugs: string[] = [];
    await page.route("**/addresses", (route) => {
      slugs.push((route.request().postDataJSON() as { slug?: string }).slug ?? "");
      return isOff ? route.abort() : route.fallback();
    });
    await address.fill(`taken-${mark}`);
    await expect(panel(page).getByText("known once the network is back")).toBeVisible();
    await address.fill(`free-${mark}`);
    await expect.poll(() => slugs.at(-1)).toBe(`free-${mark}`);
    isOff = false;
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(panel(page).getByText(/free is known|Looking whether/)).toHaveCount(0);
    await expect(panel(page).getByText("Another article has this address.")).toHaveCount(0);
    expect(slugs.lastIndexOf(`taken-${mark}`)).toBeLessThan(slugs.indexOf(`free-${mark}`));
  });
});

test("links are asked about once; a page that is made since is found when its writer comes back", async ({ page }) => {
  const other = `/insights/made-${mark}`;
  await saveDraft(page, path, { markdown: `[One](${other}) and [two](/contact), [one](${other}).` });
  const asked: string[][] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/addresses"))
      asked.push((request.postDataJSON() as { addresses?: string[] }).addresses ?? []);
  });
  await openPanel(page);
  const dead = checks(page).getByRole("button", { name: `This site has no page “${other}”.` });
  await expect(dead).toHaveCount(2);
  await getRichText(page).press("End");
  await page.keyboard.type(" More.");
  await expectSaved(page);
  await expect(dead).toHaveCount(2);
  expect(asked).toEqual([[other, "/contact"]]);
  // What a colleague publishes there.
  await page.route("**/addresses", (route) => route.fulfill({ json: { lacks: {}, freeSlug: "" } }));
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(dead).toHaveCount(0);
  await expect(checks(page).getByText("All 3 links are in order")).toBeVisible();
  expect(asked.at(-1)).toEqual([other]);
});

test("a cover is drawn in the browser and stored, described, and shared with its title", async ({ page }) => {
  await openPanel(page);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(`What a forecast is for ${mark}`);
  await panel(page).getByRole("tab", { name: "Art" }).click();
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/blog-management/covers"));
  await panel(page).getByRole("radio", { name: "Drawn" }).check();
  const drawing = panel(page).getByRole("img", { name: "The cover as it will be drawn" });
  await expect(drawing).toBeVisible();
  const first = await drawing.getAttribute("src");
  await panel(page).getByRole("radio", { name: "Manufacturing" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(panel(page).getByRole("radio", { name: "Financial services" })).toBeChecked();
  await panel(page).getByRole("radio", { name: "Leaf" }).check();
  await panel(page).getByRole("slider", { name: "Field density" }).press("ArrowRight");
  await panel(page).getByRole("button", { name: "Another seed" }).press("Enter");
  await expect(drawing).not.toHaveAttribute("src", first ?? "");
  const answer = await stored;
  expect(answer.status()).toBe(200);
  const keys = (await answer.json()) as Record<string, string>;
  const share = await page.request.get(`/media/${keys["share"]}`);
  expect(share.headers()["content-type"]).toBe("image/png");
  await expect(panel(page).getByText("The cover is stored.")).toBeVisible();
  await checks(page).getByRole("button", { name: "Describe the cover" }).press("Enter");
  await expect(panel(page).getByRole("textbox", { name: "Alt text" })).toBeFocused();
  await page.keyboard.type("Coins");
  await expect(checks(page).getByRole("button", { name: "Describe the cover" })).toHaveCount(0);
  await panel(page).getByRole("switch", { name: "Decorative only" }).check();
  await expect(panel(page).getByRole("textbox", { name: "Alt text" })).toHaveCount(0);
  await panel(page).getByRole("tab", { name: "Search" }).click();
  const card = panel(page).getByRole("img", { name: "What accompanies a shared link" });
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200);
});

test("a page that only looks on leaves the drawing to the page on which the title was changed @ci", async ({
  page,
  browser,
}) => {
  const isStored = (one: Page) => one.waitForResponse((answer) => answer.url().endsWith("/blog-management/covers"));
  await saveDraft(page, path, { ...drawn, title: `Before ${mark}`, slug: `covered-${mark}` });
  const first = isStored(page);
  await openPanel(page);
  await first;
  await panel(page).getByRole("tab", { name: "Art" }).click();
  await expect(panel(page).getByText("The cover is stored.")).toBeVisible();
  await expectSaved(page);
  const other = await (await browser.newContext()).newPage();
  await signIn(other.request, "super");
  await openPanel(other);
  await panel(other).getByRole("tab", { name: "Art" }).click();
  await expect(panel(other).getByText("The cover is stored.")).toBeVisible();
  const sent: string[] = [];
  other.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/blog-management/covers", async (route) => {
    await held;
    await route.continue();
  });
  const title = (one: Page) => one.getByRole("textbox", { name: "Title", exact: true });
  /** Looks until the other page has learned of it, as it does at each sign of life. */
  const learn = (words: string) =>
    expect(async () => {
      await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(panel(other).getByText(words)).toBeVisible({ timeout: 1000 });
    }).toPass();
  await title(page).fill(`After ${mark}`);
  await learn("Somebody else has changed it. It comes from their page.");
  await expect(title(other)).toHaveValue(`After ${mark}`);
  release();
  await learn("The cover is stored.");
  expect(sent.filter((url) => url.endsWith("/covers"))).toEqual([]);
  const { newest } = await (await page.request.get(`${path}/live`)).json();
  expect(newest.draft.pictures.title).toBe(`After ${mark}`);
  expect(newest.editedBy).not.toMatch(/super/i);
});

test("a title that is changed and changed back at once has its cover drawn all the same @ci", async ({ page }) => {
  const title = `Twice ${mark}`;
  await saveDraft(page, path, { ...drawn, title, slug: `twice-${mark}` });
  // No drawing comes before the title has changed.
  const stored = page.waitForRequest((request) => request.url().endsWith("/blog-management/covers"));
  await openArticle(page, path);
  const field = page.getByRole("textbox", { name: "Title", exact: true });
  await field.evaluate(async (input: HTMLTextAreaElement, words) => {
    for (const text of ["Another", words]) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set?.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
  }, title);
  await stored;
  await panel(page).getByRole("tab", { name: "Art" }).click();
  await expect(panel(page).getByText("The cover is stored.")).toBeVisible();
  await expectSaved(page);
  const { newest } = await (await page.request.get(`${path}/live`)).json();
  expect([newest.draft.title, newest.draft.pictures.title]).toEqual([title, title]);
});

test("an uploaded picture is cut around its focal point, by pointer and by keyboard; a lost network is said and mended @ci", async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openPanel(page);
  await panel(page).getByRole("tab", { name: "Art" }).click();
  await page.route("**/blog-management/covers", (route) => route.abort());
  await chooseUploaded(page);
  const across = panel(page).getByRole("slider", { name: "Focal point across" });
  await expect(across).toHaveValue("50");
  await panel(page)
    .getByRole("img", { name: "As it was uploaded" })
    .click({ position: { x: 10, y: 10 } });
  await expect.poll(async () => Number(await across.inputValue())).toBeLessThan(10);
  await across.press("End");
  await expect(across).toHaveAttribute("aria-valuetext", "100 % from the left");
  await expect(panel(page).getByText("The site could not be reached, so the cover is not stored.")).toBeVisible();
  await page.unroute("**/blog-management/covers");
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/blog-management/covers"));
  await panel(page).getByRole("button", { name: "Try again" }).press("Enter");
  const keys = (await (await stored).json()) as Record<string, string>;
  expect(keys["wide"]).toMatch(/\.webp$/);
  expect(keys["share"]).toMatch(/\.jpg$/);
  await expect(panel(page).getByText("The cover is stored.")).toBeVisible();
});

test("the preview shows the article at three widths in both themes, without changing the reader's own; its link is copied @ci", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await saveDraft(page, path, { title: `What a forecast is for ${mark}`, markdown: "Words." });
  await openPanel(page);
  await page.getByRole("button", { name: "Preview", exact: true }).press("Enter");
  const pane = page.getByRole("region", { name: "Preview" });
  const frame = pane.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  const own = await page.locator("html").getAttribute("data-theme");
  for (const [name, width] of [
    ["Phone", 390],
    ["Tablet", 768],
    ["Desk", 1440],
  ] as const) {
    await pane.getByRole("radio", { name }).check();
    await expect.poll(() => frame.locator("html").evaluate(() => innerWidth)).toBe(width);
    await expectNothingWider(page);
  }
  await pane.getByRole("radio", { name: "Dark" }).check();
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.locator("html").getAttribute("data-theme")).toBe(own);
  await panel(page).getByRole("button", { name: "Copy the link" }).press("Enter");
  await expect(panel(page).getByText("Copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(link)).status()).toBe(200);
});

for (const { seen, tag } of halfOrAll)
  test(`every tab of the panel is accessible, in each theme and at ${seen.length} sizes`, { tag }, async ({ page }) => {
    await saveDraft(page, path, { title: `What a forecast is for ${mark}`, markdown: "Words.", ...drawn });
    await openPanel(page);
    for (const [turn, view] of seen.entries()) {
      await lookIn(page, view);
      if (view.width < 1024) await page.getByRole("button", { name: "Settings", exact: true }).click();
      // Each tab in one of two views, or in all six.
      for (const name of ["Post", "Art", "Search"].filter((_, at) => seen === sixViews || at % seen.length === turn)) {
        await panel(page).getByRole("tab", { name }).click();
        if (name === "Art")
          await expect(panel(page).getByRole("img", { name: "The cover as it will be drawn" })).toBeVisible();
        await expectAccessible(page);
        await expectNothingWider(page, `${name} at ${view.width}`);
      }
      if (view.width < 1024) await page.keyboard.press("Escape");
    }
  });

test("a first draft with its faults, no cover, an uploaded one and the preview are accessible @ci", async ({
  page,
}) => {
  await saveDraft(page, path, { markdown: "Words with [a page that is gone](/gone)." });
  await openPanel(page);
  await expect(checks(page).getByRole("button", { name: "Give the article a title." })).toBeVisible();
  await panel(page).getByRole("textbox", { name: "Address" }).fill(`not one ${mark}-`);
  await expectAccessible(page);
  await panel(page).getByRole("tab", { name: "Art" }).click();
  await expectAccessible(page);
  await chooseUploaded(page);
  await expect(panel(page).getByRole("slider", { name: "Focal point down" })).toBeVisible();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
