/** What the page of visitor analytics asks for, and what it gets. Instants are epoch milliseconds. */
import { visitFacts } from "../messages.ts";
import type { Happening } from "./happenings.ts";

/**
 * Days of the site's zone: from the first instant of the first to before the first after the last. What today is compared
 * with ends in the middle of its last day.
 */
export interface Period {
  from: number;
  to: number;
}

/** Dimensions of a visit, by which it can be filtered and counted. */
export const visitDimensions = [...visitFacts, "entry", "exit"] as const;
export type VisitDimension = (typeof visitDimensions)[number];

/**
 * Dimensions of what happened in a visit. `section` is the first part of a path, `property` a property of an event
 * (`call-to-action:place=header`), or what it is about (`form-sent:about=contact`) where no other dimension has that.
 */
export const eventDimensions = [
  "page",
  "section",
  "event",
  "property",
  "outbound",
  "download",
  "search",
  "missing",
] as const;
export type EventDimension = (typeof eventDimensions)[number];

export type Dimension = VisitDimension | EventDimension;

/** Forms that were sent and files that were downloaded, as the Worker counts them. */
export const goals = ["enquiry", "application", "download"] as const;
export type Goal = (typeof goals)[number];

export const stepKinds = ["page", "section", "event", "goal"] as const;

/** A step of a funnel: one of `values` happened. */
export interface FunnelStep {
  kind: (typeof stepKinds)[number];
  /**
   * Paths of pages, in which `*` stands for one part of a path and `**` for any number of them, and which a "!" before
   * leaves out; sections ("/insights"); names of events; or goals.
   */
  values: readonly string[];
  /** What the event is about, such as the name of a form, with stars as in paths; "" for anything. */
  about: string;
}

/** Steps of a funnel. */
export const fewestSteps = 2;
export const mostSteps = 8;

/** A step of a funnel with the visits that came as far. */
export interface FunnelFigure {
  visits: number;
  /** Milliseconds since the step before, of half of these visits at most; null for the first step and without visits. */
  median: number | null;
  /** The same in the previous period; null where nothing is compared. */
  before: number | null;
  medianBefore: number | null;
}

/** By what the report of a goal says where it came from. */
export const goalSplits = ["source", "channel", "campaign"] as const satisfies readonly VisitDimension[];
export type GoalSplit = (typeof goalSplits)[number];

/** What visits can be filtered by: `goal` is what the server counted of them, or the id or name of a goal of staff. */
export const filterDimensions = [...visitDimensions, ...eventDimensions, "goal"] as const;
export type FilterDimension = (typeof filterDimensions)[number];

/** Visits that have (or have not) one of these values in the dimension; of an event dimension: in any of their events. */
export interface Filter {
  dimension: FilterDimension;
  is: boolean;
  values: readonly string[];
}

export type Interval = "hour" | "day" | "week" | "month";

/** What the chart can show. */
export const metrics = ["visitors", "visits", "views", "bounce", "engaged", "viewsPerVisit"] as const;
export type Metric = (typeof metrics)[number];

export interface FiguresQuery {
  /** IANA name of the site's zone. */
  zone: string;
  period: Period;
  /** What it is compared with; null where nothing is. */
  previous: Period | null;
  interval: Interval;
  filters: readonly Filter[];
  /** Panels to read, by their dimension. */
  panels: readonly Dimension[];
  /** The one event whose properties are listed; absent or null for all. */
  propertiesOf?: string | null;
  /** The goal whose report is read; absent or null for none. */
  report?: {
    goal: Goal;
    split: GoalSplit;
    /** The funnel to the goal; null where none is shown. */
    steps: readonly FunnelStep[] | null;
  } | null;
  /** "own" for what staff have written alone; "all" by default. */
  happenings?: "all" | "own";
  /** Most rows of a panel; `listedRows` by default, for a file. */
  listed?: number;
}

/** What is asked about one page, or about all of them. */
export interface PageQuery extends Pick<FiguresQuery, "period" | "filters" | "listed"> {
  /** Its path; null for all pages. */
  page: string | null;
}

/**
 * The reports beside the overview, each read when it is shown: web vitals, what came before and after a page, how far
 * visits come in a funnel, visitors by the week of their first visit, and what was not found.
 */
export const reports = ["vitals", "paths", "funnels", "cohorts", "not-found"] as const;
export type Report = (typeof reports)[number];

export interface ReportQuery extends PageQuery, Pick<FiguresQuery, "zone"> {
  report: Report;
  /** The period before, of a report that compares. */
  previous?: Period | null;
  /** Of a funnel; absent or null where none can be counted. */
  steps?: readonly FunnelStep[] | null;
}

export const vitals = ["lcp", "inp", "cls", "fcp", "ttfb"] as const;
export type Vital = (typeof vitals)[number];

/** Good up to the first, poor beyond the second, as web.dev has it: in milliseconds, CLS without unit. */
export const vitalLimits: Record<Vital, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1800, 3000],
  ttfb: [800, 1800],
};

/** Numbers of a set of visits. */
export interface Totals {
  /** Exact: nobody is counted twice in the period. */
  visitors: number;
  visits: number;
  views: number;
  /** Visits of one view with less than ten active seconds and no event. */
  bounces: number;
  /** Milliseconds in which a page was visible and its visitor active, of all visits. */
  engagedMs: number;
}

export interface Coverage {
  accepted: number;
  rejected: number;
}

export interface Point extends Totals {
  /** First instant of the hour, day, week (Monday) or month, in the site's zone. */
  start: number;
}

export interface PanelRow {
  /** "" where a visit has none in this dimension. */
  value: string;
  /** Title of a page. */
  label: string | null;
  visits: number;
  /** Of an event dimension: how many times it happened; of a page or section: its views; of others: views of the visits. */
  hits: number;
  /** Visits in the previous period; null where nothing is compared. */
  before: number | null;
}

export interface Panel {
  /** The most visits first; at most `listedRows`, or as many as were asked for. */
  rows: PanelRow[];
  /** How many other values there are. */
  more: number;
}

export const listedRows = 50;

interface GoalCount {
  goal: Goal;
  /** Forms that were sent, of those who rejected, too; where filters apply, only those of visits that pass them. */
  done: number;
  /** Those whose visit is known. */
  known: number;
  /** `done` in the previous period; null where nothing is compared. */
  before: number | null;
}

/** A goal that staff have made. */
export interface OwnGoal {
  id: string;
  name: string;
  version: number;
  step: FunnelStep;
}

interface OwnGoalCount extends OwnGoal {
  /** Visits that reached it, of visitors who accepted. */
  done: number;
  /** `done` in the previous period; null where nothing is compared. */
  before: number | null;
}

export interface GoalReport {
  /** Forms by the visit in which they were sent, and by the first one of the same visitor; null where no visit is known. */
  sources: { last: string | null; first: string | null; count: number }[];
  /** How many of these days staff have in their list now; null for what is in no list. */
  listed: number | null;
  /** Visits that reached each step of the funnel; null where none is shown. */
  steps: FunnelFigure[] | null;
}

export interface Figures {
  totals: Totals;
  before: Totals | null;
  coverage: Coverage;
  coverageBefore: Coverage | null;
  series: Point[];
  /** Of the previous period, in the same order; its length may differ by one. */
  seriesBefore: Point[] | null;
  panels: Partial<Record<Dimension, Panel>>;
  /** In the order of `goals`. */
  goals: GoalCount[];
  /** By name. */
  ownGoals: OwnGoalCount[];
  report: GoalReport | null;
  /** Records and visits that were not counted, by reason. */
  dropped: { reason: string; count: number }[];
  /** The latest first. */
  happenings: Happening[];
  /** All visits that began before this instant are computed. */
  asOf: number;
}
