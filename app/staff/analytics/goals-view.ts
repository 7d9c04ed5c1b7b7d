import type { Figures, Goal, GoalReport } from "#worker/analytics/figures/types.ts";
import { goalNames, nameValue } from "./names.ts";
import type { AnalyticsState } from "./state.ts";
import type { Writing } from "#worker/analytics/figures/writing.ts";

export type GoalView = ReturnType<typeof toGoalsView>[number];
export type ReportView = NonNullable<ReturnType<typeof toReportView>>;

/** Most rows of the report; the others are in one row, so that the sum is right. */
const shownSources = 25;

/** The list of staff that has what was sent. */
const listsOfStaff: Record<Goal, { name: string; path: string }> = {
  enquiry: { name: "The inbox", path: "/marketing-admin/inbox" },
  application: { name: "The list of applications", path: "/job-applications" },
};

const stepNames: Record<Goal, readonly string[]> = {
  enquiry: ["Saw a page about a service", "Then opened the contact page", "Then began the form", "Then sent it"],
  application: ["Saw openings", "Then opened a form to apply", "Then began it", "Then sent it"],
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
    rate: totals.visits === 0 ? "–" : writing.share(known / totals.visits),
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
}

/** The report of a goal: where it came from, and how far visits come on the way to it. Null where none is open. */
export function toReportView(figures: Figures, { state: { report: goal, split, filters }, locale, writing }: Reader) {
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
  return {
    goal,
    name: goalNames[goal],
    split,
    done: writing.number(counted.done),
    coverage: `${writing.number(counted.known)} of ${writing.number(counted.done)} came from visitors who accepted${
      filters.length > 0 ? ", with these filters" : ""
    }.`,
    staff: {
      ...listsOfStaff[goal],
      text: `has ${writing.number(report.listed)} of these days now.`,
      isEqual: report.listed === counted.done,
      isNarrowed: filters.length > 0,
    },
    rows: [
      ...known.slice(0, shownSources).map((row) => toRow(nameValue(split, row.value ?? "", locale), row.value, row)),
      ...(rest.length > 0 ? [toRow(`${writing.number(rest.length)} others`, null, addUp(rest))] : []),
      ...all.filter(({ value }) => value === null).map((row) => toRow("Not known", null, row)),
    ],
    steps: report.steps.map((visits, index) => {
      const before = report.steps[index - 1];
      return {
        name: stepNames[goal][index] ?? "",
        visits: writing.number(visits),
        /** Of the step before; null for the first, and where nobody came as far. */
        share: before ? writing.share(visits / before) : null,
        lost: before ? writing.number(before - visits) : null,
        width: toWidth(visits, Math.max(1, report.steps[0] ?? 0)),
      };
    }),
  };
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
