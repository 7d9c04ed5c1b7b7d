import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { Figures, Goal, GoalReport, Period } from "#worker/analytics/figures/types.ts";
import { findExample } from "#app/content/example-funnels.ts";
import { toSteps } from "./funnels/view.ts";
import { goalNames, nameValue } from "./names.ts";
import type { AnalyticsState } from "./state.ts";
import type { Writing } from "#worker/analytics/figures/writing.ts";

export type GoalView = ReturnType<typeof toGoalsView>[number];
export type OwnGoalView = ReturnType<typeof toOwnGoalsView>[number];
export type ReportView = NonNullable<ReturnType<typeof toReportView>>;

/** Most rows of the report; the others are in one row, so that the sum is right. */
const shownSources = 25;

/** The list of staff that has what was sent, with all that is not spam. */
const listsOfStaff: Partial<Record<Goal, { name: string; path: string }>> = {
  enquiry: { name: "The inbox", path: "/marketing-admin/inbox?" },
  application: { name: "The list of applications", path: "/job-applications?stage=any&" },
};

/** Each goal with its count, the share of visits that reached it, and its change. */
export function toGoalsView({ goals, totals }: Figures, writing: Writing) {
  const most = Math.max(1, ...goals.map(({ done }) => done));
  return goals.map(({ goal, done, known, before }) => ({
    goal,
    name: goalNames[goal],
    done: writing.number(done),
    known: writing.number(known),
    /** Of those whose visit is known, per visit. */
    rate: totals.visits === 0 ? "–" : writing.cellShare(known / totals.visits),
    change: before === null ? null : writing.metricChange(done, before, "visits"),
    width: toWidth(done, most),
  }));
}

/** Goals that staff have made: visits of visitors who accepted, and so all of them known. */
export function toOwnGoalsView({ ownGoals, totals }: Figures, writing: Writing) {
  const most = Math.max(1, ...ownGoals.map(({ done }) => done));
  return ownGoals.map(({ id, name, done, before }) => ({
    id,
    name,
    done: writing.number(done),
    rate: totals.visits === 0 ? "–" : writing.cellShare(done / totals.visits),
    change: before === null ? null : writing.metricChange(done, before, "visits"),
    width: toWidth(done, most),
  }));
}

/** Rows of the report: each value with how many had it last and first. Those without a known visit (null) are the last. */
export function sumSources(sources: GoalReport["sources"]) {
  const sums = new Map<string | null, { last: number; first: number }>();
  const sumOf = (value: string | null) => {
    const sum = sums.get(value) ?? { last: 0, first: 0 };
    sums.set(value, sum);
    return sum;
  };
  for (const { last, first, count } of sources) {
    sumOf(last).last += count;
    sumOf(first).first += count;
  }
  return [...sums]
    .map(([value, { last, first }]) => ({ value, last, first }))
    .toSorted((a, b) => Number(a.value === null) - Number(b.value === null) || b.last - a.last || b.first - a.first);
}

interface Reader {
  state: AnalyticsState;
  locale: string;
  writing: Writing;
  /** The days that are shown, of this zone. */
  period: Period;
  zone: string;
}

/** The days of a period, as lists of staff have them in their addresses. */
function writeDays({ from, to }: Period, zone: string): string {
  const writeDay = (at: number) => writeZonedTime(at, zone).slice(0, 10);
  return new URLSearchParams({ from: writeDay(from), to: writeDay(to - 1), zone }).toString();
}

/** The report of a goal: where it came from, and how far visits come in the funnel to it. Null where none is open. */
export function toReportView(figures: Figures, { state, locale, writing, period, zone }: Reader) {
  const { report: goal, split, filters } = state;
  const { report } = figures;
  const counted = figures.goals.find((each) => each.goal === goal);
  if (!report || !goal || !counted) return null;
  const all = sumSources(report.sources);
  const known = all.filter(({ value }) => value !== null);
  const widest = Math.max(1, ...all.map(({ last }) => last));
  const toRow = (name: string, value: string | null, { last, first }: { last: number; first: number }) => ({
    name,
    value,
    last: writing.number(last),
    first: writing.number(first),
    width: toWidth(last, widest),
  });
  const rest = known.slice(shownSources);
  const example = findExample(goal);
  const list = listsOfStaff[goal];
  return {
    goal,
    name: goalNames[goal],
    split,
    done: writing.number(counted.done),
    coverage: describeKnown(counted, filters.length > 0, writing),
    /** Null where no list of staff has what was counted, or where filters leave something out. */
    staff:
      list && report.listed !== null && filters.length === 0
        ? {
            name: list.name,
            path: list.path + writeDays(period, zone),
            text: `has ${writing.number(report.listed)} of these days now.`,
            why:
              report.listed < counted.done
                ? "What was deleted or erased since still counts here."
                : report.listed > counted.done
                  ? "Some were not counted when they came."
                  : null,
          }
        : null,
    rows: [
      ...known.slice(0, shownSources).map((row) => toRow(nameValue(split, row.value ?? "", locale), row.value, row)),
      ...(rest.length > 0 ? [toRow(`${writing.number(rest.length)} others`, null, addUp(rest))] : []),
      ...all.filter(({ value }) => value === null).map((row) => toRow("Not known", null, row)),
    ],
    steps:
      example && report.steps && toSteps(example.steps, report.steps, { names: example.stepNames, locale, writing }),
  };
}

/** How many came from a visit that is known. "0 of 0" would say nothing, least of all above a list that has some. */
function describeKnown(
  { known, done }: { known: number; done: number },
  isNarrowed: boolean,
  writing: Writing,
): string {
  if (done === 0)
    return isNarrowed ? "None is of a visit that passes these filters." : "None was counted in these days.";
  const text = `${writing.number(known)} of ${writing.number(done)} came from visitors who accepted`;
  return `${text}${isNarrowed ? ", with these filters" : ""}.`;
}

function addUp(rows: readonly { last: number; first: number }[]) {
  return {
    last: rows.reduce((sum, { last }) => sum + last, 0),
    first: rows.reduce((sum, { first }) => sum + first, 0),
  };
}

/** In per cent, with one digit after the point. */
function toWidth(value: number, widest: number): number {
  return Math.round((value / widest) * 1000) / 10;
}
