/** Whose posts are whose, what is lost, pages, and long files, through the page of imports. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { baseURL, expect, expectAccessible, openHydrated, signIn, test } from "../fixtures.ts";

const path = "/blog-management/import";
const makeMark = () => randomBytes(4).toString("hex");

interface Item {
  id: number;
  slug: string;
  guid?: string;
  type?: string;
  text?: string;
  more?: string;
}

const writeItem = ({
  id,
  slug,
  guid = `https://same.example/?p=${id}`,
  type = "post",
  text = `About ${slug}.`,
  more = "",
}: Item) =>
  `<item><title>${slug}</title><link>https://old.example/${slug}/</link><guid>${guid}</guid><content:encoded><![CDATA[${text}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type><wp:post_date_gmt>2023-01-05 10:00:00</wp:post_date_gmt>${more}</item>`;

const head = (site: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A blog</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${site}</wp:base_blog_url>`;

const writeFile = (site: string, items: readonly Item[]) =>
  `${head(site)}${items.map(writeItem).join("")}</channel></rss>`;

async function open(page: Page, role: "marketing" | "super" = "marketing") {
  await signIn(page.request, role);
  await openHydrated(page, path);
}

async function choose(page: Page, name: string, text: string) {
  await page.getByLabel("File to import").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(page.getByRole("heading", { name: `What becomes of ${name}` })).toBeVisible();
}

async function run(page: Page) {
  await page.getByRole("button", { name: /^Import \d+ posts?$/ }).click();
  await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible();
}

const readText = async (page: Page, slug: string) => (await page.request.get(`/insights/${slug}`)).text();

test("items with one number are two, another site changes none of them, losses are named, and pages are kept @ci", async ({
  page,
}) => {
  const mark = makeMark();
  const site = `https://${mark}.example/blog`;
  const more =
    "<category><![CDATA[News]]></category><category domain='category' nicename='news'><![CDATA[News]]></category><wp:postmeta><wp:meta_key>case_number</wp:meta_key><wp:meta_value>42</wp:meta_value></wp:postmeta><wp:postmeta><wp:meta_key>_yoast_wpseo_twitter-title</wp:meta_key><wp:meta_value>T</wp:meta_value></wp:postmeta><wp:comment><wp:comment_content>Thanks</wp:comment_content><wp:comment_approved>1</wp:comment_approved></wp:comment>" +
    `<wp:postmeta><wp:meta_key>_yoast_wpseo_canonical</wp:meta_key><wp:meta_value>https://www.${mark}.example/ledger-${mark}</wp:meta_value></wp:postmeta>`;
  const guid = "https://same.example/?p=1";
  const items = [
    { id: 1, slug: `ledger-${mark}`, guid, more },
    { id: 2, slug: `warehouse-${mark}`, guid, text: "It is in <![CDATA[ like so ]]> and goes on." },
    { id: 3, slug: `about-${mark}`, type: "page" },
  ];
  const text = writeFile(site, items).replaceAll("https://old.example", `https://${mark}.example`);
  await open(page);
  await choose(page, `one-${mark}.xml`, text);
  await expect(page.getByText(`The posts come from ${mark}.example/blog. It is new here.`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: `ledger-${mark}` });
  await expect(row).toContainText("1 comment; 1 custom field (case_number); 1 field for social networks");
  await expect(row).not.toContainText("taxonomy");
  await run(page);
  await expect(page.getByRole("listitem").filter({ hasText: "2 articles were added." })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "1 page was kept apart." })).toBeVisible();
  await expect(page.getByText("3 items are in the file")).toBeVisible();
  await expectAccessible(page);
  expect(await readText(page, `warehouse-${mark}`)).toContain("&lt;![CDATA[ like so ]]&gt; and goes on.");
  const shown = await readText(page, `ledger-${mark}`);
  expect(shown).toMatch(new RegExp(`<link[^>]*rel="canonical"[^>]*/insights/ledger-${mark}"`));

  await openHydrated(page, path);
  await choose(
    page,
    `two-${mark}.xml`,
    text.replaceAll(`${mark}.example`, `${mark}-b.example`).replaceAll("About", "Else"),
  );
  await run(page);
  await expect(page.getByRole("listitem").filter({ hasText: "2 articles were added." })).toBeVisible();
  expect(await readText(page, `ledger-${mark}`)).toContain(`About ledger-${mark}`);

  await page.goto("/blog-management/imported-pages");
  await page
    .getByRole("link", { name: `about-${mark}` })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: `about-${mark}` })).toBeVisible();
  await expect(page.getByText(`Else about-${mark}.`).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete 1 page" }).click();
  await expect(page.getByText(`“about-${mark}” is deleted.`)).toBeVisible();
  await expectAccessible(page);
});

const writeNote = (mark: string, name: string, words: string) =>
  `---\ntitle: "${name} ${mark}"\nslug: ${name.toLowerCase()}-${mark}\ndate: 2020-02-03\n---\n\n${words}\n`;

test(
  "a file that does not name its site: one of the same name with other posts is of another, and its name can be chosen",
  { tag: "@deep" },
  async ({ page }) => {
    const mark = makeMark();
    await open(page);
    await choose(page, `note-${mark}.md`, writeNote(mark, "First", "One."));
    const site = page.getByLabel("The site that these posts come from");
    await expect(site).toHaveValue(`note-${mark}`);
    await run(page);
    await openHydrated(page, path);
    await choose(page, `note-${mark}.md`, writeNote(mark, "Second", "Two."));
    await expect(site).toHaveValue(`note-${mark} 2`);
    await site.fill(`note-${mark}`);
    await site.press("Enter");
    await expect(page.getByText("Changed in the file since")).toBeVisible();
    await site.fill("another desk");
    await page.getByRole("button", { name: "Use this name" }).click();
    await expect(page.getByRole("row", { name: /New, published/ })).toBeVisible();
    await run(page);
    expect(await readText(page, `first-${mark}`)).toContain("One.");
    expect(await readText(page, `second-${mark}`)).toContain("Two.");
    // The same again is known, under the name that it was given.
    await openHydrated(page, path);
    await choose(page, `note-${mark}.md`, writeNote(mark, "First", "One, better."));
    await expect(page.getByText("Changed in the file since")).toBeVisible();
  },
);

test("of two who begin one import the second is told who imports it @ci", async ({ page, browser }) => {
  const mark = makeMark();
  const text = writeFile(`https://${mark}.example`, [{ id: 1, slug: `shared-${mark}` }]);
  const held = Promise.withResolvers<void>();
  await open(page);
  await choose(page, `race-${mark}.xml`, text);
  await page.route("**/import-run", async (route) => {
    if (route.request().postData()?.includes('"intent":"posts"')) await held.promise;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Import 1 post" }).click();
  await expect(page.getByRole("progressbar", { name: "Posts" })).toBeVisible();
  await expect(page.getByText("0 of 1", { exact: true })).toBeVisible();
  const other = await (await browser.newContext({ baseURL })).newPage();
  await open(other, "super");
  await choose(other, `race-${mark}.xml`, text);
  await other.getByRole("button", { name: "Import 1 post" }).click();
  await expect(other.getByText(/is importing this file just now: 0 of 1 posts are here/)).toBeVisible();
  await expectAccessible(other);
  held.resolve();
  await expect(page.getByRole("heading", { name: "The import is finished" })).toBeVisible();
  await other.context().close();
});

test(
  "a file of a hundred megabytes is read beside the page, stopped, and read again",
  { tag: "@deep" },
  async ({ page }, testInfo) => {
    test.setTimeout(900_000);
    const mark = makeMark();
    const file = testInfo.outputPath(`large-${mark}.xml`);
    const { createWriteStream } = await import("node:fs");
    const out = createWriteStream(file);
    const words = `<p>${"A paragraph of a long report about costs. ".repeat(240)}</p>\n`.repeat(2);
    const write = (part: string) =>
      new Promise<void>((resolve) => (out.write(part) ? resolve() : void out.once("drain", resolve)));
    await write(head(`https://${mark}.example`));
    for (let id = 1; id <= 5000; id += 1) await write(writeItem({ id, slug: `large-${mark}-${id}`, text: words }));
    await new Promise<void>((resolve) => out.end("</channel></rss>", resolve));
    await open(page);
    await page.getByLabel("File to import").setInputFiles(file);
    await expect(page.getByRole("heading", { name: `Reading large-${mark}.xml` })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "File" })).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "Choose a file" })).toBeVisible();
    await page.getByLabel("File to import").setInputFiles(file);
    await expect(page.getByRole("button", { name: "Import 5000 posts" })).toBeVisible({ timeout: 600_000 });
    await page.getByRole("button", { name: "Import 5000 posts" }).click();
    await expect(page.getByText(/^[1-9]\d* of 5000$/)).toBeVisible({ timeout: 120_000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("heading", { name: "The import has stopped" })).toBeVisible();
    await expect(page.getByText(/were not sent/)).toBeVisible();
  },
);
