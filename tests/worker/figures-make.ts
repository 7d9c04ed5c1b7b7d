/** Planned visits for tests, and what the consumer makes of their messages. */
import { env } from "cloudflare:workers";
import { createRandom } from "#app/art/random.ts";
import { visitMessageSchema } from "#app/shared/visit-events.ts";
import { refreshVisits } from "#worker/analytics/compute-visits.ts";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import { rollDays } from "#worker/analytics/figures/roll-days.ts";
import { type Figures, eventDimensions, type FiguresQuery, visitDimensions } from "#worker/analytics/figures/types.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { openDb } from "#worker/db/client.ts";
import type { Truth } from "../../scripts/traffic/count-truth.ts";
import type { PlannedVisit } from "../../scripts/traffic/plan-visits.ts";
import { type SentMessage, toMessages } from "../../scripts/traffic/write-messages.ts";
import { makeBatch, makeFacts } from "./analytics-make.ts";
import { makeScope } from "./make.ts";

const db = openDb(env.DB);

export const allPanels: FiguresQuery["panels"] = [...visitDimensions, ...eventDimensions];

/** What the truth tells of. */
export function pickTruth({ totals, before, series, seriesBefore, panels }: Figures): Truth {
  return { totals, before, series, seriesBefore, panels };
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

/** The door's schema and preparation, then the consumer, a hundred messages at once as Queues hands them over. */
export async function deliver(messages: readonly SentMessage[], atOnce = 100): Promise<void> {
  for (let index = 0; index < messages.length; index += atOnce) {
    const bodies = messages.slice(index, index + atOnce).map(({ message, ...facts }) =>
      prepareVisit(visitMessageSchema.parse(message), makeFacts({ ...facts, network: null })),
    );
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
