/** Visits, what happened in them, and what staff say of their figures. migrations/0013_analytics.sql says what each column is. */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

/** 1: a view; 2: a named event or, with the name 0, vitals of the page `from_path` that no view reports. */
type EventKind = 1 | 2;

interface DimensionValuesTable {
  id: Generated<number>;
  dimension: string;
  value: string;
  label: string | null;
}

interface VisitsTable {
  started_at: number;
  visit_no: number;
  visitor: number;
  network: number | null;
  source: Generated<number>;
  channel: Generated<number>;
  referrer: Generated<number>;
  campaign: Generated<number>;
  medium: Generated<number>;
  term: Generated<number>;
  content: Generated<number>;
  country: Generated<number>;
  region: Generated<number>;
  device: Generated<number>;
  browser: Generated<number>;
  os: Generated<number>;
  language: Generated<number>;
  screen: Generated<number>;
  left_seq: Generated<number>;
  left_ms: Generated<number>;
  left_engaged_ms: Generated<number>;
  left_scroll: Generated<number>;
  left_vitals: string | null;
  views: Generated<number>;
  events: Generated<number>;
  engaged_ms: Generated<number>;
  length_ms: Generated<number>;
  entry: Generated<number>;
  exit: Generated<number>;
}

interface VisitEventsTable {
  started_at: number;
  visit_no: number;
  seq: number;
  at_ms: number;
  kind: EventKind;
  path: number;
  name: Generated<number>;
  value: Generated<number>;
  amount: number | null;
  from_path: Generated<number>;
  engaged_ms: Generated<number>;
  scroll: Generated<number>;
  vitals: string | null;
  /** Id of a set of properties. */
  properties: Generated<number>;
}

interface StaleHoursTable {
  hour: number;
}

interface NetworkLimitsTable {
  day: number;
  network: number;
}

interface NetworkKeysTable {
  day: number;
  secret: string;
}

interface AnalyticsSettingsTable {
  /** "site": there is one row. */
  id: string;
  zone: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<number>;
}

interface AnnotationsTable {
  id: string;
  at: number;
  text: string;
  created_by: string | null;
  created_at: number;
  version: Generated<number>;
}

interface FunnelsTable {
  id: string;
  name: string;
  /** JSON. */
  steps: string;
  created_by: string | null;
  created_at: number;
  version: Generated<number>;
}

interface OwnGoalsTable {
  id: string;
  name: string;
  /** JSON, like the two below. */
  step: string;
  pages: string;
  events: string;
  created_by: string | null;
  created_at: number;
  version: Generated<number>;
}

interface ConversionsTable {
  at: number;
  id: Generated<number>;
  goal: "enquiry" | "application" | "download" | "newsletter";
  started_at: number | null;
  visit_no: number | null;
}

interface VisitorsTable {
  visitor: number;
  first_visit: number;
  received_at: number;
  idle_since: number;
  user_agent: number;
  referrer: number;
  language: number;
  timezone: number;
  /** Start of the earliest visit with a view; null where none has come. */
  first_at: Generated<number | null>;
  /** JSON: starts of visits, one of each later day that is rolled, ascending. */
  returns: Generated<string>;
}

export interface VisitsTables {
  visitors: VisitorsTable;
  dimension_values: DimensionValuesTable;
  visits: VisitsTable;
  visit_events: VisitEventsTable;
  stale_hours: StaleHoursTable;
  network_limits: NetworkLimitsTable;
  network_keys: NetworkKeysTable;
  analytics_settings: AnalyticsSettingsTable;
  annotations: AnnotationsTable;
  funnels: FunnelsTable;
  own_goals: OwnGoalsTable;
  conversions: ConversionsTable;
}

export const visitsColumns = {
  visitors: [
    "visitor",
    "first_visit",
    "received_at",
    "idle_since",
    "user_agent",
    "referrer",
    "language",
    "timezone",
    "first_at",
    "returns",
  ],
  dimension_values: ["id", "dimension", "value", "label"],
  visits: [
    "started_at",
    "visit_no",
    "visitor",
    "network",
    "source",
    "channel",
    "referrer",
    "campaign",
    "medium",
    "term",
    "content",
    "country",
    "region",
    "device",
    "browser",
    "os",
    "language",
    "screen",
    "left_seq",
    "left_ms",
    "left_engaged_ms",
    "left_scroll",
    "left_vitals",
    "views",
    "events",
    "engaged_ms",
    "length_ms",
    "entry",
    "exit",
  ],
  visit_events: [
    "started_at",
    "visit_no",
    "seq",
    "at_ms",
    "kind",
    "path",
    "name",
    "value",
    "amount",
    "from_path",
    "engaged_ms",
    "scroll",
    "vitals",
    "properties",
  ],
  stale_hours: ["hour"],
  network_limits: ["day", "network"],
  network_keys: ["day", "secret"],
  analytics_settings: ["id", "zone", "version", "updated_at"],
  annotations: ["id", "at", "text", "created_by", "created_at", "version"],
  funnels: ["id", "name", "steps", "created_by", "created_at", "version"],
  own_goals: ["id", "name", "step", "pages", "events", "created_by", "created_at", "version"],
  conversions: ["at", "id", "goal", "started_at", "visit_no"],
} as const satisfies ColumnsOf<VisitsTables>;
