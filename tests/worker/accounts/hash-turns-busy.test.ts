/** Hashes in an isolate that has much else to do: on a clock of the test's own, which moves with the work. */
import { expect, test, vi } from "vitest";
import { takeHashTurn } from "#worker/accounts/passwords/hash-turns.ts";
import { UnavailableError } from "#worker/lib/errors.ts";

const wait = globalThis.setTimeout;

/** Milliseconds that one of the five stretches of a hash takes. */
const cost = 20;

let epoch = 0;

/**
 * Attempts that arrive every `every` ms for `lasts` ms, while each timer fires up to `late` ms late, because of other work.
 * Returns how many ms those took that got through, how many were refused, and the share of the time that hashing had.
 */
async function simulate({ every, lasts, late }: { every: number; lasts: number; late: number }) {
  const timers: { at: number; run: () => void }[] = [];
  const begin = (epoch += 1e6);
  let clock = begin;
  let hashed = 0;
  let fired = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, delay = 0) => {
    // A third of them in time.
    fired += 1;
    timers.push({ at: clock + delay + (fired % 3 === 0 ? 0 : (fired % 7) * (late / 6)), run });
  }) as typeof setTimeout);
  const took: number[] = [];
  let refused = 0;
  async function attempt() {
    const arrivedAt = clock;
    try {
      const { run } = await takeHashTurn("stranger");
      await run(async (runStretch) => {
        for (let lane = 0; lane < 5; lane += 1)
          await runStretch(async () => {
            clock += cost;
            hashed += cost;
          });
      });
      took.push(clock - arrivedAt);
    } catch (error) {
      expect(error).toBeInstanceOf(UnavailableError);
      refused += 1;
    }
  }
  for (let at = 0; at < lasts; at += every) timers.push({ at: begin + at, run: () => void attempt() });
  while (timers.length > 0) {
    timers.sort((a, b) => a.at - b.at);
    const next = timers.shift();
    clock = Math.max(clock, next?.at ?? 0);
    next?.run();
    await new Promise<void>((resolve) => wait(resolve, 0));
  }
  return { took, refused, share: hashed / (clock - begin) };
}

test("time that other work takes is not taken for hashing: who come at less than the rate of hashing get in soon", async () => {
  const { took, refused, share } = await simulate({ every: 500, lasts: 20_000, late: 60 });
  expect(refused).toBe(0);
  expect(Math.max(...took)).toBeLessThan(1000);
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThanOrEqual(0.25);
});

test("in a very busy isolate a hash takes its time, and everybody who comes gets in", async () => {
  const { took, refused, share } = await simulate({ every: 800, lasts: 20_000, late: 1000 });
  expect(refused).toBe(0);
  expect(Math.max(...took)).toBeLessThan(6000);
  expect(share).toBeLessThanOrEqual(0.25);
});

test("at twice the rate about half is told to come again, and hashing keeps to a quarter of the time", async () => {
  const { took, refused, share } = await simulate({ every: 200, lasts: 20_000, late: 60 });
  expect(refused).toBeGreaterThan(30);
  expect(took.length).toBeGreaterThan(50);
  expect(Math.max(...took)).toBeLessThan(9000);
  expect(share).toBeLessThanOrEqual(0.25);
});
