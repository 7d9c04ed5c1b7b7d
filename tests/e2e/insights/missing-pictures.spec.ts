/** What programs bring without a browser, the next browser of the staff makes: covers, and widths of pictures. */
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { baseURL, expect, openHydrated, signIn, test } from "../fixtures.ts";

test("an article with a picture, published by a program, gets its cover and its widths while somebody works @ci", async ({
  page,
}) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, "/account");
  const form = page.getByRole("region", { name: "API tokens" }).locator("form").last();
  await form.getByRole("textbox", { name: "Name" }).fill("Release notes");
  for (const scope of await form.getByRole("checkbox").all()) await scope.check();
  await form.getByRole("button", { name: "Create a token" }).click();
  const token = await page.locator(".account-token code").textContent();

  const mark = randomBytes(4).toString("hex");
  const headers = { Authorization: `Bearer ${token}` };
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const file = await sharp({ create: { width: 1100, height: 500, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
  const sent = await fetch(`${baseURL}/api/media?name=${mark}.jpg&alt=A%20colour`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "image/jpeg" },
    body: new Uint8Array(file),
  });
  expect(sent.status).toBe(201);
  const { path } = (await sent.json()) as { path: string };
  const ask = async (to: string, json: object, version?: number) => {
    const answer = await fetch(`${baseURL}${to}`, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/json",
        ...(version !== undefined && { "If-Match": `"${version}"` }),
      },
      body: JSON.stringify(json),
    });
    expect(answer.ok, `${to}: ${answer.status}`).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const topics = await (await fetch(`${baseURL}/api/topics`, { headers })).json();
  const { categories, authors } = topics as Record<"categories" | "authors", { slug: string }[]>;
  const { id } = await ask("/api/posts", {
    title: `Release ${mark}`,
    slug: mark,
    markdown: `What is new.\n\n![A colour](${path})`,
    category: categories[0]?.slug,
    authors: [authors[0]?.slug],
  });
  await ask(`/api/posts/${id}/publish`, {}, 1);

  const article = `/insights/${mark}`;
  await page.goto(article);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Release ${mark}`);
  await expect(page.locator(".article-cover")).toHaveCount(0);

  // The list says so until its own page has drawn the cover.
  await openHydrated(page, `/blog-management?q=${mark}`);
  const row = page.locator(`tr[data-row="${id}"]`);
  await expect(row).toBeVisible();
  await expect(row.getByText("Cover not drawn yet")).toHaveCount(0, { timeout: 60_000 });
  await page.goto(article);
  const cover = page.locator("img.article-cover");
  await expect(cover).toHaveJSProperty("complete", true);
  await expect(cover).toHaveJSProperty("naturalWidth", 1440);

  // By this browser, or by any other that has the library open.
  await openHydrated(page, `/blog-management/media?q=${mark}`);
  const read = async () => (await page.request.get(article)).text();
  await expect.poll(read, { timeout: 30_000 }).toContain("480w");
  await page.goto(article);
  await expect(page.locator('.prose img[srcset*="480w"], article img[srcset*="480w"]').first()).toBeVisible();
});
