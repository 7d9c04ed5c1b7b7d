import { Agent } from "node:http";
import { chromium } from "playwright";
import { pieceSize } from "../../shared/hiring/application-files.ts";
import { issueTicket } from "../../worker/lib/forms/ticket.ts";
import { browserFlags, findBrowser } from "../../scripts/lib/browser.ts";
import { signIn } from "./subjects/accounts.ts";
import { countRows } from "./subject.ts";
import { ask } from "./ask.ts";
import { type Held, watchIsolate } from "./profile.ts";
import { computeRatios, computeSpread, type Spread } from "./statistics.ts";
import { origin, type Side } from "./workerd.ts";

export interface HiringFigures {
  cards: number;
  /** Milliseconds until the first paint of the board, and of a staff page with little on it. */
  board: Spread;
  plain: Spread;
  timesPlain: Spread;
  uploads: UploadFigures;
}

/** What the isolate holds while ten files of 10 MB are sent at once, where its heap may have `heap` MB. */
export interface UploadFigures extends Held {
  heap: number;
}

/** A board of 200 cards and more without a job, in a browser. */
export async function measureBoard(site: Side, rounds: number): Promise<Omit<HiringFigures, "uploads">> {
  await site.write(fillBoard());
  return paintBoard(site, rounds);
}

const perStage = 40;

/** Forty applications in each of the usual stages, without a role. */
function fillBoard(): string[] {
  const numbers = countRows(1, 5 * perStage);
  const id = "printf('00000000-0000-7000-9400-%012d', i)";
  const stage =
    "CASE i % 5 WHEN 0 THEN 'new' WHEN 1 THEN 'screening' WHEN 2 THEN 'interview' WHEN 3 THEN 'offer' ELSE 'hired' END";
  return [
    `${numbers} INSERT INTO candidates (id, email, name, created_at, updated_at)
     SELECT ${id}, 'card' || i || '@client.example', 'Card Person ' || i, 1, 1 FROM n`,
    `${numbers} INSERT INTO applications (id, candidate_id, submission_hash, link_hash, name, email, place, stage, stage_since,
       ended_at, source, consented_at, received_at, updated_at)
     SELECT ${id}, ${id}, printf('card%060d', i), printf('card%060d', i), 'Card Person ' || i, 'card' || i || '@client.example', 'Town',
       ${stage}, i, CASE WHEN i % 5 = 4 THEN i END, 'bench-board', 1, i, 1 FROM n`,
  ];
}

async function paintBoard(site: Side, rounds: number): Promise<Omit<HiringFigures, "uploads">> {
  const { BROWSER_PATH: executablePath = "", ...libraries } = await findBrowser();
  const { host } = new URL(origin);
  const browser = await chromium.launch({
    executablePath,
    args: [...browserFlags, `--host-resolver-rules=MAP ${host} 127.0.0.1:${site.port}`],
    env: { ...process.env, ...libraries } as Record<string, string>,
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${origin}/auth`);
  // By the page itself, so that the cookies are those of its address.
  const { path, body } = signIn("hr@demo.example");
  await page.evaluate(
    ([address = "", json = ""]) =>
      fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: json }),
    [path, String(body)],
  );

  async function paint(path: string): Promise<number> {
    await page.goto(origin + path);
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const entry = list.getEntriesByName("first-contentful-paint")[0];
            if (entry) resolve(entry.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
    );
  }

  const paths = { board: "/job-applications/board?source=bench-board", plain: "/job-applications/board?source=none" };
  const times = { board: [] as number[], plain: [] as number[] };
  for (const path of Object.values(paths)) await paint(path);
  const cards = await page.goto(origin + paths.board).then(() => page.locator(".board-card").count());
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(await paint(paths.plain));
    times.board.push(await paint(paths.board));
  }
  await browser.close();
  return {
    cards,
    board: computeSpread(times.board),
    plain: computeSpread(times.plain),
    timesPlain: computeRatios(times.board, times.plain),
  };
}

export const uploadHeap = 64;
const files = 10;
const connections = new Agent({ keepAlive: true, maxSockets: files });
const bytes = 10_000_000;

/**
 * The memory of `site`, booted with a heap of `uploadHeap` MB: where 24 GB are free, V8 lets garbage lie, and Cloudflare's 128 MB for
 * heap and buffers do not. A Worker that needs more than that ends, and the upload fails.
 */
export async function measureUploads(site: Side, secret: string): Promise<UploadFigures> {
  const url = await site.openInspector();
  const held = await watchIsolate(url, async () => {
    await Promise.all(Array.from({ length: files }, (_, number) => sendFile(site, secret, number)));
  });
  return { ...held, heap: uploadHeap };
}

/** Sends a text of 10 MB ahead of its form, as the page's script does. */
async function sendFile(site: Side, secret: string, number: number): Promise<void> {
  const headers = {
    Origin: origin,
    "Sec-Fetch-Site": "same-origin",
    "X-Ticket": await issueTicket(secret, Date.now() - 15_000),
    "CF-Connecting-IP": `10.254.0.${number + 1}`,
  };
  const content = Buffer.alloc(bytes, "Ten years of systems that many people count on.\n");
  const post = async (query: string, body: string | Uint8Array, type?: string) => {
    const path = `/careers/apply/uploads?${query}`;
    const own = type === undefined ? headers : { ...headers, "Content-Type": type };
    const { status, body: text } = await ask(site, { method: "POST", path, headers: own, body }, connections);
    if (status !== 200) throw new Error(`An upload was answered with ${status}: ${text.toString()}`);
    return (JSON.parse(text.toString()) as { upload: { id: string } }).upload;
  };
  const { id } = await post(
    "do=begin",
    new URLSearchParams({ name: `cv-${number}.txt`, bytes: String(bytes) }).toString(),
    "application/x-www-form-urlencoded",
  );
  for (let from = 0; from < bytes; from += pieceSize)
    await post(`upload=${id}&from=${from}`, content.subarray(from, from + pieceSize));
}
