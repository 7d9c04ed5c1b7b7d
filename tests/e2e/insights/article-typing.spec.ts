/**
 * What a key costs in a long article, as work that is done: `npm run audit` prints the time. That the page around the text is
 * not rendered is in tests/ui/calm-state.test.ts.
 */
import { baseURL, expect, signIn, test } from "../fixtures.ts";
import { makeArticle, openArticle } from "./article-page.ts";

const keys = 60;

interface Work {
  /** Blocks of the text that were drawn anew. */
  blocks: number;
  /** Copies that were written to the device. */
  copies: number;
  /** Questions to workers, such as the checks. */
  questions: number;
  /** Looks through the whole document. */
  searches: number;
}

test("a key in a long article draws its own block, and neither writes the article nor checks it @ci", async ({
  page,
}) => {
  await signIn(page.request, "marketing");
  const path = await makeArticle(page);
  const headers = { Origin: baseURL, "Sec-Fetch-Site": "same-origin" };
  const { newest } = (await (await page.request.get(`${path}/live`)).json()) as {
    newest: { version: number; draft: object };
  };
  const markdown = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} ${"of words that stand there. ".repeat(5)}`);
  const draft = { ...newest.draft, title: "Long", markdown: markdown.join("\n\n") };
  const data = { intent: "save", version: newest.version, draft };
  expect((await page.request.post(`${path}/live`, { data, headers })).status()).toBe(200);
  await openArticle(page, path);
  // The panel rests: its fields have their code, and the first answer of the checks is there.
  await expect(page.locator(".article-panel-body .kit-tabs [role=combobox]").first()).toBeVisible();
  await expect(page.locator(".article-panel-body [role=spinbutton]").first()).toBeVisible();
  await expect(page.getByRole("list", { name: "In order" })).toBeVisible();
  await page.locator(".editor-text > p", { hasText: "Paragraph 150 " }).click();
  await page.keyboard.press("End");
  await page.evaluate(() => {
    const work = { blocks: new Set<unknown>(), copies: 0, questions: 0, searches: 0 };
    const text = document.querySelector(".editor-text");
    if (!text) throw new Error("The page has no editor.");
    new MutationObserver((records) => {
      for (const { target } of records)
        for (const block of text.children) if (block.contains(target)) work.blocks.add(block);
    }).observe(text, { subtree: true, childList: true, characterData: true, attributes: true });
    const count = (owner: object, name: string, note: () => void) => {
      const real = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function counted(this: unknown, ...args: unknown[]) {
        note();
        return real.apply(this, args);
      });
    };
    count(IDBObjectStore.prototype, "put", () => (work.copies += 1));
    count(Worker.prototype, "postMessage", () => (work.questions += 1));
    count(Document.prototype, "querySelector", () => (work.searches += 1));
    Object.assign(window, { work });
  });
  await page.keyboard.type("word ".repeat(keys / 5));
  const work = await page.evaluate(() => {
    const { work } = window as unknown as { work: Omit<Work, "blocks"> & { blocks: Set<unknown> } };
    return { ...work, blocks: work.blocks.size };
  });
  expect(work.blocks).toBe(1);
  expect(work.copies).toBeLessThan(keys / 3);
  expect(work.questions).toBeLessThan(keys / 6);
  expect(work.searches).toBeLessThan(keys / 2);
});
