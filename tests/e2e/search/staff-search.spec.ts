/** The page of the search, as marketing uses it. tests/worker/search/search-page.test.ts has what its forms do. */
import { parts } from "#app/staff/search/parts.ts";
import { expect, lookInTurn, oneRoundOrSix, openHydrated, signIn, test } from "../fixtures.ts";

const path = parts.overview.path;

// There is one index, so this cannot run beside itself.
test("a new version is planned, built beside the one that serves, switched to, and taken back @ci", async ({
  page,
}) => {
  await signIn(page.request, "marketing");
  await openHydrated(page, path);
  const live = page.getByRole("article").filter({ hasText: "Live" });
  const before = (await live.getByRole("heading").textContent()) ?? "";
  const newest = page.getByRole("article").filter({ has: page.getByText(/Building|Ready/) });
  // The Worker may be at a run of its own.
  await expect(async () => {
    await page.getByRole("link", { name: "Re-embed…" }).click();
    await expect(page.getByText("This is a dry run: nothing has been started.")).toBeVisible();
    await page.getByRole("button", { name: "Start" }).click({ timeout: 2000 });
    await expect(newest.first()).toBeVisible({ timeout: 5000 });
  }).toPass();
  const ready = page.getByRole("article").filter({ hasText: "Ready" }).first();
  await expect(ready).toBeVisible({ timeout: 30_000 });
  const made = (await ready.getByRole("heading").textContent()) ?? "";
  await ready.getByRole("button", { name: `Switch to ${made}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Switch to/ })
    .click();
  await expect(live.getByRole("heading")).toHaveText(made);
  await page.getByRole("button", { name: `Roll back to ${before}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Roll back to/ })
    .click();
  await expect(live.getByRole("heading")).toHaveText(before);
});

test.describe("without script, on a phone @ci", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a query is tested and explained; synonyms are previewed, count at once for visitors, and are deleted", async ({
    page,
  }) => {
    await signIn(page.request, "marketing");
    await page.goto(path);
    await page.getByPlaceholder("What a visitor would type").fill("cloud bills");
    await page.getByRole("button", { name: "Test" }).click();
    await expect(page).toHaveURL(/\/test\?q=cloud\+bills/);
    await page
      .getByRole("link", { name: /^Explain / })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: /^Why “.*” stands there$/ })).toBeVisible();

    const word = `quokka${Math.random()
      .toString(36)
      .replaceAll(/[^a-z]/g, "")}`;
    await page.goto(parts.words.path);
    await page.getByRole("link", { name: "Add synonyms" }).click();
    await page.getByLabel("Words or phrases that mean the same").fill(`${word}\ncloud bill`);
    await page.getByLabel("Searches to try before saving").fill(word);
    await page.getByRole("button", { name: "Show what it changes" }).click();
    await expect(page.getByRole("heading", { name: "What it changes" })).toBeVisible();
    await expect(page.getByLabel("Words or phrases that mean the same")).toHaveValue(`${word}\ncloud bill`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("rowheader", { name: word })).toBeVisible();
    await page.goto(`/search?q=${word}`);
    await expect(page.getByRole("link", { name: /cloud bill/i }).first()).toBeVisible();
    await page.goto(parts.words.path);
    await page.getByRole("button", { name: `Delete ${word}` }).click();
    await expect(page.getByRole("rowheader", { name: word })).toHaveCount(0);
  });
});

for (const { rounds, tag } of oneRoundOrSix)
  test(`every part is accessible and fits${tag.join()}`, { tag }, async ({ page }) => {
    test.setTimeout(180_000 * rounds.length);
    await signIn(page.request, "marketing");
    for (const views of rounds) {
      const look = lookInTurn(page, views);
      const asked = [`${parts.test.path}?q=moving+to+the+cloud`, `${parts.documents.path}?q=cloud`, `${path}?plan=new`];
      for (const address of [...Object.values(parts).map((part) => part.path), ...asked]) {
        await page.goto(address);
        await expect(page.getByRole("heading", { level: 1, name: "Embeddings" })).toBeVisible();
        await look();
        await look();
      }
    }
  });
