import type { ColumnsOf } from "./columns.ts";

export type DeviceClass = "desktop" | "tablet" | "mobile" | "other";
export type DropReason = "bot" | "clock" | "invalid" | "excess";

interface ConsentRecordsTable {
  /** UUID; given by the client or derived from the record, the same for every replay. */
  choice_id: string;
  status: "accepted" | "rejected";
  chosen_at: number;
  received_at: number;
  banner_version: string | null;
  /** SHA-256 (hex) of the banner's wording; null when the version is not one of ours. */
  banner_hash: string | null;
  /** 1 when the request carried Sec-GPC. */
  gpc: 0 | 1;
  country: string | null;
  device: DeviceClass;
  browser: string;
  language: string | null;
  referrer_host: string | null;
}

interface VisitorsTable {
  visitor_id: string;
  choice_id: string;
  first_visit: number;
  received_at: number;
  user_agent: string;
  referrer: string;
  language: string;
  timezone: string;
  country: string | null;
  device: DeviceClass;
  browser: string;
  /** The second midnight (UTC) after the latest record, from which the term counts. */
  idle_since: number;
}

interface PageViewsTable {
  viewed_at: number;
  visitor_id: string;
  path: string;
  title: string;
}

interface DroppedRecordsTable {
  dropped_at: number;
  drop_id: string;
  reason: DropReason;
}

interface ErasedVisitorsTable {
  /** Keyed, 64 hex digits. */
  visitor_hash: string;
  erased_at: number;
}

interface ViewSourcesTable {
  /** Midnight UTC. */
  day: number;
  /** Keyed hash of the day and the network. */
  source: string;
  views: number;
}

export interface AnalyticsTables {
  consent_records: ConsentRecordsTable;
  visitors: VisitorsTable;
  page_views: PageViewsTable;
  dropped_records: DroppedRecordsTable;
  erased_visitors: ErasedVisitorsTable;
  view_sources: ViewSourcesTable;
}

export const analyticsColumns = {
  consent_records: [
    "choice_id",
    "status",
    "chosen_at",
    "received_at",
    "banner_version",
    "banner_hash",
    "gpc",
    "country",
    "device",
    "browser",
    "language",
    "referrer_host",
  ],
  visitors: [
    "visitor_id",
    "choice_id",
    "first_visit",
    "received_at",
    "user_agent",
    "referrer",
    "language",
    "timezone",
    "country",
    "device",
    "browser",
    "idle_since",
  ],
  page_views: ["viewed_at", "visitor_id", "path", "title"],
  dropped_records: ["dropped_at", "drop_id", "reason"],
  erased_visitors: ["visitor_hash", "erased_at"],
  view_sources: ["day", "source", "views"],
} as const satisfies ColumnsOf<AnalyticsTables>;
