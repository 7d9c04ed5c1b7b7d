/** How long a key on the page of an article takes, with all that is around the text: what `npm run audit` prints. */
import type { Browser, BrowserContext } from "playwright";

const keys = 120;

/** Milliseconds from a key until its script and layout are done, on this machine. */
interface KeyTimes {
  median: number;
  "95th of 100": number;
  slowest: number;
}

/** The times in a short article and in one of 20,000 words, and how many times the short one's those are. */
export async function measureTyping(browser: Browser, origin: string): Promise<Record<string, KeyTimes>> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  const headers = { Origin: origin, "Sec-Fetch-Site": "same-origin" };
  const data = { email: "super@demo.example", password: "demo-only-password" };
  await context.request.post("/api/auth/sign-in", { data, headers });
  const short = await timeKeys(context, headers, { words: 200, title: "A short article of the audit" });
  const long = await timeKeys(context, headers, { words: 20_000, title: "A long article of the audit" });
  await context.close();
  const compare = (name: keyof KeyTimes) => Number((long[name] / short[name]).toFixed(1));
  const ratio = { median: compare("median"), "95th of 100": compare("95th of 100"), slowest: compare("slowest") };
  return { "200 words": short, "20,000 words": long, "times as long": ratio };
}

interface Sample {
  words: number;
  title: string;
}

async function timeKeys(context: BrowserContext, headers: Record<string, string>, sample: Sample): Promise<KeyTimes> {
  const page = await context.newPage();
  await page.goto(await storeArticle(context, headers, sample));
  const text = page.locator(".editor-text");
  await text.waitFor();
  // Into the middle of the article.
  await text.getByText(`Paragraph ${sample.words < 1000 ? 1 : 100} `).click();
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    addEventListener(
      "keydown",
      () => {
        const start = performance.now();
        // A message comes after the task of the key, with all that the page does in it.
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
  await page.close();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1));
  return { median: at(0.5), "95th of 100": at(0.95), slowest: at(1) };
}

/** Stores a draft as the page does, and returns its address. */
async function storeArticle(context: BrowserContext, headers: Record<string, string>, { words, title }: Sample) {
  const begun = await context.request.post("/blog-management", { form: { do: "new" }, headers, maxRedirects: 0 });
  const path = new URL(begun.headers()["location"] ?? "", headers["Origin"]).pathname;
  const form = { intent: "save", version: "0", title, dek: "", slug: `untitled-${path.slice(-12)}`, markdown: "" };
  await context.request.post(path, { form, headers, maxRedirects: 0 });
  const { newest } = (await (await context.request.get(`${path}/live`)).json()) as {
    newest: { version: number; draft: object };
  };
  const draft = { ...newest.draft, title, markdown: writeArticle(words) };
  const data = { intent: "save", version: newest.version, draft };
  const saved = await context.request.post(`${path}/live`, { data, headers });
  if (!saved.ok()) throw new Error(`The article was not stored: ${saved.status()}.`);
  return path;
}

/** Sections of paragraphs, lists, tables and code, as articles have. */
function writeArticle(words: number): string {
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
