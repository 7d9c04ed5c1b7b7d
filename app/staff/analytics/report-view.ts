import type { Cohort } from "#worker/analytics/figures/cohorts.ts";
import type { MissingRow, SearchRow } from "#worker/analytics/figures/not-found.ts";
import type { ReportFigures } from "#worker/analytics/figures/read-report.ts";
import type { PageRead, StepRow } from "#worker/analytics/figures/steps.ts";
import type { Seen } from "#worker/analytics/list-seen.ts";
import type { ReportPage } from "#worker/analytics/read-page.ts";
import { decodePath } from "#shared/text/decode-path.ts";
import type { FunnelChoice } from "./funnels/choose.ts";
import { toFunnelsView } from "./funnels/view.ts";
import { nameValue } from "./names.ts";
import { type AnalyticsState, buildPath, filterBy } from "./state.ts";
import { toFrame } from "./to-view.ts";
import { toPageVitals, toVitals } from "./vitals-view.ts";
import { writeFor, type Writing } from "#worker/analytics/figures/writing.ts";

export type ReportBody = ReturnType<typeof toBody>;

interface Reader {
  state: AnalyticsState;
  locale: string;
  at: number;
  /** Which funnel is shown, in the report of funnels. */
  funnel?: FunnelChoice | undefined;
  /** What its steps can be picked from; null where its form is closed. */
  seen?: Seen | null;
}

/** Everything that the page shows of a report, as text. */
export function toReportView({ settings, found, asOf }: ReportPage, reader: Reader) {
  const writing = writeFor(reader.locale, settings.zone);
  return { ...toFrame(settings, asOf, reader), body: toBody(found, reader, writing) };
}

function toBody(found: ReportFigures, reader: Reader, writing: Writing) {
  const { state, locale, at } = reader;
  const pageLink = (path: string) => buildPath(state, { filters: filterBy(state, "page", path) });
  switch (found.report) {
    case "vitals":
      return {
        report: "vitals" as const,
        vitals: toVitals(found.vitals, locale),
        pages: found.page === null ? toPageVitals(found.vitals, locale, pageLink) : null,
      };
    case "paths":
      return {
        report: "paths" as const,
        page: found.page && decodePath(found.page),
        tables:
          found.page === null
            ? [
                toTable(
                  "Pages",
                  found.pages.rows.map(({ value, label, hits }) => ({ path: value, label, times: hits })),
                  {
                    more: found.pages.more,
                    writing,
                    pageLink,
                  },
                ),
              ]
            : toStepTables(found.steps, { writing, pageLink }),
        edges: found.page === null ? null : countEdges(found.steps, writing),
        read: found.page === null ? null : writeRead(found.read, writing),
      };
    case "funnels":
      return reader.funnel
        ? { report: "funnels" as const, funnels: toFunnelsView(reader.funnel, found.steps, { ...reader, writing }) }
        : { report: "none" as const };
    case "cohorts":
      return { report: "cohorts" as const, cohorts: toCohortRows(found.cohorts, at, writing) };
    case "not-found":
      return {
        report: "not-found" as const,
        ...toNotFound(found, { locale, state, writing }),
      };
  }
}

interface Linking {
  writing: Writing;
  pageLink: (path: string) => string;
}

/** Rows with their number as a bar. */
function toTable(
  name: string,
  rows: readonly { path: string; label: string | null; times: number }[],
  { more, total, writing, pageLink }: Linking & { more: number; total?: number },
) {
  return {
    name,
    rows: rows.map(({ path, label, times }) => ({
      key: path,
      name: decodePath(path),
      title: label,
      to: pageLink(path),
      width: widthOf(times, rows),
      times: writing.number(times),
      share: total ? writing.cellShare(times / total) : null,
    })),
    more: more > 0 ? writing.number(more) : null,
  };
}

function toStepTables(steps: readonly StepRow[], linking: Linking) {
  const { begun, came, went, ended } = sumSides(steps);
  const ofSide = (name: string, side: "before" | "after", total: number) => {
    const rows = steps.filter((row) => row.side === side);
    return toTable(name, rows, { ...linking, more: (rows[0]?.found ?? 0) - rows.length, total });
  };
  return [ofSide("Before", "before", begun + came), ofSide("After", "after", went + ended)];
}

function sumSides(steps: readonly StepRow[]) {
  const total = (side: StepRow["side"]) => steps.find((row) => row.side === side)?.total ?? 0;
  return { begun: total("entry"), came: total("before"), went: total("after"), ended: total("exit") };
}

/** How many views of the page began a visit, and how many visits ended on it. */
function countEdges(steps: readonly StepRow[], writing: Writing) {
  const { begun, came, went, ended } = sumSides(steps);
  const write = (times: number, all: number) => ({
    times: writing.number(times),
    share: all === 0 ? null : writing.cellShare(times / all),
  });
  return {
    views: begun + came === 1 ? "once" : `${writing.number(begun + came)} times`,
    entries: write(begun, begun + came),
    exits: write(ended, went + ended),
  };
}

/** For how long and how far a page was read, on average; null where no view reports it. */
function writeRead({ views, engagedMs, scroll, toEnd }: PageRead, writing: Writing) {
  if (views === 0) return null;
  return {
    active: writing.metric(engagedMs / views, "engaged"),
    down: writing.share(Math.round(scroll / views) / 100),
    toEnd: writing.share(Math.round((toEnd / views) * 100) / 100),
  };
}

/** Steps of shade of the cells. */
const shades = 5;

function toCohortRows(cohorts: readonly Cohort[], at: number, writing: Writing) {
  const highest = Math.max(...cohorts.flatMap((each) => each.returned.map((count) => shareOf(each, count))), 0.001);
  return cohorts
    .map((each, place) => ({
      from: each.from,
      name: writing.day(each.from),
      visitors: writing.number(each.visitors),
      isOpen: each.to > at,
      cells: each.returned.map((count, index) => ({
        week: index + 1,
        count: writing.number(count),
        share: each.visitors === 0 ? null : writing.cellShare(shareOf(each, count)),
        shade: Math.ceil((shareOf(each, count) / highest) * shades),
        isOpen: (cohorts[place + index + 1]?.to ?? 0) > at,
      })),
    }))
    .toReversed();
}

function toNotFound(
  { missing, searches }: { missing: readonly MissingRow[]; searches: readonly SearchRow[] },
  { locale, state, writing }: { locale: string; state: AnalyticsState; writing: Writing },
) {
  const countMore = (rows: readonly { found: number }[]) => {
    const more = (rows[0]?.found ?? 0) - rows.length;
    return more > 0 ? writing.number(more) : null;
  };
  return {
    missing: {
      rows: missing.map(({ path, from, times }) => ({
        key: `${path} ${from}`,
        name: decodePath(path),
        from: nameOrigin(from),
        to: buildPath(state, { filters: filterBy(state, "missing", path) }),
        title: null,
        width: widthOf(times, missing),
        times: writing.number(times),
      })),
      more: countMore(missing),
    },
    searches: {
      rows: searches.map(({ words, times, empty }) => ({
        key: words,
        name: nameValue("search", words, locale),
        to: buildPath(state, { filters: filterBy(state, "search", words) }),
        title: null,
        width: widthOf(times, searches),
        times: writing.number(times),
        empty: writing.number(empty),
      })),
      more: countMore(searches),
    },
  };
}

/** Where the link was that led nowhere. */
function nameOrigin(from: string): string {
  return from === "" || from === "direct" ? "Direct or unknown" : decodePath(from);
}

function shareOf({ visitors }: Cohort, count: number): number {
  return visitors === 0 ? 0 : count / visitors;
}

/** Of a bar, in per cent of the widest. */
function widthOf(times: number, rows: readonly { times: number }[]): number {
  return Math.round((times / Math.max(1, ...rows.map((row) => row.times))) * 1000) / 10;
}
