/** The reports about planned visits, counted without the database: what each of them must show. */
import { day, minute } from "../../shared/dates/durations.ts";
import { listWeeks } from "../../shared/dates/zoned-buckets.ts";
import type { Cohort } from "../../worker/analytics/figures/cohorts.ts";
import type { MissingRow, SearchRow } from "../../worker/analytics/figures/not-found.ts";
import type { Realtime } from "../../worker/analytics/figures/read-realtime.ts";
import type { PageRead } from "../../worker/analytics/figures/steps.ts";
import {
  type FiguresQuery,
  type Goal,
  type GoalReport,
  type GoalSplit,
  goals,
  type PageQuery,
  type Period,
  type Vital,
  vitalLimits,
  vitals,
} from "../../worker/analytics/figures/types.ts";
import { roundUp } from "../../worker/analytics/figures/vital-steps.ts";
import type { VitalFigures } from "../../worker/analytics/figures/vitals.ts";
import { isView, pickVisits } from "./count-truth.ts";
import type { PlannedVisit, Step } from "../../scripts/seed/traffic/plan-visits.ts";

/** A form that a test sent, and in which visit; null where nothing says so. */
export interface SentForm {
  goal: Goal;
  at: number;
  visit: PlannedVisit | null;
}

type Asked = Pick<FiguresQuery, "period" | "filters">;

/** By page (all of them first, under null) and vital; where a page is asked for, of that page alone. */
export function countVitals(visits: readonly PlannedVisit[], query: PageQuery): Omit<VitalFigures, "label">[] {
  const measured = pickVisits(visits, query)
    .flatMap(({ steps }) => steps.filter(isView))
    .filter(({ path }) => query.page === null || path === query.page);
  const byPage = query.page === null ? [...Map.groupBy(measured, ({ path }) => path)] : [];
  const all: [string | null, Step[]][] = [
    [null, measured],
    ...byPage.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ];
  return all.flatMap(([path, views]) => vitals.flatMap((vital) => rankVital(path, vital, views)));
}

function rankVital(path: string | null, vital: Vital, views: readonly Step[]): Omit<VitalFigures, "label">[] {
  const values = views.flatMap(({ left }) => {
    const value = left?.vitals?.[vital];
    return value === undefined ? [] : [roundUp(vital, value)];
  });
  if (values.length === 0) return [];
  const sorted = values.toSorted((one, other) => one - other);
  const [good, poor] = vitalLimits[vital];
  return [
    {
      path,
      vital,
      count: sorted.length,
      p75: sorted[Math.ceil(sorted.length * 0.75) - 1] ?? 0,
      good: sorted.filter((value) => value <= good).length,
      poor: sorted.filter((value) => value > poor).length,
    },
  ];
}

/**
 * How many times each page came before and after `page`, how many visits began and ended with it, and how it was read: of the
 * views that tell it, sums of milliseconds and of per cent.
 */
export function countSteps(visits: readonly PlannedVisit[], query: Asked, page: string) {
  const views = pickVisits(visits, query).flatMap(({ steps }) => steps.filter(isView));
  const reported = views.flatMap(({ path, left }) => (path === page && left && left.scroll > 0 ? [left] : []));
  const read: PageRead = {
    views: reported.length,
    engagedMs: reported.reduce((sum, { engaged, at }) => sum + Math.min(engaged, at), 0),
    scroll: reported.reduce((sum, { scroll }) => sum + scroll, 0),
    toEnd: reported.filter(({ scroll }) => scroll >= 90).length,
  };
  const [before, after] = [new Map<string, number>(), new Map<string, number>()];
  let [entry, exit] = [0, 0];
  for (const { steps } of pickVisits(visits, query)) {
    const paths = steps.filter(isView).map(({ path }) => path);
    entry += Number(paths[0] === page);
    exit += Number(paths.at(-1) === page);
    for (const [place, path] of paths.slice(1).entries()) {
      const from = paths[place] ?? "";
      if (path === page) add(before, from);
      if (from === page) add(after, path);
    }
  }
  return { before: Object.fromEntries(before), after: Object.fromEntries(after), entry, exit, read };
}

function add(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Visitors by the week of their first planned visit, of the twelve weeks up to the last one of the period. */
export function countCohorts(
  visits: readonly PlannedVisit[],
  { period, filters, zone }: Asked & { zone: string },
): Cohort[] {
  const weeks = listWeeks({ from: period.to - 84 * day, to: period.to }, zone).slice(-12);
  const weekOf = (at: number) => weeks.findIndex(({ from, to }) => at >= from && at < to);
  const first = new Map<string, number>();
  for (const { visitorId, at } of visits) first.set(visitorId, Math.min(first.get(visitorId) ?? at, at));
  const whole = { from: weeks[0]?.from ?? 0, to: weeks.at(-1)?.to ?? 0 };
  const came = new Set(
    pickVisits(visits, { period: whole, filters }).map(({ visitorId, at }) => `${visitorId} ${weekOf(at)}`),
  );
  return weeks.map(({ from, to }, cohort) => {
    const own = [...first].flatMap(([id, at]) => (weekOf(at) === cohort && came.has(`${id} ${cohort}`) ? [id] : []));
    const after = Math.min(7, weeks.length - 1 - cohort);
    const returned = Array.from(
      { length: after },
      (_, index) => own.filter((id) => came.has(`${id} ${cohort + index + 1}`)).length,
    );
    return { from, to, visitors: own.length, returned };
  });
}

/** Pages that were not there, the most frequent first, and searches, those that found nothing first. */
export function countNotFound(
  visits: readonly PlannedVisit[],
  query: Asked,
): { missing: MissingRow[]; searches: SearchRow[] } {
  const steps = pickVisits(visits, query).flatMap((visit) => visit.steps);
  const lost = Map.groupBy(
    steps.filter(({ name }) => name === "missing"),
    ({ path, value }) => JSON.stringify([path, value]),
  );
  const sought = Map.groupBy(
    steps.filter(({ name }) => name === "search"),
    ({ value }) => value,
  );
  const missing = [...lost].map(([key, own]) => {
    const [path, from] = JSON.parse(key) as [string, string];
    return { path, from, times: own.length, found: lost.size };
  });
  const searches = [...sought].map(([words, own]) => ({
    words,
    times: own.length,
    empty: own.filter(({ amount }) => amount === 0).length,
    found: sought.size,
  }));
  const byName = (one: string, other: string) => (one < other ? -1 : 1);
  return {
    missing: missing.toSorted(
      (one, other) => other.times - one.times || byName(one.path + one.from, other.path + other.from),
    ),
    searches: searches.toSorted(
      (one, other) => other.empty - one.empty || other.times - one.times || byName(one.words, other.words),
    ),
  };
}

/** Visits that reached each of `steps`, one after the other. */
export function countFunnel(
  visits: readonly PlannedVisit[],
  query: Asked,
  steps: readonly ((step: Step) => boolean)[],
): number[] {
  const reached = steps.map(() => 0);
  for (const visit of pickVisits(visits, query)) {
    let place = 0;
    for (const step of visit.steps)
      if (steps[place]?.(step)) {
        reached[place] = (reached[place] ?? 0) + 1;
        place += 1;
      }
  }
  return reached;
}

/** Each goal with its forms, and how many of them name a visit that is known. */
export function countGoals(forms: readonly SentForm[], query: Pick<FiguresQuery, "period" | "previous" | "filters">) {
  const within = (period: Period) => pickForms(forms, { ...query, period });
  return goals.map((goal) => {
    const own = within(query.period).filter((form) => form.goal === goal);
    const before = query.previous && within(query.previous).filter((form) => form.goal === goal).length;
    return { goal, done: own.length, known: own.filter(({ visit }) => visit !== null).length, before };
  });
}

/** Forms of a period; where filters apply, those of visits that pass them. */
function pickForms(forms: readonly SentForm[], { period, filters }: Asked): SentForm[] {
  const always = { from: -Infinity, to: Infinity };
  return forms.filter(
    ({ at, visit }) =>
      at >= period.from &&
      at < period.to &&
      (filters.length === 0 || (visit !== null && pickVisits([visit], { period: always, filters }).length > 0)),
  );
}

/** Where those came from who sent the forms of a goal: in the visit of the form, and in their first visit. */
export function countSources(
  visits: readonly PlannedVisit[],
  forms: readonly SentForm[],
  { goal, split, ...query }: Asked & { goal: Goal; split: GoalSplit },
): GoalReport["sources"] {
  const own = pickForms(forms, query).filter((form) => form.goal === goal);
  const senders = new Set(own.map(({ visit }) => visit?.visitorId));
  const first = new Map<string, PlannedVisit>();
  for (const visit of visits) {
    if (!senders.has(visit.visitorId)) continue;
    const known = first.get(visit.visitorId);
    if (!known || visit.at < known.at) first.set(visit.visitorId, visit);
  }
  const counts = new Map<string, number>();
  for (const { visit } of own) {
    const began = visit && first.get(visit.visitorId);
    add(counts, JSON.stringify([visit?.arrival.counts[split] ?? null, began?.arrival.counts[split] ?? null]));
  }
  return [...counts].map(([key, count]) => {
    const [last = null, began = null] = JSON.parse(key) as (string | null)[];
    return { last, first: began, count };
  });
}

/** Who is there at `now`, of events that have happened until then. */
export function countRealtime(visits: readonly PlannedVisit[], now: number): Realtime {
  const happened = visits.flatMap(({ at, visitorId, steps }) =>
    steps.map((step) => ({ visitorId, path: step.path, isView: isView(step), ago: now - at - step.at })),
  );
  const minutes = Array.from({ length: 30 }, () => 0);
  for (const { isView: counts, ago } of happened) {
    const place = Math.floor((30 * minute - ago) / minute);
    if (counts && ago >= 0 && ago <= 30 * minute)
      minutes[Math.min(place, 29)] = (minutes[Math.min(place, 29)] ?? 0) + 1;
  }
  const latest = new Map<string, { path: string; ago: number }>();
  for (const { visitorId, path, ago } of happened)
    if (ago >= 0 && ago <= 5 * minute && ago < (latest.get(visitorId)?.ago ?? Infinity))
      latest.set(visitorId, { path, ago });
  const pages = [...Map.groupBy(latest.values(), ({ path }) => path)].map(([path, own]) => ({
    path,
    visitors: own.length,
  }));
  pages.sort((one, other) => other.visitors - one.visitors || (one.path < other.path ? -1 : 1));
  return { now: latest.size, minutes, pages: pages.slice(0, 10) };
}
