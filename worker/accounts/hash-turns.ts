/**
 * Hashing blocks the isolate, and while it does no page is answered. So a hash is made of short stretches, each followed
 * by a pause in which everything else has its time, and hashes take turns: of an isolate's time hashing gets a quarter at
 * most, however many ask for it, and never more than one stretch without a break. Instants and durations are
 * milliseconds of the monotonic clock.
 */
import { UnavailableError } from "../lib/errors.ts";
import type { RunStretch } from "./passwords.ts";

const share = 1 / 4;
/**
 * How long a request waits for its turn; whoever would wait longer is told when to come again. A browser that has signed
 * in to this account before, at a time when its address was proven, waits behind strangers, but they cannot keep it
 * out: they fill the queue so far and no further. Making an account does not make a browser known.
 */
const longestWait = { stranger: 4500, known: 7500 };
/** What is measured beyond this is not the hash but others' work. */
const longestHash = 500;

/** What a hash and a stretch of it cost: guesses until the first are measured. */
const expected = { hash: 150, stretch: 30 };
/** When the next turn begins. A request that goes away before its turn leaves a pause, nothing worse. */
let nextTurn = 0;
/** When the next stretch may begin, whosever it is: turns overlap where a hash took longer than expected. */
let nextStretch = 0;

/** The right to hash, from now on. */
export interface HashTurn {
  /** Runs one hash. What it takes longer than expected is made up for by a longer pause, and the other way round. */
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
        expected.hash = Math.min(spent, longestHash);
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
    // Workers stop the clock while they compute: it is right again once a timer has fired.
    await pause(0);
    expected.stretch = Math.min(performance.now() - startedAt, longestHash);
    nextStretch += expected.stretch / share - planned;
    count(expected.stretch);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
