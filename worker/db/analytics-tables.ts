import type { Rhythm } from "#shared/analytics/report-rhythms.ts";
import type { AccountId } from "./accounts-tables.ts";
import type { ColumnsOf } from "./columns.ts";

export type DeviceClass = "desktop" | "tablet" | "mobile" | "other";
/**
 * Why a record or a visit was not counted: a crawler by its name; a clock more than a day out; not of the format; more than
 * the share of one network; a program by what it did.
 */
export type DropReason = "bot" | "clock" | "invalid" | "excess" | "automated";

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

interface ReportSubscriptionsTable {
  account_id: AccountId;
  rhythm: Rhythm;
  locale: string;
  subscribed_at: number;
  /** First day (`2026-11-16`) of what was reported last. */
  reported_day: string | null;
}

export interface AnalyticsTables {
  report_subscriptions: ReportSubscriptionsTable;
  consent_records: ConsentRecordsTable;
  dropped_records: DroppedRecordsTable;
  erased_visitors: ErasedVisitorsTable;
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
  dropped_records: ["dropped_at", "drop_id", "reason"],
  erased_visitors: ["visitor_hash", "erased_at"],
  report_subscriptions: ["account_id", "rhythm", "locale", "subscribed_at", "reported_day"],
} as const satisfies ColumnsOf<AnalyticsTables>;
