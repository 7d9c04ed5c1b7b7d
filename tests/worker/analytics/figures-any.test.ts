/** The figures of any visits, in any zone, in any messages: those that were planned, rolled or not. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day, hour, second } from "#shared/dates/durations.ts";
import { longestVisit } from "#shared/analytics/visit-events.ts";
import { listDays, listMonths } from "#shared/dates/zoned-buckets.ts";
import { isDeep } from "#tests/runs.ts";
import { refreshVisits } from "#worker/analytics/compute-visits.ts";
import { rollDays } from "#worker/analytics/figures/roll-days.ts";
import type { FiguresQuery, Interval, Period } from "#worker/analytics/figures/types.ts";
import { openDb } from "#worker/db/client.ts";
import { type PlannedVisit, planVisits, type Step } from "../../../scripts/seed/traffic/plan-visits.ts";
import { type SentMessage, toAnyMessages } from "../../../scripts/seed/traffic/write-messages.ts";
import { allPanels, computeAll, deliver, expectTruth, setZone } from "./figures-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

/** Half an hour of summer time, quarters of an hour, the date line, and changes in both halves of the year. */
const rareZones = [
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "America/St_Johns",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Africa/Casablanca",
  "America/Santiago",
  "Europe/Berlin",
  "Asia/Beirut",
];

type Occasion = "clocks change" | "a month ends" | "leap day" | "any day";

/** Days of the zone around an occasion: the first two are compared with the others. */
function findDays(zone: string, occasion: Occasion, draw: () => number): Period[] {
  const year = occasion === "leap day" ? 2028 : 2026 + Math.floor(draw() * 3);
  const all = listDays({ from: Date.UTC(year, 0, 8), to: Date.UTC(year, 11, 20) }, zone);
  const months = new Set(
    listMonths({ from: Date.UTC(year, 0, 8), to: Date.UTC(year, 11, 20) }, zone).map(({ from }) => from),
  );
  const fits: Record<Occasion, (each: Period) => boolean> = {
    "clocks change": ({ from, to }) => to - from !== day,
    "a month ends": ({ to }) => months.has(to),
    "leap day": ({ from }) => from + 12 * hour > Date.UTC(2028, 1, 29, 0) && from < Date.UTC(2028, 1, 29, 12),
    "any day": () => true,
  };
  const fitting = all.flatMap((each, place) =>
    place > 3 && place < all.length - 3 && fits[occasion](each) ? [place] : [],
  );
  const place = fitting[Math.floor(draw() * fitting.length)] ?? 100;
  return all.slice(place - 3, place + 3);
}

/** Some begin at the first or the last instant of a day, or of an hour; and some devices' clocks are moved meanwhile. */
function bend(visit: PlannedVisit, { from, to }: Period, draw: () => number): PlannedVisit {
  const edges = [from, to - 1, from + Math.floor(draw() * 25) * hour, visit.at, visit.at, visit.at];
  const at = Math.min(to - 1, edges[Math.floor(draw() * edges.length)] ?? from);
  const time = at.toString(16).padStart(12, "0");
  const id = `${time.slice(0, 8)}-${time.slice(8)}${visit.id.slice(13)}`;
  if (draw() < 0.6) return { ...visit, at, id };
  const since = Math.floor(draw() * visit.steps.length);
  const moved = Math.floor((draw() - 0.5) * 4 * hour);
  const move = (instant: number) => Math.min(longestVisit / 2, Math.max(0, instant + moved));
  const steps = visit.steps.map((step, place): Step => {
    if (place < since) return step;
    return { ...step, at: move(step.at), ...(step.left && { left: { ...step.left, at: move(step.left.at) } }) };
  });
  return { ...visit, at, id, steps };
}

/** All messages of the visits, cut anywhere, received by a clock that differs from the device's by up to eleven hours. */
function tell(visits: readonly PlannedVisit[], draw: () => number): SentMessage[] {
  return visits
    .flatMap((visit) => {
      const apart = Math.floor((draw() - 0.5) * 22 * hour);
      return toAnyMessages(visit, draw).map((sent) => Object.assign(sent, { receivedAt: visit.at + apart }));
    })
    .flatMap((sent) => (draw() < 0.2 ? [sent, sent] : [sent]))
    .map((sent) => ({ sent, place: draw() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ sent }) => sent);
}

const intervals: readonly Interval[] = ["hour", "day", "week", "month"];
const tables = [
  "visits",
  "visit_events",
  "visitors",
  "stale_hours",
  "rolled_days",
  "daily_figures",
  "daily_returns",
  "daily_vitals",
];

/** Parts of a few runs: workerd gives the memory of what a test has asked back when the test ends. */
const parts = Array.from({ length: isDeep ? 300 : 1 }, (_, part) => part);

test.each(parts)(
  "any visits of any days and zones, told in any way, are the figures that were planned: %d",
  async () => {
    const anyZone = fc.oneof(fc.constantFrom(...rareZones), fc.constantFrom(...Intl.supportedValuesOf("timeZone")));
    const occasion = fc.constantFrom<Occasion>("clocks change", "clocks change", "a month ends", "leap day", "any day");
    await fc.assert(
      fc.asyncProperty(anyZone, occasion, fc.integer({ min: 0 }), async (zone, what, seed) => {
        const draw = createRandom(`any ${seed}`);
        await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
        await setZone(zone);
        const days = findDays(zone, what, draw);
        const [first, , third, , , last] = days;
        if (!first || !third || !last) throw new Error("Six days were looked for.");
        vi.setSystemTime(last.to + 3 * hour);
        const visits = days.flatMap((each) =>
          planVisits({ ...each, visits: 6 }, { seed: `any-${seed}` }).map((visit) => bend(visit, each, draw)),
        );
        const messages = tell(visits, draw);
        const query: Omit<FiguresQuery, "interval"> = {
          zone,
          period: { from: third.from, to: last.to },
          previous: { from: first.from, to: third.from },
          filters: [],
          panels: allPanels,
        };
        const expectAll = async (about: string) => {
          for (const interval of intervals)
            await expectTruth(visits, { ...query, interval }, `${zone} ${what} ${about}`);
        };
        // Most of it in time; then the days are rolled, and the rest comes late.
        const late = Math.floor(messages.length * (0.5 + draw() * 0.5));
        await deliver(messages.slice(0, late), 1 + Math.floor(draw() * 40));
        await computeAll();
        await deliver(messages.slice(late), 1 + Math.floor(draw() * 40));
        while ((await refreshVisits(db)).hours > 0);
        await expectAll("late");
        await computeAll();
        await expectAll("rolled");
        await db
          .deleteFrom("rolled_days")
          .where("day", ">=", third.from)
          .where("day", "<", last.from - 12 * hour)
          .execute();
        await expectAll("half rolled");
        expect((await rollDays(db)).days).toBeGreaterThan(0);
      }),
      { numRuns: 5 },
    );
    await setZone("UTC");
  },
  120 * second,
);
