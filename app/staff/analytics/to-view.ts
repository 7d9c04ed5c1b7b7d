import { readOwn } from "#shared/text/read-own.ts";
import { splitPage } from "#shared/analytics/split-page.ts";
import type { Figures, FiguresQuery, FunnelStep, Report, ReportQuery } from "#worker/analytics/figures/types.ts";
import type { AnalyticsPage } from "#worker/analytics/read-page.ts";
import { toGoalsView, toOwnGoalsView, toReportView } from "./goals-view.ts";
import { happeningsNote, toHappenings } from "./happenings-view.ts";
import { toChartView } from "./chart-view.ts";
import { findExample } from "#app/content/example-funnels.ts";
import { toKeyFigures } from "./key-figures-view.ts";
import { describeDrop, dimensionNames, intervalNames, nameDrop, nameValue } from "./names.ts";
import { toPanelView } from "./panels-view.ts";
import { findVisitsFrom } from "#worker/analytics/figures/moved-visits.ts";
import { type Periods, toPeriods } from "#worker/analytics/figures/periods.ts";
import { toRealtimeView } from "./realtime-view.ts";
import { type AnalyticsState, listShownPanels } from "./state.ts";
import { computeCoverage, writeFor, type Writing } from "#worker/analytics/figures/writing.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";

export type AnalyticsView = ReturnType<typeof toAnalyticsView>;

const rejectedNote = "Choices to reject. Of these visitors nothing is stored but the proof of the choice.";

interface Reader {
  state: AnalyticsState;
  locale: string;
  /** Their account. */
  user: string;
  /** Now, in epoch milliseconds. */
  at: number;
}

/** What the address asks of the figures, in days of the site's zone. */
export function toFiguresQuery(
  state: AnalyticsState,
  clock: { zone: string; first: number | null; at: number },
): FiguresQuery & Periods {
  return {
    zone: clock.zone,
    filters: state.filters,
    panels: listShownPanels(state),
    propertiesOf: state.propertiesOf,
    happenings: state.notes,
    report: state.report && {
      goal: state.report,
      split: state.split,
      steps: findExample(state.report)?.steps ?? null,
    },
    ...toPeriods(state, clock),
  };
}

/** The same of a report. Reports about pages ask for the one that is chosen, and not for visits that saw it. */
export function toReportQuery(
  state: AnalyticsState,
  report: Report,
  { steps = null, ...clock }: { zone: string; first: number | null; at: number; steps?: readonly FunnelStep[] | null },
): ReportQuery {
  const isAboutPages = report === "vitals" || report === "paths";
  const { page, others } = isAboutPages ? splitPage(state) : { page: null, others: state.filters };
  const { period, previous } = toPeriods(state, clock);
  const asked = { report, zone: clock.zone, period, filters: others, page };
  return report === "funnels" ? { ...asked, previous, steps } : asked;
}

/** What stands around the figures, in the overview and in reports. */
export function toFrame(
  settings: AnalyticsPage["settings"],
  asOf: number,
  { state, locale, at }: Omit<Reader, "user">,
) {
  const { zone } = settings;
  const writing = writeFor(locale, zone);
  const { period, previous } = toPeriods(state, { ...settings, at });
  return {
    asOf: writing.timeOf(asOf, at),
    movedNote: describeMoved(settings, { state, locale, at, withOwnGoals: Object.keys(settings.goalNames).length > 0 }),
    zone: zone.replaceAll("_", " "),
    legend: { now: writing.period(period, at), before: previous && writing.period(previous, at) },
    filters: state.filters.map(({ dimension, is, values }) => ({
      dimension,
      is,
      title: dimensionNames[dimension],
      values: values.map((value) => ({
        value,
        name: (dimension === "goal" && readOwn(settings.goalNames, value)) || nameValue(dimension, value, locale),
      })),
    })),
    views: settings.views.map(({ id, name, query }) => ({
      id: id as string,
      name,
      query,
      isDefault: id === settings.defaultView,
    })),
    reportsForm: state.edit === "reports" ? { gets: settings.reports, zone: zone.replaceAll("_", " ") } : null,
    zoneForm: state.edit === "zone" ? { zone, version: settings.version, zones: listZones(zone) } : null,
  };
}

/** Whatever is read from the visits knows none of those that have moved: filters, goals by where they came from, most reports. */
export function describeMoved(
  settings: { zone: string; first: number | null; movedUntil: number | null },
  { state, locale, at, withOwnGoals }: Omit<Reader, "user"> & { withOwnGoals: boolean },
): string | null {
  const report = state.show === "overview" ? null : state.show;
  const { page, others: filters } =
    report === "vitals" || report === "paths" ? splitPage(state) : { page: null, others: state.filters };
  const frame = { ...toPeriods(state, { ...settings, at }), movedUntil: settings.movedUntil };
  const asked = { filters, report, withSources: state.report !== null, page };
  const from = findVisitsFrom({ ...asked, withOwnGoals }, frame);
  if (from === null) return null;
  const day = writeFor(locale, settings.zone).day(from);
  if (findVisitsFrom({ ...asked, withOwnGoals: false }, frame) === null)
    return `Goals of your own are counted from ${day} on. Visits from before are in the archive.`;
  return `What is shown here begins on ${day}. Visits from before are in the archive; their totals are in the overview without filters.`;
}

/**
 * Everything that the page shows. Numbers and dates become text here, on the server, in the reader's language and in days
 * of the site's zone, so that the browser's own language data cannot differ from what was rendered.
 */
export function toAnalyticsView({ settings, figures, realtime }: AnalyticsPage, { state, locale, user, at }: Reader) {
  const { zone } = settings;
  const writing = writeFor(locale, zone);
  const { period, interval, intervals } = toPeriods(state, { ...settings, at });
  const frame = toFrame(settings, figures.asOf, { state, locale, at });
  const { legend } = frame;
  const { totals, coverage, dropped } = figures;
  const happenings = toHappenings(figures.happenings, figures.series, { state, zone, user, now: at, writing });
  const isOfNothing = totals.visits === 0 && totals.views === 0;
  return {
    ...frame,
    isEmpty: isOfNothing && coverage.accepted + coverage.rejected === 0 && dropped.length === 0,
    isOfNothing,
    interval,
    intervals: intervals.map((value) => ({ value, name: intervalNames[value] })),
    keyFigures: toKeyFigures(figures, writing),
    chart: toChartView(
      { ...figures, happenings },
      { metric: state.metric, interval, legend, at, to: period.to },
      writing,
    ),
    coverageNote: describeCoverage(figures, { isOpen: period.to > at, isNarrowed: state.filters.length > 0 }, writing),
    panels: listShownPanels(state).map((dimension) =>
      toPanelView(dimension, figures.panels[dimension] ?? { rows: [], more: 0 }, {
        locale,
        isWhole: state.panel !== null,
        isOfOneEvent: dimension === "property" && state.propertiesOf !== null,
        writing,
      }),
    ),
    goals: toGoalsView(figures, writing),
    ownGoals: toOwnGoalsView(figures, writing),
    report: toReportView(figures, { state, locale, writing, period, zone }),
    dropped: [
      ...(coverage.rejected > 0
        ? [{ name: "Rejected cookies", count: writing.number(coverage.rejected), note: rejectedNote, isChoice: true }]
        : []),
      ...dropped.map(({ reason, count }) => ({
        name: nameDrop(reason),
        note: describeDrop(reason),
        count: writing.number(count),
        isChoice: false,
      })),
    ],
    happenings,
    happeningsNote,
    realtime: toRealtimeView(realtime, locale),
    edited: openNote(state.edit, figures, { zone, at }),
  };
}

/** The form of an annotation that the address opens, with what it begins with; null for one that is not shown. */
function openNote(edit: string | null, { happenings }: Figures, { zone, at }: { zone: string; at: number }) {
  const writeDay = (instant: number) => writeZonedTime(instant, zone).slice(0, 10);
  if (edit === "note") return { id: null, version: 0, day: writeDay(at), text: "", problem: null };
  const note = happenings.find(({ kind, id }) => kind === "note" && id === edit);
  return note ? { id: note.id, version: note.version, day: writeDay(note.at), text: note.text, problem: null } : null;
}

/** Zones that engines list under a former name alone. */
const presentNames: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

function listZones(current: string): string[] {
  const known = Intl.supportedValuesOf("timeZone").map((zone) => presentNames[zone] ?? zone);
  return [...new Set([current, "UTC", ...known])].toSorted();
}

/** What the reader has to know before they believe a number. */
function describeCoverage(
  { coverage }: Pick<Figures, "coverage">,
  { isOpen, isNarrowed }: { isOpen: boolean; isNarrowed: boolean },
  writing: Writing,
): string {
  const share = computeCoverage(coverage);
  const all = writing.number(coverage.accepted + coverage.rejected);
  return [
    share === null
      ? "Nobody has answered about cookies in these days."
      : `${writing.share(share)} of ${all} choices accepted. Who rejected or is signed in is not in these numbers.`,
    isNarrowed && share !== null && "Filters do not narrow this share down.",
    isOpen && "Today is not over.",
  ]
    .filter(Boolean)
    .join(" ");
}
