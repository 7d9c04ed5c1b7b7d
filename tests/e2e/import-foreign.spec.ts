/** Files of WordPress, Ghost and Markdown through the page of imports, from choosing them to what readers see. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { ghostPosts, makeGhostFile } from "#tests/import-files/ghost-files.ts";
import { makeLargeFile, makeWordpressFile, wordpressPosts } from "#tests/import-files/wordpress-files.ts";
import { expect, openHydrated, signIn, test } from "./fixtures.ts";

const path = "/blog-management/import";

/** Chooses a file that holds `text`, and waits for what would become of it. */
async function choose(page: Page, baseURL: string | undefined, name: string, text: string): Promise<void> {
  await signIn(page.request, "marketing", baseURL ?? "");
  await openHydrated(page, path);
  await page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("heading", { name: `What becomes of ${name}` })).toBeVisible();
}

async function run(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Import \d+ posts?$/ }).click();
  await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible({ timeout: 60_000 });
}

test("posts of WordPress: what maps and what is lost is said, they come as published, and the former address leads there", async ({
  page,
  baseURL,
}) => {
  const mark = randomBytes(4).toString("hex");
  const renamed = { slug: `second-${mark}`, link: `https://old.example/2023/01/second-${mark}/` };
  const posts = wordpressPosts.map((post) => (post.slug === "second" ? Object.assign({}, post, renamed) : post));
  await choose(page, baseURL, `wordpress-${mark}.xml`, makeWordpressFile(posts));
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
    buffer: Buffer.from(makeWordpressFile(posts)),
  });
  await expect(page.getByRole("button", { name: "Import 0 posts" })).toBeVisible();
});

test("posts of Ghost and a Markdown file with front matter become articles", async ({ page, baseURL }) => {
  const mark = randomBytes(4).toString("hex");
  await choose(page, baseURL, `ghost-${mark}.json`, makeGhostFile(ghostPosts));
  await expect(page.getByRole("row", { name: /Older/ })).toBeVisible();
  await run(page);
  await choose(
    page,
    baseURL,
    `note-${mark}.md`,
    `---\ntitle: "Note ${mark}"\ndate: 2020-02-03\ntags: [wind]\n---\n\nWords of the note.\n`,
  );
  await run(page);
  const shown = await page.request.get(`/insights/note-${mark}`);
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toContain("Words of the note.");
});

test("a thousand posts of WordPress arrive, all of them", { tag: "@deep" }, async ({ page, baseURL }) => {
  test.setTimeout(600_000);
  await choose(page, baseURL, "large.xml", makeLargeFile(1000));
  await page.getByRole("button", { name: "Import 1,000 posts" }).click();
  await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible({ timeout: 500_000 });
  await expect(page.getByText("1,000 articles were added.")).toBeVisible();
});
