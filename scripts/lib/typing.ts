/** How long a key in the article editor takes, in an article of 20,000 words: what `npm run audit` prints. */
import type { Browser } from "playwright";

const words = 20_000;
const keys = 120;

/** Milliseconds from a key until its script and layout are done, on this machine: most keys, nearly all, the slowest. */
export async function measureTyping(browser: Browser, origin: string): Promise<Record<string, number>> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  const data = { email: "super@demo.example", password: "demo-only-password" };
  await context.request.post("/api/auth/sign-in", { data, headers: { Origin: origin } });
  const page = await context.newPage();
  await page.goto("/staff-kit/editor");
  const text = page.getByRole("textbox", { name: "Article", exact: true });
  await text.waitFor();
  await page.getByLabel("Another article").fill(writeLongArticle());
  await page.getByRole("button", { name: "Open it" }).click();
  // Into the middle of the article.
  await text.getByText("Paragraph 100 ").click();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      "keydown",
      () => {
        const start = performance.now();
        // A message comes after the task of the key, with all that the editor does in it.
        const { port1, port2 } = new MessageChannel();
        port2.addEventListener("message", () => {
          document.body.getBoundingClientRect();
          times.push(performance.now() - start);
        });
        port2.start();
        port1.postMessage(null);
      },
      { capture: true },
    );
  });
  await page.keyboard.type("words and more ".repeat(keys / 15), { delay: 60 });
  const times = await page.evaluate(() => (window as unknown as { times: number[] }).times);
  await context.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return { median: at(0.5), "95th of 100": at(0.95), slowest: at(1) };
}

/** Sections of paragraphs, lists, tables and code, as articles have. */
function writeLongArticle(): string {
  const sentence = "The forecast was **right** in shape and late by `one` hour, as [the desk](/x) had said before. ";
  const parts: string[] = [];
  for (let count = 0, part = 1; count < words; part += 1) {
    if (part % 8 === 1) parts.push(`## Section ${part}`);
    if (part % 8 === 3) parts.push(`- ${sentence}\n- ${sentence}`);
    if (part % 8 === 5) parts.push("| Hour | MW |\n| :-- | --: |\n| 06 | 412 |");
    if (part % 8 === 7) parts.push("```sql\nselect hour from forecasts;\n```");
    parts.push(`Paragraph ${part} ${sentence.repeat(4).trim()}`);
    count += 76;
  }
  return `${parts.join("\n\n")}\n`;
}
