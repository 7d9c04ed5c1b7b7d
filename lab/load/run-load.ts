/** The load itself: clients of each kind, one site, and what they saw. */
import { setTimeout as wait } from "node:timers/promises";
import { readMemory } from "../bench/processes.ts";
import { readLiveHeap } from "../bench/profile.ts";
import { computePercentile } from "../bench/statistics.ts";
import type { Side } from "../bench/workerd.ts";
import { openClient } from "./client.ts";
import { judge } from "./judge.ts";
import type { LoadKind, Send } from "./kinds.ts";
import { renewCookies } from "./renew-cookies.ts";

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
  await renewCookies(site, who);
  // An access token lives for five minutes.
  const renewing = setInterval(
    () => void renewCookies(site, who).catch((error: unknown) => errors.push(`signing in: ${error}`)),
    120_000,
  );
  let number = 0;

  const clients = kinds.flatMap((kind, at) =>
    Array.from({ length: kind.clients }, async () => {
      const { send, close } = openClient(site);
      const own = seen[at];
      const counted: Send = async (asked, expects = kind.expects) => {
        const begun = performance.now();
        const answer = await send(asked);
        own?.times.push(performance.now() - begun);
        const trouble = judge(answer, asked, { ...kind, expects });
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
