/** The figures of planned visits, counted without the database: what every panel must show. */
import { listBuckets } from "../../shared/dates/zoned-buckets.ts";
import {
  type Dimension,
  type EventDimension,
  type Figures,
  type FiguresQuery,
  type Filter,
  listedRows,
  type Panel,
  type Period,
  type Point,
  type Totals,
  type VisitDimension,
} from "../../worker/analytics/figures/types.ts";
import type { PlannedVisit, Step } from "../../scripts/seed/traffic/plan-visits.ts";

export type Truth = Pick<Figures, "totals" | "before" | "series" | "seriesBefore" | "panels">;

/** What `readFigures` must find where exactly these visits are stored. */
export function countTruth(visits: readonly PlannedVisit[], query: FiguresQuery): Truth {
  const current = pickVisits(visits, query);
  const before = query.previous && pickVisits(visits, { period: query.previous, filters: query.filters });
  const countSeries = (period: Period, own: readonly PlannedVisit[]): Point[] =>
    listBuckets(period, query.interval, query.zone).map(({ start, from, to }) =>
      Object.assign({ start }, countTotals(own.filter(({ at }) => at >= from && at < to))),
    );
  return {
    totals: countTotals(current),
    before: before && countTotals(before),
    series: countSeries(query.period, current),
    seriesBefore: before && query.previous && countSeries(query.previous, before),
    panels: Object.fromEntries(
      query.panels.map((dimension) => [dimension, countPanel(dimension, current, before, query)]),
    ),
  };
}

function countTotals(visits: readonly PlannedVisit[]): Totals {
  const sum = (count: (visit: PlannedVisit) => number) => visits.reduce((total, visit) => total + count(visit), 0);
  const isBounce = ({ steps }: PlannedVisit) => steps.length === 1 && countEngaged(steps[0]?.left) < 10_000;
  return {
    visitors: new Set(visits.map(({ visitorId }) => visitorId)).size,
    visits: visits.length,
    views: sum(({ steps }) => steps.filter(isView).length),
    bounces: sum((visit) => Number(isBounce(visit))),
    engagedMs: sum(({ steps }) => steps.reduce((total, { left }) => total + countEngaged(left), 0)),
  };
}

/** Nobody was active for longer than the visit had lasted, whatever the clock of a device says. */
function countEngaged(left: Step["left"]): number {
  return left ? Math.min(left.engaged, left.at) : 0;
}

function countPanel(
  dimension: Dimension,
  visits: readonly PlannedVisit[],
  before: readonly PlannedVisit[] | null,
  { listed = listedRows, propertiesOf }: FiguresQuery,
): Panel {
  const counted = countValues(dimension, visits);
  const earlier = before && countValues(dimension, before);
  const isAsked = (value: string) => dimension !== "property" || !propertiesOf || value.startsWith(`${propertiesOf}:`);
  const rows = [...counted]
    .filter(([value]) => isAsked(value))
    .map(([value, { visits: count, hits, label }]) => ({
      value,
      label,
      visits: count,
      hits,
      before: earlier && (earlier.get(value)?.visits ?? 0),
    }));
  const sorted = rows.toSorted((one, other) => other.visits - one.visits || (one.value < other.value ? -1 : 1));
  return { rows: sorted.slice(0, listed), more: Math.max(0, sorted.length - listed) };
}

function countValues(dimension: Dimension, visits: readonly PlannedVisit[]) {
  const counts = new Map<string, { visits: number; hits: number; label: string | null }>();
  for (const visit of visits) {
    for (const [value, { hits, label }] of tally(readValues(dimension, visit))) {
      const known = counts.get(value) ?? { visits: 0, hits: 0, label };
      counts.set(value, { visits: known.visits + 1, hits: known.hits + hits, label });
    }
  }
  return counts;
}

function tally(values: readonly (readonly [value: string, label: string | null])[]) {
  const counts = new Map<string, { hits: number; label: string | null }>();
  for (const [value, label] of values) counts.set(value, { hits: (counts.get(value)?.hits ?? 0) + 1, label });
  return counts;
}

/** Once for each time that it counts; of a dimension of visits as often as there are views. */
function readValues(dimension: Dimension, { arrival, origin, client, steps }: PlannedVisit) {
  const views = steps.filter(isView);
  const words: Record<VisitDimension, string> = {
    ...arrival.counts,
    country: origin.country,
    region: origin.timezone.slice(0, origin.timezone.indexOf("/")),
    device: client.device,
    browser: client.browser,
    os: client.os,
    language: origin.language.slice(0, 2),
    screen: client.screen,
    entry: views[0]?.path ?? "",
    exit: views.at(-1)?.path ?? "",
  };
  if (dimension in words) {
    const place = dimension === "entry" ? views[0] : dimension === "exit" ? views.at(-1) : undefined;
    return views.map(() => [words[dimension as VisitDimension], place?.title ?? null] as const);
  }
  const named = (name: string) => steps.filter((step) => step.name === name);
  const toValue = ({ value }: Step) => [value, null] as const;
  const ofEvents: Record<EventDimension, () => (readonly [string, string | null])[]> = {
    page: () => views.map(({ path, title }) => [path, title]),
    section: () => views.map(({ path }) => [`/${path.split("/")[1] ?? ""}`, null]),
    property: () => steps.flatMap(listProperties),
    event: () => steps.filter((step) => !isView(step)).map(({ name }) => [name, null]),
    outbound: () => named("outbound").map(toValue),
    download: () => named("download").map(toValue),
    search: () => named("search").map(toValue),
    missing: () => named("missing").map(({ path, title }) => [path, title]),
  };
  return ofEvents[dimension as EventDimension]();
}

const withOwnPanel: ReadonlySet<string> = new Set(["outbound", "download", "search", "missing"]);

function listProperties({ name, value, properties = [] }: Step): (readonly [string, null])[] {
  if (name === "") return [];
  const about = value === "" || withOwnPanel.has(name) ? [] : [`about=${value}`];
  return [...about, ...properties].map((property) => [`${name}:${property}`, null]);
}

/** The visits of a period that pass all filters. */
export function pickVisits(
  visits: readonly PlannedVisit[],
  { period: { from, to }, filters }: Pick<FiguresQuery, "period" | "filters">,
): PlannedVisit[] {
  return visits.filter((visit) => visit.at >= from && visit.at < to && filters.every((each) => passes(visit, each)));
}

function passes(visit: PlannedVisit, { dimension, is, values }: Filter): boolean {
  if (dimension === "goal") return (visit.forms?.some((goal) => values.includes(goal)) ?? false) === is;
  return readValues(dimension, visit).some(([value]) => values.includes(value)) === is;
}

export function isView({ name }: Step): boolean {
  return name === "";
}
