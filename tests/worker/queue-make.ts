/** The queue of visitors as Cloudflare runs it, before the built Worker's own `queue` and `scheduled`. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { second } from "#shared/dates/durations.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { brokenDb, makeBatch } from "./analytics/analytics-make.ts";
import { worker } from "./built-worker.ts";
import { breakBinding } from "./faulty-bindings.ts";

/** As wrangler.toml has it. */
const atOnce = 100;
const mostRetries = 10;

/** Does what it is asked and then does not answer. */
export const forgetfulDb = breakBinding("DB", { kind: "after", hits: (call) => call === "DB.batch" }).DB;

/** Hands a batch to the consumer: what it says of each message. */
async function consume(bodies: readonly VisitorMessage[], DB: D1Database = env.DB, attempts = 1) {
  const { batch, outcomes } = makeBatch(bodies);
  const delays: number[] = [];
  for (const [index, message] of batch.messages.entries()) {
    const retry = message.retry.bind(message);
    Object.assign(message, {
      attempts,
      retry: (options?: QueueRetryOptions) => {
        delays[index] = options?.delaySeconds ?? 0;
        retry(options);
      },
    });
  }
  const ctx = createExecutionContext();
  await worker.queue(Object.assign(batch, { queue: "fivewright-visitor-records" }), { ...env, DB }, ctx);
  await waitOnExecutionContext(ctx);
  return outcomes().map((outcome, index) => ({ outcome, delay: delays[index] ?? 0 }));
}

/**
 * Delivers all messages, a fifth of them twice, in any order. A batch in seven meets a database that is away, another one that
 * stores and does not say so; both come again.
 */
export async function deliverAll(messages: readonly VisitorMessage[], draw: () => number): Promise<void> {
  const doubled = messages.flatMap((message) => (draw() < 0.2 ? [message, message] : [message]));
  const mixed = doubled
    .map((message) => ({ message, place: draw() }))
    .toSorted((one, other) => one.place - other.place);
  for (let index = 0; index < mixed.length; index += 100) {
    const bodies = mixed.slice(index, index + 100).map(({ message }) => message);
    const failing = [undefined, brokenDb, undefined, forgetfulDb][(index / 100) % 7];
    if (failing)
      expect(new Set((await consume(bodies, failing)).map(({ outcome }) => outcome))).toEqual(new Set(["retry"]));
    expect(new Set((await consume(bodies, env.DB, failing ? 2 : 1)).map(({ outcome }) => outcome))).toEqual(
      new Set(["ack"]),
    );
  }
}

/** Runs the jobs of every five minutes. */
export async function runOften(): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: schedules.everyFiveMinutes }), env, ctx);
  await waitOnExecutionContext(ctx);
}

interface Waiting {
  body: VisitorMessage;
  attempts: number;
  due: number;
}

/**
 * A queue that delivers at least once, in any order: a fifth of what was taken comes again. It works by the clock of the
 * test; `isAway` makes it refuse messages.
 */
export function openSlowQueue(draw: () => number) {
  const waiting: Waiting[] = [];
  const dead: VisitorMessage[] = [];
  const state = { isAway: false, delivered: 0, retried: 0 };
  const send = async (message: unknown) => {
    if (state.isAway) throw new Error("Queue send failed: Internal Server Error");
    waiting.push({ body: structuredClone(message) as VisitorMessage, attempts: 1, due: Date.now() + second });
  };
  /** Delivers what is due at the present time. Messages of one batch have been tried as often as each other. */
  async function work(DB?: D1Database): Promise<void> {
    const due = waiting.filter((each) => each.due <= Date.now());
    const later = waiting.filter((each) => each.due > Date.now());
    waiting.splice(0, waiting.length, ...later);
    for (const [attempts, same] of Map.groupBy(due, (each) => each.attempts)) {
      const mixed = same.map((each) => ({ each, place: draw() })).toSorted((one, other) => one.place - other.place);
      for (let index = 0; index < mixed.length; index += atOnce) {
        const batch = mixed.slice(index, index + atOnce).map(({ each }) => each);
        const outcomes = await consume(
          batch.map(({ body }) => body),
          DB,
          attempts,
        );
        for (const [place, { body }] of batch.entries()) {
          const { outcome, delay } = outcomes[place] ?? { outcome: "none", delay: 0 };
          state.delivered += 1;
          if (outcome === "ack") {
            if (draw() < 0.2) waiting.push({ body, attempts, due: Date.now() + 20 * second });
          } else if (attempts > mostRetries) dead.push(body);
          else {
            state.retried += 1;
            waiting.push({ body, attempts: attempts + 1, due: Date.now() + delay * second });
          }
        }
      }
    }
  }
  return { state, waiting, dead, work, queue: { send } as unknown as NonNullable<Env["VISITOR_QUEUE"]> };
}
