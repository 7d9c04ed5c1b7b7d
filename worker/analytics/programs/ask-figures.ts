import { metricNotes } from "#shared/analytics/figure-words.ts";
import { splitPage } from "#shared/analytics/split-page.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import type { FixedFunnel } from "../../lib/scope.ts";
import { findVisitsFrom } from "../figures/moved-visits.ts";
import { type AskedDays, type Periods, toPeriods } from "../figures/periods.ts";
import { readFigures } from "../figures/read-figures.ts";
import type { Dimension, Figures, Filter, Goal, GoalSplit, Period, Report, Totals } from "../figures/types.ts";
import { computeCoverage, computeMetric } from "../figures/writing.ts";
import { listFunnels } from "../list-funnels.ts";
import { readAnalyticsReport, readAnalyticsSettings } from "../read-page.ts";
import { listReportRows, writeStep } from "./report-rows.ts";

/** Metrics by the names that programs know, with their units. */
export const programMetrics = {
  visitors: { metric: "visitors", unit: "visitors" },
  visits: { metric: "visits", unit: "visits" },
  views: { metric: "views", unit: "views" },
  bounce_rate: { metric: "bounce", unit: "share from 0 to 1" },
  engaged_ms: { metric: "engaged", unit: "milliseconds per visit" },
  views_per_visit: { metric: "viewsPerVisit", unit: "views per visit" },
} as const;

export type ProgramMetric = keyof typeof programMetrics;

export interface Asked extends AskedDays {
  metrics: readonly ProgramMetric[];
  filters: readonly Filter[];
  panels: readonly Dimension[];
  /** The one event whose properties are listed. */
  propertiesOf?: string | null;
  report: Report | null;
  /** Name or id of the funnel whose report is asked for. */
  funnel: string | null;
  /** The goal whose sources are asked for. */
  goalSources: Goal | null;
  split: GoalSplit;
  /** Rows of each panel or report, and how many before them are left out. */
  limit: number;
  offset: number;
}

interface Asker {
  user: AccountId;
  /** The funnels that nobody has to make. */
  fixedFunnels: readonly FixedFunnel[];
  /** Now, in epoch milliseconds. */
  at: number;
}

/**
 * Figures for a program: those that the page of visitor analytics shows for the same days and filters, as numbers.
 * @throws {InvalidInputError} when the interval does not suit the days
 */
export async function askFigures(db: Db, asked: Asked, { user, at }: Asker) {
  const settings = await readAnalyticsSettings(db, user);
  const { zone, movedUntil } = settings;
  const periods = toPeriods(asked, { ...settings, at });
  if (asked.interval && asked.interval !== periods.interval)
    throw new InvalidInputError({ interval: [`These days can be shown by ${periods.intervals.join(", ")}.`] });
  const { filters } = asked;
  const listed = asked.offset + asked.limit + 1;
  const query = {
    zone,
    filters,
    listed,
    period: periods.period,
    previous: periods.previous,
    interval: periods.interval,
    panels: asked.panels,
    propertiesOf: asked.propertiesOf ?? null,
    report: asked.goalSources && { goal: asked.goalSources, split: asked.split, steps: null },
  };
  const figures = await readFigures(db, query, at);
  const { asOf } = figures;
  const withOwnGoals = figures.ownGoals.length > 0;
  const about = { filters, report: null, withSources: asked.goalSources !== null, withOwnGoals, page: null };
  const visitsFrom = findVisitsFrom(about, { ...periods, movedUntil });
  return { ...writeFrame(asked, periods, { zone, at, asOf, visitsFrom }), ...writeFigures(asked, figures) };
}

/** Rows of a report for a program: those of the page, as numbers. */
export async function askReport(
  db: Db,
  { report, ...asked }: Asked & { report: Report },
  { user, at, fixedFunnels }: Asker,
) {
  const isFunnel = report === "funnels";
  const steps = isFunnel ? await findSteps(db, asked.funnel ?? "", fixedFunnels) : null;
  const isAboutPages = report === "vitals" || report === "paths";
  const { page, others } = isAboutPages ? splitPage(asked) : { page: null, others: asked.filters };
  const listed = asked.offset + asked.limit + 1;
  const listPeriods = (settings: { zone: string; first: number | null }) => {
    const { period, previous } = toPeriods(asked, { ...settings, at });
    return { period, previous: isFunnel ? previous : null };
  };
  const toQuery = (settings: { zone: string; first: number | null }) => ({
    report,
    zone: settings.zone,
    ...listPeriods(settings),
    filters: others,
    page,
    listed,
    steps,
  });
  const { settings, found, asOf } = await readAnalyticsReport(db, { user, at, toQuery });
  const periods = listPeriods(settings);
  const about = { filters: others, report, withSources: false, withOwnGoals: false, page };
  const visitsFrom = findVisitsFrom(about, { ...periods, movedUntil: settings.movedUntil });
  const rows = listReportRows(found, { zone: settings.zone, steps: steps ?? [] });
  return {
    ...writeFrame(asked, periods, { zone: settings.zone, at, asOf, visitsFrom }),
    report: { name: report, page, ...cut(rows, asked) },
  };
}

/** @throws {InvalidInputError} where no funnel of the page has this id or name, or several have the name */
async function findSteps(db: Db, idOrName: string, fixed: readonly FixedFunnel[]) {
  const all = [...fixed, ...(await listFunnels(db))];
  const known = all.find(({ id }) => id === idOrName);
  const [named, other] = all.filter(({ name }) => name === idOrName);
  if (!known && other) throw new InvalidInputError({ funnel: ["Several funnels have this name. Name one by its id."] });
  const funnel = known ?? named;
  if (!funnel) throw new InvalidInputError({ funnel: ["Name a funnel of visitor analytics, as its page has it."] });
  return funnel.steps;
}

function writeFrame(
  { filters }: Pick<Asked, "filters">,
  { period, previous }: Pick<Periods, "period" | "previous">,
  { zone, at, asOf, visitsFrom }: { zone: string; at: number; asOf: number; visitsFrom: number | null },
) {
  return {
    as_of: writeInstant(asOf),
    visits_from: visitsFrom === null ? null : writeInstant(visitsFrom),
    zone,
    period: { ...writePeriod(period, zone), is_over: period.to <= at },
    compared_with: previous && writePeriod(previous, zone),
    filters: filters.map(({ dimension, is, values }) => ({ dimension, is, values: [...values] })),
  };
}

function writeFigures(asked: Asked, figures: Figures) {
  const { totals, before, coverage, coverageBefore, panels, goals, ownGoals, report, dropped, happenings } = figures;
  const pick = (of: Totals) => pickMetrics(asked.metrics, of);
  const rate = (reached: number) => (totals.visits === 0 ? null : reached / totals.visits);
  const definitions = asked.metrics.map((name) => {
    const { metric, unit } = programMetrics[name];
    return [name, { unit, definition: metricNotes[metric] }] as const;
  });
  return {
    totals: pick(totals),
    totals_before: before && pick(before),
    coverage: writeCoverage(coverage),
    coverage_before: coverageBefore && writeCoverage(coverageBefore),
    series: figures.series.map(({ start, ...point }) => ({ start: writeInstant(start), ...pick(point) })),
    series_before:
      figures.seriesBefore?.map(({ start, ...point }) => ({ start: writeInstant(start), ...pick(point) })) ?? null,
    panels: Object.fromEntries(
      asked.panels.map((dimension) => {
        const { rows, more } = panels[dimension] ?? { rows: [], more: 0 };
        const listed = rows.map(({ value, label, visits, hits, before: visits_before }) => {
          return { value, title: label, visits, hits, visits_before };
        });
        return [dimension, { total: rows.length + more, ...cut(listed, asked) }];
      }),
    ),
    goals: goals.map(({ goal, done, known, before: done_before }) => {
      return { goal, done, known, rate: rate(known), done_before };
    }),
    own_goals: ownGoals.map(({ id, name, step, done, before: done_before }) => {
      return { id, name, looks_for: writeStep(step), done, rate: rate(done), done_before };
    }),
    goal_sources: report && { split: asked.split, in_list_of_staff: report.listed, ...cut(report.sources, asked) },
    dropped,
    happenings: happenings.map(({ kind, at, text, path }) => ({
      kind,
      at: writeInstant(at),
      text,
      path: path || null,
    })),
    definitions: {
      ...Object.fromEntries(definitions),
      coverage: { unit: "share from 0 to 1", definition: metricNotes.coverage },
    },
  };
}

/** A page of rows, and from where the next one begins. */
function cut<Row>(rows: readonly Row[], { offset, limit }: Pick<Asked, "offset" | "limit">) {
  const end = offset + limit;
  return { rows: rows.slice(offset, end), next_offset: rows.length > end ? end : null };
}

function pickMetrics(names: readonly ProgramMetric[], totals: Totals): Partial<Record<ProgramMetric, number | null>> {
  return Object.fromEntries(names.map((name) => [name, computeMetric(totals, programMetrics[name].metric)]));
}

function writeCoverage(coverage: Figures["coverage"]) {
  return { ...coverage, share: computeCoverage(coverage) };
}

/** Instants and the days of the site's zone, the last one included. */
function writePeriod({ from, to }: Period, zone: string) {
  const writeDay = (at: number) => writeZonedTime(at, zone).slice(0, 10);
  return {
    from: writeInstant(from),
    to: writeInstant(to),
    first_day: writeDay(from),
    last_day: writeDay(Math.max(from, to - 1)),
  };
}

function writeInstant(at: number): string {
  return new Date(at).toISOString();
}
