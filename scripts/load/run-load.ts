/** The load itself: clients of each kind, one site, and what they saw. */
import { Agent } from "node:http";
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Answer, ask, type Ask } from "../bench/ask.ts";
import { signIn } from "../bench/subjects/accounts.ts";
import { readMemory } from "../bench/processes.ts";
import { readLiveHeap } from "../bench/profile.ts";
import { computePercentile } from "../bench/statistics.ts";
import type { Side } from "../bench/workerd.ts";
import type { LoadKind, Send } from "./kinds.ts";

interface KindFigures {
  name: string;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** 503 where that is an answer as it should be. */
  postponed: number;
}

export interface LoadFigures {
  seconds: number;
  kinds: KindFigures[];
  errors: string[];
  /** Megabytes in the first and in the last third: the least that was seen, after a collection of garbage. */
  heap: [number, number];
  resident: [number, number];
}

export interface Load {
  site: Side;
  secret: string;
  seconds: number;
}

/** An answer that takes longer is an error. */
const longest = 30_000;
const address = () => `10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`;

/** One client's connection. */
export function openClient(site: Side): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (asked: Ask): Promise<Answer> => {
    const headers = { "CF-Connecting-IP": address(), "Sec-Fetch-Site": "same-origin", ...asked.headers };
    const late = wait(longest, null, { ref: false }).then(() => Promise.reject(new Error("no answer in 30 s")));
    return Promise.race([ask(site, { ...asked, headers }, agent), late]);
  };
  return { send, close: () => agent.destroy() };
}

export async function runLoad(
  { site, secret, seconds }: Load,
  kinds: readonly LoadKind[],
  tell: (line: string) => void,
): Promise<LoadFigures> {
  const ends = performance.now() + seconds * 1000;
  const isOver = () => performance.now() >= ends;
  const errors: string[] = [];
  const seen = kinds.map(({ name }) => ({ name, times: [] as number[], postponed: 0 }));
  const who = { cookies: "", hr: "" };
  await renew(site, who);
  // An access token lives for five minutes.
  const renewing = setInterval(
    () => void renew(site, who).catch((error: unknown) => errors.push(`signing in: ${error}`)),
    120_000,
  );
  let number = 0;

  const clients = kinds.flatMap((kind, at) =>
    Array.from({ length: kind.clients }, async () => {
      const { send, close } = openClient(site);
      const own = seen[at];
      const counted: Send = async (asked) => {
        const begun = performance.now();
        const answer = await send(asked);
        own?.times.push(performance.now() - begun);
        const trouble = judge(answer, asked, kind);
        if (trouble) errors.push(`${kind.name}: ${trouble}`);
        else if (answer.status === 503 && own) own.postponed += 1;
        return answer;
      };
      while (!isOver()) {
        number += 1;
        await kind
          .run({ number, secret, ...who }, counted)
          .catch((error: unknown) => errors.push(`${kind.name}: ${error}`));
        await wait(kind.pause);
      }
      close();
    }),
  );
  const samples = await sample(site, isOver, tell, () => `${number} turns, ${errors.length} errors`);
  await Promise.all(clients);
  clearInterval(renewing);
  const third = Math.max(1, Math.floor(samples.length / 3));
  const least = (some: typeof samples, key: "heap" | "resident") => Math.min(...some.map((one) => one[key]));
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  return {
    seconds,
    kinds: seen.map(({ name, times, postponed }) => ({
      name,
      requests: times.length,
      p50: computePercentile(times, 0.5),
      p95: computePercentile(times, 0.95),
      p99: computePercentile(times, 0.99),
      postponed,
    })),
    errors,
    heap: [least(first, "heap"), least(last, "heap")],
    resident: [least(first, "resident"), least(last, "resident")],
  };
}

async function renew(site: Side, who: { cookies: string; hr: string }): Promise<void> {
  const { send, close } = openClient(site);
  for (const [key, email] of [
    ["cookies", "marketing@demo.example"],
    ["hr", "hr@demo.example"],
  ] as const) {
    for (let tries = 0; tries < 20; tries += 1) {
      const { status, headers } = await send(signIn(email));
      who[key] =
        [headers["set-cookie"] ?? []]
          .flat()
          .map((line) => line.split(";")[0])
          .join("; ") || who[key];
      if (status !== 503) break;
      await wait(Number(headers["retry-after"] ?? 1) * 1000);
    }
  }
  close();
}

/** What is no answer as it should be; null where it is. */
function judge(
  { status, headers, body }: Answer,
  { path }: Ask,
  { allows = [] }: Pick<LoadKind, "allows">,
): string | null {
  if (status < 400) return null;
  if (status === 503 && allows.includes(503) && Number(headers["retry-after"]) > 0) return null;
  if (status !== 503 && allows.includes(status)) return null;
  return `${status} at ${path}: ${body.toString().replaceAll(/\s+/g, " ").slice(0, 160)}`;
}

async function sample(site: Side, isOver: () => boolean, tell: (line: string) => void, progress: () => string) {
  const samples: { heap: number; resident: number }[] = [];
  const inspector = await site.openInspector();
  const begun = performance.now();
  while (!isOver()) {
    await wait(5000);
    const one = { heap: await readLiveHeap(inspector), resident: readMemory(site.pid) };
    samples.push(one);
    const at = Math.round((performance.now() - begun) / 1000);
    tell(`${at} s: ${progress()}, heap ${one.heap.toFixed(1)} MB, workerd ${one.resident.toFixed(0)} MB`);
  }
  return samples;
}
