/** Files of WordPress, Ghost and Markdown through the page of imports, from choosing them to what readers see. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { ghostPosts, makeGhostFile, makeLargeGhostFile } from "#tests/import-files/ghost-files.ts";
import { makeLargeFile, makeWordpressFile, wordpressPosts } from "#tests/import-files/wordpress-files.ts";
import { expect, expectAccessible, openHydrated, signIn, test } from "../fixtures.ts";

const path = "/blog-management/import";

/** Chooses a file that holds `text`, and waits for what would become of it. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await signIn(page.request, "marketing");
  await openHydrated(page, path);
  await page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("heading", { name: `What becomes of ${name}` })).toBeVisible({ timeout: 60_000 });
}

async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Import \d+ posts?$/ }).click();
  await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible({ timeout: 60_000 });
}

test("posts of WordPress: what maps and what is lost is said, they come as published, and the former address leads there @ci", async ({
  page,
}) => {
  const mark = randomBytes(4).toString("hex");
  const renamed = { slug: `second-${mark}`, link: `https://old.example/2023/01/second-${mark}/` };
  const posts = wordpressPosts.map((post) => (post.slug === "second" ? Object.assign({}, post, renamed) : post));
  const file = makeWordpressFile(posts).replaceAll("old.example", `${mark}.example`);
  await choose(page, `wordpress-${mark}.xml`, file);
  await expect(page.getByRole("row", { name: /Tricky/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /About us/ })).toContainText(/page/i);
  await run(page);
  const moved = await page.request.get(`/2023/01/second-${mark}/`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers()["location"]).toMatch(new RegExp(`/insights/second-${mark}$`));
  const shown = await page.request.get(`/insights/second-${mark}`);
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toContain("First line");
  await openHydrated(page, path);
  await page.getByLabel("File to import").setInputFiles({
    name: `wordpress-${mark}.xml`,
    mimeType: "text/plain",
    buffer: Buffer.from(file),
  });
  await expect(page.getByRole("button", { name: "Import 0 posts" })).toBeVisible();
});

test("posts of Ghost and a Markdown file with front matter become articles", { tag: "@deep" }, async ({ page }) => {
  const mark = randomBytes(4).toString("hex");
  const posts = ghostPosts.map((post) => Object.assign({}, post, { title: `${post.title} ${mark}` }));
  await choose(page, `ghost-${mark}.json`, makeGhostFile(posts).replaceAll("00000000-0000", `${mark}-0000`));
  await expect(page.getByRole("row", { name: /Older/ })).toBeVisible();
  await run(page);
  await choose(
    page,
    `note-${mark}.md`,
    `---\ntitle: "Note ${mark}"\ndate: 2020-02-03\ntags: [wind]\n---\n\nWords of the note.\n`,
  );
  await run(page);
  const shown = await page.request.get(`/insights/note-${mark}`);
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toContain("Words of the note.");
});

test("an address that is taken is said in the report, and another one can be chosen there @ci", async ({ page }) => {
  const mark = randomBytes(4).toString("hex");
  const write = (words: string) =>
    `---\ntitle: "Note ${mark}"\nslug: note-${mark}\ndate: 2020-02-03\n---\n\n${words}\n`;
  await choose(page, `first-${mark}.md`, write("The first one."));
  await run(page);
  await choose(page, `second-${mark}.md`, write("The second one."));
  await page.locator("label", { hasText: "Address taken" }).click();
  await expect(page.getByText("1 to 1 of 1")).toBeVisible();
  const field = page.getByLabel(`Address of Note ${mark}`);
  await expect(field).toHaveValue(`note-${mark}-2`);
  await expect(page.getByText(`/insights/note-${mark} is taken.`)).toBeVisible();
  await field.fill(`Note ${mark}`);
  await field.press("Enter");
  await expect(page.getByText(`It stays note-${mark}-2.`)).toBeVisible();
  await expectAccessible(page);
  // Straight from the field to the button: the address is checked before anything is stored.
  await field.fill(`Chosen ${mark}`);
  await run(page);
  const shown = await page.request.get(`/insights/chosen-${mark}`);
  expect(await shown.text()).toContain("The second one.");
  expect(await (await page.request.get(`/insights/note-${mark}`)).text()).toContain("The first one.");
});

for (const { kind, posts } of [
  { kind: "WordPress", posts: makeLargeFile(1000) },
  { kind: "Ghost", posts: makeLargeGhostFile(1000) },
])
  test(`a thousand posts of ${kind} arrive, all of them, and none twice`, { tag: "@deep" }, async ({ page }) => {
    test.setTimeout(600_000);
    const mark = randomBytes(4).toString("hex");
    // Another site: its posts are known by their ids, and by all that is in them.
    const text = posts.replaceAll("old.example", `${mark}.example`).replaceAll("00000000-0000", `${mark}-0000`);
    const titled = text.replaceAll(/\bPost (?=\d)/g, `Post ${mark} `);
    // The other one is imported at the same time.
    const file = titled.replaceAll(/\bpost-(?=\d)/g, `post-${mark}-`);
    await choose(page, `${mark}.txt`, file);
    await page.getByRole("button", { name: "Import 1000 posts" }).click();
    await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible({ timeout: 400_000 });
    await expect(page.getByText("1000 articles were added", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Choose another file" }).click();
    await page
      .getByLabel("File to import")
      .setInputFiles({ name: `${mark}.txt`, mimeType: "text/plain", buffer: Buffer.from(file) });
    await expect(page.getByText("1000 are here already")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("button", { name: "Import 0 posts" })).toBeVisible();
  });
