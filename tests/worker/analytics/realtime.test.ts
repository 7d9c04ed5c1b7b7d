/** Who is there now is asked once in eight seconds by each isolate. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { second } from "#shared/dates/durations.ts";
import { readRealtimeOnce } from "#worker/analytics/figures/read-realtime.ts";
import { brokenDb } from "./analytics-make.ts";

const now = Date.parse("2026-11-20T12:00Z");

/** A database that counts its trips; `answer` may hold one up. */
function openCounted(answer: () => Promise<void> = async () => {}) {
  const counts = { trips: 0 };
  const batch = async (statements: D1PreparedStatement[]) => {
    counts.trips += 1;
    await answer();
    return env.DB.batch(statements);
  };
  const d1 = { prepare: (query: string) => env.DB.prepare(query), batch } as unknown as D1Database;
  return { counts, d1 };
}

test("an answer holds for eight seconds, and says for how long it still does", async () => {
  const { counts, d1 } = openCounted();
  const waits = [];
  for (const at of [0, 3, 7.9, 8, 9]) waits.push((await readRealtimeOnce(d1, now + at * second)).wait / second);
  expect(waits).toEqual([8, 5, expect.closeTo(0.1), 8, 7]);
  expect(counts.trips).toBe(2);
});

test("nobody waits for the request of somebody else, who may have left; a failure is not kept", async () => {
  let isFirst = true;
  const { counts, d1 } = openCounted(() => {
    if (!isFirst) return Promise.resolve();
    isFirst = false;
    return new Promise(() => {});
  });
  void readRealtimeOnce(d1, now);
  expect((await readRealtimeOnce(d1, now)).found.now).toBe(0);
  expect(counts.trips).toBe(2);
  await expect(readRealtimeOnce(brokenDb, now)).rejects.toThrow();
  await expect(readRealtimeOnce(brokenDb, now)).rejects.toThrow();
});
