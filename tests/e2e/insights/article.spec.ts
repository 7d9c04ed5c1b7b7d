/** The page on which an article is written: nothing that somebody typed is lost, whatever happens. */
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright/test";
import {
  crash,
  expectSaved,
  expectUnsaved,
  getRichText,
  getText,
  getTitle,
  makeArticle,
  openArticle,
  openSource,
  showSource,
  readCopies,
  publishDraft,
  readStored,
  saveDraft,
  setRoles,
} from "./article-page.ts";
import {
  answeredWith,
  baseURL,
  demoEmail,
  demoPassword,
  expect,
  expectAccessible,
  expectNothingWider,
  halfOrAll,
  hydrate,
  lookIn,
  openHydrated,
  signIn,
  sixViews,
  test,
} from "../fixtures.ts";
import { makeAccount } from "../accounts/new-account.ts";

/** What the console says of a request that found no network. */
const unreachable = /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/;

let path: string;

test.beforeEach(async ({ page, allowConsole }) => {
  allowConsole.push(unreachable, answeredWith(401, 403, 409, 503));
  await signIn(page.request, "marketing");
  path = await makeArticle(page);
});

/** The page of the article for somebody else, in a browser of their own. */
async function openAs(browser: Browser, account: "super", open = openSource): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page.request, account);
  await open(page, path);
  return page;
}

async function type(page: Page, text: string): Promise<void> {
  const isAtEnd = ({ selectionStart, value }: HTMLTextAreaElement) => selectionStart === value.length;
  await expect(async () => {
    await getText(page).press("Control+End");
    expect(await getText(page).evaluate(isAtEnd)).toBe(true);
  }).toPass();
  await getText(page).pressSequentially(text);
}

const start = "First.\n\nSecond.\n\nThird.";

/** An article with three paragraphs. */
async function openWithText(page: Page): Promise<void> {
  await saveDraft(page, path, { markdown: start });
  await openSource(page, path);
}

test("what is typed is saved two seconds after the last key, and stands there after a reload", async ({ page }) => {
  await openSource(page, path);
  await getTitle(page).fill("A first article");
  await type(page, "One paragraph.");
  await expectSaved(page);
  await expect(page.locator(".save-state")).toHaveText(/Saved (just now|\d+ seconds? ago)/);
  expect(await readStored(page, path)).toBe("One paragraph.");
  await page.reload();
  await showSource(page);
  await expect(getTitle(page)).toHaveValue("A first article");
  await expect(getText(page)).toHaveValue("One paragraph.");
  expect(await readCopies(page)).toEqual([]);
});

test("a page that is killed in mid-word: the word comes back, with a question, and once @ci", async ({
  page,
  context,
}) => {
  await openWithText(page);
  await context.setOffline(true);
  await type(page, " And then the lid clos");
  await expect.poll(() => readCopies(page)).toEqual([`${start} And then the lid clos`]);
  await crash(page);
  await context.setOffline(false);

  const next = await context.newPage();
  await openSource(next, path);
  await expect(next.getByText("You wrote this on this device at")).toBeVisible();
  await expect(getText(next)).toHaveValue(start);
  await expectAccessible(next);
  await next.getByRole("button", { name: "Compare" }).click();
  await expect(next.getByRole("dialog").locator("ins")).toHaveText(" And then the lid clos");
  await next.keyboard.press("Escape");
  await next.getByRole("button", { name: "Use it" }).click();
  await expect(getText(next)).toHaveValue(`${start} And then the lid clos`);
  await expectSaved(next);
  expect(await readStored(next, path)).toContain("the lid clos");
  await next.reload();
  await showSource(next);
  await expect(getText(next)).toHaveValue(/the lid clos$/);
  await expect(next.getByText("You wrote this on this device at")).toBeHidden();
});

test("a lost network: the page says so, keeps the text, and saves when it is back @ci", async ({ page, context }) => {
  await openWithText(page);
  await context.setOffline(true);
  await type(page, " Written in a tunnel.");
  await expectUnsaved(page, /^Not saved: offline\. Kept on this device$/);
  await expectAccessible(page);
  await type(page, " And on.");
  await context.setOffline(false);
  await expectSaved(page);
  expect(await readStored(page, path)).toBe(`${start} Written in a tunnel. And on.`);
});

test("a session that ends in mid-edit: sign in on the spot, and the save goes on @ci", async ({ page, context }) => {
  await openWithText(page);
  await context.clearCookies();
  await type(page, " After the end.");
  await expectUnsaved(page, /^Not saved: you are signed out/);
  await page.getByRole("button", { name: "Sign in and save" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in to save" });
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Sign in and save" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
  await dialog.getByRole("button", { name: "Sign in and save" }).click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);
  await expect(getText(page)).toHaveValue(`${start} After the end.`);
  expect(await readStored(page, path)).toBe(`${start} After the end.`);
});

test("signing out with text that cannot be saved asks first, and the text comes back after signing in again @ci", async ({
  page,
  context,
}) => {
  await openWithText(page);
  await context.route("**/live", (route) => route.abort());
  await type(page, " Not yet.");
  await expectUnsaved(page, /^Not saved/);
  await page.getByRole("button", { name: "Logout" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign out with unsaved text?" });
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(getText(page)).toHaveValue(`${start} Not yet.`);
  await page.getByRole("button", { name: "Logout" }).click();
  await dialog.getByRole("button", { name: "Sign out all the same" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  await context.unroute("**/live");
  await signIn(page.request, "marketing");
  await openSource(page, path);
  await page.getByRole("button", { name: "Use it" }).click();
  await expectSaved(page);
  expect(await readStored(page, path)).toBe(`${start} Not yet.`);
});

test("a role that is taken away is said clearly, the text can be copied out, and given back it is saved @ci", async ({
  page,
  browser,
}) => {
  const email = `writer-${randomUUID()}@demo.example`;
  const password = "seven otters carry a lantern";
  await makeAccount(page.request, { email, password });
  const manager = await (await browser.newContext()).newPage();
  await signIn(manager.request, "super");
  const writer = await (await browser.newContext()).newPage();
  const headers = { Origin: new URL(baseURL).origin };
  const signedIn = await writer.request.post("/api/auth/sign-in", { data: { email, password }, headers });
  const { user } = (await signedIn.json()) as { user: { id: string } };
  await setRoles(manager, user.id, ["marketing_admin"]);
  await openWithText(writer);
  await setRoles(manager, user.id, []);
  await type(writer, " Still mine.");
  await expectUnsaved(writer, /^Not saved: your role does not allow it/);
  await expect(writer.getByText("Your account may no longer edit this article.")).toBeVisible();
  await expect(getText(writer)).toHaveValue(`${start} Still mine.`);
  await expectAccessible(writer);
  const download = writer.waitForEvent("download");
  await writer.getByRole("button", { name: "Download as Markdown" }).click();
  expect((await download).suggestedFilename()).toMatch(/^untitled-.+\.md$/);
  await setRoles(manager, user.id, ["marketing_admin"]);
  await writer.getByRole("button", { name: "Try again" }).click();
  await expectSaved(writer);
  expect(await readStored(writer, path)).toBe(`${start} Still mine.`);
});

test("two people: what does not touch merges by itself and says so; each sees that the other writes @ci", async ({
  page,
  browser,
}) => {
  await openWithText(page);
  const other = await openAs(browser, "super");
  await getText(page).fill(start.replace("First.", "First, by Marketing."));
  await getText(other).fill(start.replace("Third.", "Third, by Super."));
  const both = "First, by Marketing.\n\nSecond.\n\nThird, by Super.";
  await expect.poll(() => readStored(page, path)).toBe(both);
  for (const one of [page, other]) {
    // Who saved first learns of the other by the next sign of life.
    await expect(async () => {
      await one.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await expect(one.locator(".article-others")).toHaveText(/has this open, writing now$/, { timeout: 1000 });
      await expect(getText(one)).toHaveValue(both, { timeout: 1000 });
    }).toPass();
    await expectSaved(one);
  }
  const notices = [page, other].map((one) => one.getByText("saved changes elsewhere").count());
  expect((await Promise.all(notices)).some((count) => count > 0)).toBe(true);
});

test("two people in one paragraph: both texts are shown side by side, and what is chosen is saved @ci", async ({
  page,
  browser,
}) => {
  await openWithText(page);
  const other = await openAs(browser, "super");
  await other.context().setOffline(true);
  await getText(other).fill(start.replace("Second.", "Second, by Super."));
  await expectUnsaved(other, /offline/);
  await getText(page).fill(start.replace("Second.", "Second, by Marketing."));
  await expectSaved(page);
  await other.context().setOffline(false);
  await expectUnsaved(other, /changed the same place/);
  await expect(getText(other)).toHaveValue(start.replace("Second.", "Second, by Super."));
  await other.getByRole("button", { name: "Compare and decide" }).click();
  const dialog = other.getByRole("dialog", { name: "One place was changed twice" });
  await expect(dialog.locator("del")).toHaveText("Super");
  await expect(dialog.locator("ins")).toHaveText("Marketing");
  await expectAccessible(other);
  await dialog.getByText("Keep both").click();
  await dialog.getByRole("button", { name: "Go on with this" }).click();
  await expectSaved(other);
  expect(await readStored(other, path)).toBe("First.\n\nSecond, by Super.\n\nSecond, by Marketing.\n\nThird.");
});

test("one's own other tab is said to be that, and is gone once it is closed @ci", async ({ page, context }) => {
  await openSource(page, path);
  await expect(page.locator(".article-others")).toHaveText("");
  const second = await context.newPage();
  await openSource(second, path);
  await expect(second.locator(".article-others")).toHaveText("You have this open in another tab or on another device");
  await page.goto("/blog-management");
  await expect(async () => {
    await second.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(second.locator(".article-others")).toHaveText("", { timeout: 1000 });
  }).toPass();
});

test(
  "in rich text, too: what two people type in two paragraphs is merged in front of both, and one step back takes one's own word",
  {
    tag: "@deep",
  },
  async ({ page, browser }) => {
    await saveDraft(page, path, { markdown: start });
    await openArticle(page, path);
    const other = await openAs(browser, "super", openArticle);
    await getRichText(page).getByText("First.").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" By Marketing.");
    await getRichText(other).getByText("Third.").click();
    await other.keyboard.press("End");
    await other.keyboard.type(" By Super.");
    const both = "First. By Marketing.\n\nSecond.\n\nThird. By Super.";
    await expect.poll(() => readStored(page, path)).toBe(both);
    for (const one of [page, other])
      await expect(async () => {
        await one.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        await expect(getRichText(one).locator("p")).toHaveText(
          ["First. By Marketing.", "Second.", "Third. By Super."],
          {
            timeout: 1000,
          },
        );
      }).toPass();
    await page.keyboard.type(" And on.");
    await expect.poll(() => readStored(page, path)).toContain("First. By Marketing. And on.");
  },
);

test("a page of rich text that dies in mid-word: the word comes back", { tag: "@deep" }, async ({ page, context }) => {
  await saveDraft(page, path, { markdown: start });
  await openArticle(page, path);
  await context.setOffline(true);
  await getRichText(page).getByText("Third.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" And then the lid clos");
  await expect.poll(() => readCopies(page)).toEqual([`${start} And then the lid clos`]);
  await crash(page);
  await context.setOffline(false);
  const next = await context.newPage();
  await openArticle(next, path);
  await next.getByRole("button", { name: "Use it" }).click();
  await expect(getRichText(next)).toContainText("And then the lid clos");
  await expectSaved(next);
  expect(await readStored(next, path)).toBe(`${start} And then the lid clos`);
});

test("an article is published, seen by readers, changed unseen, and taken off again with undo", async ({ page }) => {
  await openSource(page, path);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this article" });
  await expect(dialog.getByText("Give the article a title.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await getTitle(page).fill("Seen within seconds");
  await getText(page).fill("What readers read.");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.locator(".article-bar").getByText("Published", { exact: true }).first()).toBeVisible();
  const address = `/insights/${await page.getByLabel("Address", { exact: true }).inputValue()}`;
  expect(await (await page.request.get(address)).text()).toContain("What readers read.");
  await getText(page).fill("What readers read later.");
  await expect(page.getByText("Published, with changes")).toBeVisible();
  expect(await (await page.request.get(address)).text()).not.toContain("readers read later");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await page.getByRole("dialog", { name: "Publish your changes" }).getByRole("button", { name: "Publish now" }).click();
  await expect.poll(async () => (await page.request.get(address)).text()).toContain("What readers read later.");
  await page.locator(".article-bar").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Unpublish…" }).click();
  await page.getByRole("button", { name: "Unpublish 1 article" }).click();
  await expect(page.getByText("Unpublished", { exact: true })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(410);
  await page.getByRole("button", { name: /^Undo/ }).last().click();
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200);
});

test("an article that ends by itself still does so after it was taken off the site and put back @ci", async ({
  page,
}) => {
  const mark = randomUUID().slice(0, 8);
  await saveDraft(page, path, { title: `It ends ${mark}`, slug: `it-ends-${mark}`, markdown: start });
  const until = Date.now() + 86_400_001;
  await publishDraft(page, path, { until });
  await openSource(page, path);
  await page.locator(".article-bar").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Unpublish…" }).click();
  await page.getByRole("button", { name: "Unpublish 1 article" }).click();
  await page.getByRole("button", { name: /^Undo/ }).last().click();
  const read = async () => {
    const { newest } = await (await page.request.get(`${path}/live`)).json();
    return [newest.status, newest.unpublishAt] as [string, number];
  };
  await expect.poll(read).toEqual(["published", until]);
});

test("readers get a wide picture, and a video that nothing is fetched for until they ask", async ({
  page,
  context,
}) => {
  const asked: string[] = [];
  await context.route("https://www.youtube-nocookie.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Player</title>Playing" });
  });
  const slug = `seen-and-heard-${randomUUID().slice(0, 8)}`;
  const markdown = "![Bars](/media/demo/forecast-ramp.svg){.wide}\n\n[Our talk](https://youtu.be/dQw4w9WgXcQ)\n\nEnd.";
  await saveDraft(page, path, { title: "Seen and heard", slug, markdown });
  await publishDraft(page, path);
  await page.goto(`/insights/${slug}`);
  await hydrate(page);
  await expect(page.locator("figure.wide img")).toBeVisible();
  const link = page.getByRole("link", { name: "Our talk Plays from YouTube" });
  await expect(link).toHaveAttribute("href", "https://youtu.be/dQw4w9WgXcQ");
  await expectAccessible(page);
  expect(asked).toEqual([]);
  await link.press("Enter");
  const player = page.locator(".embed > iframe");
  await expect(player).toHaveAttribute("title", "Our talk");
  await expect(player).toBeFocused();
  await expect(player.contentFrame().getByText("Playing")).toBeVisible();
  expect(asked).toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"]);
});

test("an older text is restored as the newest, and what was newest stays in the list", async ({ page, browser }) => {
  await saveDraft(page, path, { markdown: start });
  const other = await openAs(browser, "super", async (opened) => {
    await saveDraft(opened, path, { markdown: "All of it gone." });
    await openHydrated(opened, `${path}/revisions`);
  });
  await expect(other.locator("del").first()).toBeVisible();
  await expectAccessible(other);
  await other.getByRole("list", { name: "Revisions, newest first" }).getByRole("link").nth(1).click();
  await other.getByRole("button", { name: "Restore as the newest" }).click();
  await other.waitForURL((url) => url.pathname === path);
  await showSource(other);
  await expect(getText(other)).toHaveValue(start);
  await openHydrated(other, `${path}/revisions`);
  await expect(other.getByRole("list", { name: "Revisions, newest first" }).getByRole("link")).toHaveCount(3);
});

for (const { seen, tag } of halfOrAll)
  test(`the page fits and is accessible in ${seen.length} views`, { tag }, async ({ page }) => {
    await saveDraft(page, path, { title: "The forecast is a product, not a report", markdown: start });
    await openSource(page, path);
    for (const view of seen) {
      await lookIn(page, view);
      await expectNothingWider(page);
      // A narrow screen is looked at with its settings open, and in the deep tests without them, too.
      if (view.width >= 1024 || seen === sixViews) await expectAccessible(page);
      if (view.width < 1024) {
        await page.getByRole("button", { name: "Settings" }).click();
        await expect(page.getByLabel("Address", { exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
      }
    }
  });

test.describe("without script @ci", () => {
  test.use({ javaScriptEnabled: false });

  test("the form saves, and publishes", async ({ page }) => {
    await page.goto(path);
    await page.getByLabel("Title", { exact: true }).fill("Plain");
    await page.getByLabel("Text, as Markdown").fill("Words.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByLabel("Text, as Markdown")).toHaveValue("Words.");
    await page.getByRole("button", { name: "Save and publish now" }).click();
    await expect(page.locator(".kit-status")).toHaveText("Published");
  });
});

/** What may happen to a writer between two words; `over` puts it right again. */
const troubles = {
  nothing: { begin: async () => {}, over: async () => {} },
  "the network": {
    begin: (page: Page) => page.context().setOffline(true),
    over: (page: Page) => page.context().setOffline(false),
  },
  "the session": {
    begin: (page: Page) => page.context().clearCookies(),
    async over(page: Page) {
      const button = page.getByRole("button", { name: "Sign in and save" });
      await button.first().click();
      const dialog = page.getByRole("dialog", { name: "Sign in to save" });
      await dialog.getByLabel("Password", { exact: true }).fill(demoPassword);
      await dialog.getByRole("button", { name: "Sign in and save" }).click();
      await expect(dialog).toBeHidden();
    },
  },
  "the site": {
    begin: (page: Page) =>
      page.route("**/live", (route) => route.fulfill({ status: 503, json: { kind: "unreachable", isOffline: false } })),
    async over(page: Page) {
      await page.unroute("**/live");
      await page.evaluate(() => dispatchEvent(new Event("online")));
    },
  },
};

const settled = '.save-state:is([data-phase="saved"], [data-phase="torn"])';

const orders = ["mine before hers", "hers before mine", "mine while hers is under way"] as const;

for (const [trouble, { begin, over }] of Object.entries(troubles))
  for (const order of orders)
    for (const place of ["another paragraph", "the same paragraph"] as const)
      test(`losing ${trouble}, ${order}, in ${place}: nothing is lost`, { tag: "@deep" }, async ({ page, browser }) => {
        await openWithText(page);
        const other = await openAs(browser, "super");
        const theirs = start.replace(place === "the same paragraph" ? "Second." : "Third.", "By the other.");
        const mine = start.replace("Second.", "Second, mine.");
        await begin(page);
        if (order === "mine before hers") await getText(page).fill(mine);
        await getText(other).fill(theirs);
        // Saved, or waiting for a decision.
        if (order !== "mine while hers is under way") await expect(other.locator(settled)).toBeVisible();
        if (order !== "mine before hers") await getText(page).fill(mine);
        if (trouble !== "nothing") {
          await expectUnsaved(page, /^Not saved/);
          await over(page);
        }
        const stored = () => readStored(other, path);
        await expect(async () => {
          for (const one of [page, other]) {
            if (await one.locator('.save-state[data-phase="torn"]').isVisible()) {
              await one.getByRole("button", { name: "Compare and decide" }).click();
              await one.getByRole("dialog").getByRole("button", { name: "Go on with this" }).click();
            }
            await expect(one.locator('.save-state[data-phase="saved"]')).toBeVisible({ timeout: 3000 });
          }
          expect(await stored()).toContain("Second, mine.");
          expect(await stored()).toContain("By the other.");
        }).toPass();
      });

test("somebody who signs in as another account in another tab does not save this text in their name @ci", async ({
  page,
  context,
}) => {
  await openWithText(page);
  const tab = await context.newPage();
  await signIn(context.request, "super");
  await tab.goto("/marketing-admin");
  await page.evaluate(() => new BroadcastChannel("session").postMessage({ type: "signed-in" }));
  await expect
    .poll(async () => (await context.request.get("/api/auth/session")).json())
    .toMatchObject({ user: { email: demoEmail("super") } });
  await type(page, " Whose is it?");
  await expectUnsaved(page, /^Not saved: you are signed out/);
  await expect(getText(page)).toHaveValue(`${start} Whose is it?`);
});
