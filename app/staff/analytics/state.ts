/**
 * What the address of the page says: which days, compared with what, which filters, what the chart and the panels show.
 * read-state.ts reads it on the server; links and forms write it with the functions here.
 */
import type { AskedDays, Comparison, Range } from "#worker/analytics/figures/periods.ts";
import type {
  Dimension,
  Filter,
  FilterDimension,
  FunnelStep,
  Goal,
  GoalSplit,
  Metric,
  Report,
} from "#worker/analytics/figures/types.ts";
import { page } from "./page.ts";

export const ranges = {
  today: "Today",
  "7": "Last 7 days",
  "30": "Last 30 days",
  "90": "Last 90 days",
  month: "Month to date",
  "last-month": "Last month",
  year: "Year to date",
  all: "All time",
  custom: "Chosen days",
} as const satisfies Record<Range, string>;

/** Those that are offered by name, in their order. */
export const offeredRanges: readonly Range[] = ["today", "7", "30", "90", "month", "last-month", "year", "all"];

export const comparisons = {
  previous: "Previous period",
  year: "A year before",
  none: "No comparison",
} as const satisfies Record<Comparison, string>;

/** What the page shows: everything at a glance, or a report of its own. */
export const shownNames: Record<"overview" | Report, string> = {
  overview: "Overview",
  vitals: "Web vitals",
  paths: "Paths",
  funnels: "Funnels",
  cohorts: "Cohorts",
  "not-found": "Not found",
};

export type Shown = keyof typeof shownNames;

interface Group {
  name: string;
  /** Its tabs, by dimension: the first is shown unless the address names another. */
  tabs: Partial<Record<Dimension, string>>;
  /** What it says while it has no rows. */
  none: string;
}

/** The panels, each with the dimensions that it can show. */
export const panelGroups = {
  pages: {
    name: "Pages",
    tabs: { page: "All", entry: "Entry", exit: "Exit", section: "Section" },
    none: "No page was viewed.",
  },
  sources: {
    name: "Sources",
    tabs: {
      source: "Source",
      channel: "Channel",
      campaign: "Campaign",
      referrer: "Site before",
      medium: "Medium",
      term: "Term",
      content: "Content",
    },
    none: "No visit came from anywhere.",
  },
  places: {
    name: "Places",
    tabs: { country: "Country", region: "Region", language: "Language" },
    none: "No visit has a place.",
  },
  technology: {
    name: "Devices",
    tabs: { device: "Type", browser: "Browser", os: "System", screen: "Screen" },
    none: "No visit has a device.",
  },
  events: {
    name: "Events",
    tabs: { event: "Event", property: "Property", outbound: "Outbound", download: "Download" },
    none: "Nothing of this kind happened.",
  },
  searches: {
    name: "Search and missing",
    tabs: { search: "Search", missing: "Missing" },
    none: "Nothing of this kind happened.",
  },
} as const satisfies Record<string, Group>;

export type PanelGroup = keyof typeof panelGroups;

export const groupKeys = Object.keys(panelGroups) as PanelGroup[];

/** A funnel while somebody builds it: what its form holds. */
export interface FunnelDraft {
  name: string;
  steps: readonly DraftStep[];
}

/** A step as its row of the form has it: `picked` is what was picked although it is written, one of which has to go. */
export type DraftStep = FunnelStep & { picked?: string | undefined };

export interface AnalyticsState extends AskedDays {
  show: Shown;
  metric: Metric;
  filters: readonly Filter[];
  tabs: Readonly<Record<PanelGroup, Dimension>>;
  /** The panel that is shown alone, with all its listed rows. */
  panel: Dimension | null;
  /** The event whose properties are shown; null for all. */
  propertiesOf: string | null;
  /** Which annotations there are: those of staff alone, or automatic ones, too. */
  notes: "all" | "own";
  /** The goal whose report is shown alone, and by what it is split. */
  report: Goal | null;
  split: GoalSplit;
  /**
   * The form that is open: a new annotation or goal, the one with this id, the zone, the reports by mail, a new funnel, or the
   * chosen one.
   */
  edit: string | null;
  /** The funnel that is shown; null for the first. */
  funnel: string | null;
  /** What the form of a funnel holds that has been tried; null for what is stored. */
  draft: FunnelDraft | null;
  /** Of the row that the open form is about, as its reader saw it. */
  version: number | null;
}

/** The dimensions of a panel, in the order of its tabs. */
export function listTabs(group: PanelGroup): Dimension[] {
  return Object.keys(panelGroups[group].tabs) as Dimension[];
}

/** The panel that has `dimension`. */
export function findGroup(dimension: Dimension): PanelGroup {
  return groupKeys.find((group) => Object.hasOwn(panelGroups[group].tabs, dimension)) ?? "pages";
}

/** Which panels are read. */
export function listShownPanels({ tabs, panel, report }: AnalyticsState): Dimension[] {
  if (report) return [];
  return panel ? [panel] : groupKeys.map((group) => tabs[group]);
}

/** Names and values of the address, for links and for hidden fields of forms. Defaults are left out. */
export function listFields(state: AnalyticsState): [name: string, value: string][] {
  const { show, range, from, to, compare, interval, metric, filters, tabs, panel, report, split, edit } = state;
  const { propertiesOf, notes, funnel, draft, version } = state;
  const fields: [string, string][] = [
    ["show", show === "overview" ? "" : show],
    ["range", range === "30" || range === "custom" ? "" : range],
    ["from", from],
    ["to", to],
    ["compare", compare === "previous" ? "" : compare],
    ["by", interval ?? ""],
    ["metric", metric === "visitors" ? "" : metric],
    ...groupKeys.map((group): [string, string] => ["tab", tabs[group] === listTabs(group)[0] ? "" : tabs[group]]),
    ["panel", panel ?? ""],
    ["properties", propertiesOf ?? ""],
    ["report", report ?? ""],
    ["split", split === "source" ? "" : split],
    ["notes", notes === "all" ? "" : notes],
    ["edit", edit ?? ""],
    ["funnel", funnel ?? ""],
    ["version", version === null ? "" : String(version)],
    ["name", draft?.name ?? ""],
  ];
  const narrowing = filters.flatMap(({ dimension, is, values }) =>
    values.map((value): [string, string] => [is ? dimension : `not-${dimension}`, value]),
  );
  return [...fields.filter(([, value]) => value !== ""), ...narrowing, ...(draft ? writeDraft(draft) : [])];
}

/** The query of the address of `state`, with its "?"; "" for the state without any. */
export function writeQuery(state: AnalyticsState): string {
  const query = new URLSearchParams(listFields(state)).toString();
  return query === "" ? "" : `?${query}`;
}

/** No form is open. */
export const closed = { edit: null, draft: null, version: null } as const satisfies Partial<AnalyticsState>;

/** The address of the page in `state` after a change. A form that was open closes unless the change opens one. */
export function buildPath(state: AnalyticsState, change: Partial<AnalyticsState> = {}): string {
  return writePath(writeQuery({ ...state, ...closed, ...change }));
}

/** Where the form that is open posts to: with it, so that it stays open, with all that was typed, until it is done. */
export function buildFormPath(state: AnalyticsState): string {
  return writePath(writeQuery({ ...state, draft: null }));
}

/** Everything, as it is without a view that the page opens with: that is for the address without a query. */
const plainQuery = "?range=30";

/** The address of the page with a query, such as that of a saved view. */
export function writePath(query: string): string {
  return page.path + (query === "" ? plainQuery : query);
}

/** The address of a panel, or of the chart, as a file; that of the report keeps it. */
export function buildFilePath(state: AnalyticsState, panel: Dimension | null, report: Goal | null = null): string {
  return `${page.path}.csv${writeQuery({ ...state, ...closed, panel, report })}`;
}

/** Files that no state of the page names. */
export const otherFiles = ["dropped", "goals"] as const;
export type OtherFile = (typeof otherFiles)[number];

/** Leads to the file of what was dropped, or of all goals. */
export function buildOtherPath(state: AnalyticsState, of: OtherFile): string {
  const path = buildFilePath(state, null);
  return `${path}${path.includes("?") ? "&" : "?"}of=${of}`;
}

/** Everything narrowed down to one value of a dimension; what was asked of that dimension before is replaced. */
export function filterBy({ filters }: AnalyticsState, dimension: FilterDimension, value: string): readonly Filter[] {
  return [...filters.filter((filter) => filter.dimension !== dimension), { dimension, is: true, values: [value] }];
}

/** The filters without one value of one of them; a filter without values goes. */
export function dropValue({ filters }: AnalyticsState, at: number, value: string): readonly Filter[] {
  return filters.flatMap((filter, place) => {
    const values = place === at ? filter.values.filter((each) => each !== value) : filter.values;
    return values.length > 0 ? [{ ...filter, values }] : [];
  });
}

/** The figures of one page of the site, by its path. */
export function buildPagePath(path: string): string {
  return `${page.path}?${new URLSearchParams({ page: path })}`;
}

/** The steps of a form as fields of the address, as `readDraft` reads them; with what was picked where one is written, too. */
function writeDraft({ steps }: FunnelDraft): [name: string, value: string][] {
  const hasPicks = steps.some(({ picked }) => picked);
  return steps.flatMap(({ kind, values, about, picked = "" }): [string, string][] => {
    const written: [string, string][] = [
      ["step-kind", kind],
      ["step-of", values.join(", ")],
      ["step-about", about],
    ];
    return hasPicks ? [["step-pick", picked], ...written] : written;
  });
}
