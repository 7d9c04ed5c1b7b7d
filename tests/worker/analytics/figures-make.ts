/** Planned visits for tests, and what the consumer makes of their messages. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day } from "#shared/dates/durations.ts";
import { visitMessageSchema } from "#shared/analytics/visit-events.ts";
import { listDays } from "#shared/dates/zoned-buckets.ts";
import { refreshVisits } from "#worker/analytics/compute-visits.ts";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { rollDays } from "#worker/analytics/figures/roll-days.ts";
import { type Figures, eventDimensions, type FiguresQuery, visitDimensions } from "#worker/analytics/figures/types.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { openDb } from "#worker/db/client.ts";
import { countTruth, type Truth } from "../../../lab/traffic/count-truth.ts";
import { planDays, type PlannedVisit, planVisits } from "../../../scripts/seed/traffic/plan-visits.ts";
import { type SentMessage, toMessages } from "../../../scripts/seed/traffic/write-messages.ts";
import { brokenDb, makeBatch, makeFacts, silenceErrors } from "./analytics-make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);

export const allPanels: FiguresQuery["panels"] = [...visitDimensions, ...eventDimensions];

/** What the truth tells of. */
function pickTruth({ totals, before, series, seriesBefore, panels }: Figures): Truth {
  return { totals, before, series, seriesBefore, panels };
}

/** The last `count` days in `zone`, the present one included, halved into a period and the one before. */
export function askLast(count: number, zone: string) {
  const days = listDays({ from: Date.now() - (count - 1) * day, to: Date.now() }, zone);
  const [first, middle, last] = [days[0], days[count >> 1], days.at(-1)];
  if (!first || !middle || !last) throw new Error("There are no such days.");
  const query = {
    zone,
    period: { from: middle.from, to: last.to },
    previous: { from: first.from, to: middle.from },
    interval: "day",
    filters: [],
    panels: allPanels,
  } satisfies FiguresQuery;
  return { query, from: first.from, to: last.to };
}

export function plan({
  seed = "test",
  busy = 1,
  ...days
}: Parameters<typeof planDays>[0] & { seed?: string; busy?: number }): PlannedVisit[] {
  return planDays(days).flatMap((each) => planVisits(each, { seed, busy }));
}

export async function expectTruth(visits: readonly PlannedVisit[], query: FiguresQuery, about: string): Promise<void> {
  const found = await readFigures(db, query, Date.now());
  expect(pickTruth(found), `${about} ${query.interval} ${JSON.stringify(query.filters)}`).toEqual(
    countTruth(visits, query),
  );
}

export async function setZone(zone: string): Promise<void> {
  await db.updateTable("analytics_settings").set({ zone }).execute();
}

/** All messages of the visits, every fifth twice, in an order that has nothing to do with time. */
export function shuffleMessages(visits: readonly PlannedVisit[], seed: string): SentMessage[] {
  const draw = createRandom(seed);
  return visits
    .flatMap(toMessages)
    .flatMap((sent) => (draw() < 0.2 ? [sent, sent] : [sent]))
    .map((sent) => ({ sent, order: draw() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ sent }) => sent);
}

/**
 * The door's schema and preparation, then the consumer, a hundred messages at once as Queues hands them over. Every seventh
 * batch meets a database that is away, and comes again.
 */
export async function deliver(messages: readonly SentMessage[], atOnce = 100): Promise<void> {
  silenceErrors();
  for (let index = 0; index < messages.length; index += atOnce) {
    const bodies = messages
      .slice(index, index + atOnce)
      .map(({ message, ...facts }) =>
        prepareVisit(visitMessageSchema.parse(message), makeFacts({ ...facts, network: null })),
      );
    if ((index / atOnce) % 7 === 3) {
      const { batch, outcomes } = makeBatch(bodies);
      await consumeVisitorRecords(batch, makeScope({ DB: brokenDb }));
      expect(new Set(outcomes())).toEqual(new Set(["retry"]));
    }
    await consumeVisitorRecords(makeBatch(bodies).batch, makeScope());
  }
}

/** Runs both jobs until nothing is left to compute. Returns how many days were rolled. */
export async function computeAll(): Promise<number> {
  while ((await refreshVisits(db)).hours > 0);
  let all = 0;
  for (let days = Infinity; days > 0; all += days) ({ days } = await rollDays(db));
  return all;
}
