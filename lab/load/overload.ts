/** More than the site can take: what is refused, what is not, and how it is afterwards. */
import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../bench/ask.ts";
import type { Side } from "../bench/workerd.ts";
import { openClient } from "./client.ts";

export interface OverloadFigures {
  clients: number;
  answered: number;
  refused: number;
  /** Refusals without a time to come again, other errors, fixed pages that were refused, and what failed afterwards. */
  wrong: string[];
  /** Seconds until all kinds of pages were answered again. */
  recovered: number;
}

const clients = 400;
const heavy = ["/contact", "/search?q=cloud", "/careers", "/insights", "/api/search?q=data", "/auth"];
const fixed = ["/", "/gcc"];

/** `clients` ask for pages that are made anew, all at once and without a pause, for so long. */
export async function overload(site: Side, seconds: number): Promise<OverloadFigures> {
  const figures: OverloadFigures = { clients, answered: 0, refused: 0, wrong: [], recovered: 0 };
  const warm = openClient(site);
  for (const path of fixed) await warm.send({ path });
  warm.close();
  const ends = performance.now() + seconds * 1000;
  const asking = Array.from({ length: clients }, async (_, at) => {
    const { send, close } = openClient(site);
    const isFixed = at % 20 === 0;
    const paths = isFixed ? fixed : heavy;
    for (let turn = at; performance.now() < ends; turn += 1) {
      const path = paths[turn % paths.length] ?? "/";
      const answer = await send({ path }).catch((error: unknown) => String(error));
      const wrong = judgeCrowded(answer, isFixed);
      if (wrong) figures.wrong.push(`${path}: ${wrong}`);
      else if (typeof answer !== "string" && answer.status === 503) figures.refused += 1;
      else figures.answered += 1;
      if (isFixed) await wait(20);
    }
    close();
  });
  await Promise.all(asking);
  const begun = performance.now();
  const { send, close } = openClient(site);
  for (const path of [...fixed, ...heavy]) {
    let answer = await send({ path });
    for (let tries = 0; answer.status === 503 && tries < 10; tries += 1) {
      await wait(Number(answer.headers["retry-after"]) * 1000);
      answer = await send({ path });
    }
    if (answer.status !== 200) figures.wrong.push(`${path} afterwards: ${answer.status}`);
  }
  close();
  figures.recovered = (performance.now() - begun) / 1000;
  return figures;
}

function judgeCrowded(answer: Answer | string, isFixed: boolean): string | null {
  if (typeof answer === "string") return answer;
  const { status, headers } = answer;
  if (status === 503 && isFixed) return "a page from memory was refused";
  if (status === 503) return Number(headers["retry-after"]) > 0 ? null : "503 without Retry-After";
  return status === 200 ? null : String(status);
}
