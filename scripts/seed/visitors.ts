import { day, minute } from "#shared/dates/durations.ts";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import { createRandom } from "../../app/art/random.ts";
import { newId } from "#worker/lib/ids.ts";
import { insertNew } from "../../worker/analytics/insert-rows.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import { type PlannedVisit, planVisits } from "./traffic/plan-visits.ts";
import { insertChoices, storeVisits, toChoice } from "./traffic/store-visits.ts";

export const seededDays = 90;
const seed = "demo";

/** How many reject for each ten who accept. */
const rejecting = 6;

/** What happened at the demo company, in days before today. */
const happened = [
  [75, "Demo: campaign “Cloud check” begins"],
  [41, "Demo: talk at a trade fair"],
  [12, "Demo: new page for healthcare"],
] as const;

/**
 * Stores the visits of demo visitors for the last 90 days, today up to now included, and notes in the chart. Days that
 * have demo visits already are left as they are, but for today, which gets what has happened since.
 */
export async function seedVisitors(database: D1Database): Promise<void> {
  const db = openDb(database);
  const now = Date.now();
  const today = readDayAround(now, "UTC");
  const latest = await readLatest(database);
  const from = Math.max(today.from - seededDays * day, latest === null ? 0 : readDayAround(latest, "UTC").from);
  const days = Array.from({ length: Math.round((today.to - from) / day) }, (_, index) => planDay(from + index * day));
  const visits = [...days.flat(), ...planNow(now)]
    .filter(({ at }) => at > (latest ?? 0) && at < now - minute)
    .map(leaveForms);
  await storeVisits(db, visits);
  const rejected = visits.filter(({ isFirst }, index) => isFirst && index % 10 < rejecting);
  const notes = happened.map(([ago, text]) => ({
    id: newId(),
    at: today.from - ago * day,
    text,
    created_at: now,
    version: 1,
  }));
  await runBatch(db, [
    ...insertChoices(db, await Promise.all(rejected.map((visit) => toChoice(visit, "rejected")))),
    ...(latest === null ? insertNew(db, "annotations", notes) : []),
  ]);
  console.log(`Demo visitors: ${visits.length === 0 ? "in order" : `${visits.length} visits stored`}.`);
}

/** Forms are sent in visits of their own, one for each that staff have: see goals.ts. */
function leaveForms(visit: PlannedVisit): PlannedVisit {
  return { ...visit, steps: visit.steps.filter(({ name }) => name !== "form-sent") };
}

/** When the latest demo visit began; other visitors than those of the demo do not count. */
async function readLatest(database: D1Database): Promise<number | null> {
  const row = await database
    .prepare(
      `SELECT max(first_visit) AS latest FROM visitors WHERE user_agent IN (
         SELECT id FROM dimension_values WHERE dimension = 'user_agent')`,
    )
    .first<{ latest: number | null }>();
  return row?.latest ?? null;
}

/** About 80 views on a working day and 30 on others, a quarter more or less. */
function planDay(from: number): PlannedVisit[] {
  const isWeekend = [0, 6].includes(new Date(from).getUTCDay());
  const weather = 0.75 + 0.5 * createRandom(`${seed} day ${from}`)();
  return planVisits({ from, to: from + day, visits: Math.round((isWeekend ? 12 : 32) * weather) }, { seed });
}

/** Some who are there as the demo begins. */
function planNow(now: number): PlannedVisit[] {
  const from = now - 25 * minute;
  return planVisits({ from, to: now, visits: 9 }, { seed: `${seed}-now` });
}
