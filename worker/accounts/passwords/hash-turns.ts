/**
 * Hashing blocks the isolate, and meanwhile no page is answered. So a hash is split into short stretches, each followed
 * by a pause for other work, and hashes run one after the other. Hashing gets at most a quarter of an isolate's time,
 * however many requests need it, and never more than one stretch without a pause. Instants and durations are
 * milliseconds of the monotonic clock.
 */
import { UnavailableError } from "#worker/lib/errors.ts";
import type { RunStretch } from "./passwords.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

const share = 1 / 4;
/**
 * How long a request waits for its turn; if the wait would be longer it is refused with a time to retry. A known
 * browser (one that has signed in to this account after its address was verified) may wait longer than others, so
 * strangers cannot lock it out by filling the queue. Creating an account does not make a browser known.
 */
const longestWait = { stranger: 4500, known: 7500 };
/**
 * Where much else is to be done, a measurement has the time of other work in it, because a timer fires late. A hash always
 * costs the same, so the lower quartile of the latest is near its own cost.
 */
const remembered = 20;

/** Expected duration of a hash and of one stretch; estimates until some are measured. */
let expected: Record<"hash" | "stretch", number>;
let measured: Record<keyof typeof expected, readonly number[]>;
/** When the next turn begins. A request that is cancelled before its turn only leaves a pause. */
let nextTurn: number;
/** When the next stretch of any hash may begin: turns overlap when a hash takes longer than expected. */
let nextStretch: number;

begin();
onNewIsolate(begin);

function begin(): void {
  expected = { hash: 150, stretch: 30 };
  measured = { hash: [expected.hash], stretch: [expected.stretch] };
  nextTurn = 0;
  nextStretch = 0;
}

/** The right to hash, from now on. */
export interface HashTurn {
  /** Runs one hash. If it takes longer than expected the pause after it is longer, and shorter if it takes less. */
  run<Result>(hash: (runStretch: RunStretch) => Promise<Result>): Promise<Result>;
}

/** @throws UnavailableError when so many wait that it is of no use to ask for a turn. */
export function refuseWhenCrowded(who: keyof typeof longestWait): void {
  const wait = nextTurn - performance.now();
  if (wait > longestWait[who]) throw new UnavailableError(Math.ceil(wait / 1000));
}

/**
 * Waits for a turn to hash one password.
 * @throws UnavailableError when the queue is full.
 */
export async function takeHashTurn(who: keyof typeof longestWait): Promise<HashTurn> {
  refuseWhenCrowded(who);
  const arrivedAt = performance.now();
  const turn = Math.max(arrivedAt, nextTurn);
  let planned = expected.hash / share;
  nextTurn = turn + planned;
  if (turn > arrivedAt) await pause(turn - arrivedAt);
  return {
    async run(hash) {
      let spent = 0;
      try {
        return await hash((stretch) =>
          runStretch(stretch, (took) => {
            spent += took;
          }),
        );
      } finally {
        learn("hash", spent);
        nextTurn += expected.hash / share - planned;
        planned = 0;
      }
    },
  };
}

async function runStretch<Result>(stretch: () => Promise<Result>, count: (took: number) => void): Promise<Result> {
  const arrivedAt = performance.now();
  const start = Math.max(arrivedAt, nextStretch);
  const planned = expected.stretch / share;
  nextStretch = start + planned;
  if (start > arrivedAt) await pause(start - arrivedAt);
  const startedAt = performance.now();
  try {
    return await stretch();
  } finally {
    // In Workers the clock stands still during computation; it is correct again after a timer.
    await pause(0);
    learn("stretch", performance.now() - startedAt);
    nextStretch += expected.stretch / share - planned;
    count(expected.stretch);
  }
}

function learn(what: keyof typeof expected, took: number): void {
  const latest = [took, ...measured[what]].slice(0, remembered);
  measured[what] = latest;
  expected[what] = latest.toSorted((a, b) => a - b)[Math.floor(latest.length / 4)] ?? took;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
