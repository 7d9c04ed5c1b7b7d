import type { Generated } from "kysely";
import type { Employment, PayPeriod, Workplace } from "#shared/hiring/opening.ts";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type OpeningId = Branded<"job">;
export type OpeningStatus = "draft" | "published" | "internal" | "closed";

interface OpeningsTable {
  id: OpeningId;
  slug: string;
  requisition_id: string;
  title: string;
  /** The title as it is searched: lower case, without accents. */
  title_key: string;
  department: string;
  summary: string;
  markdown: string;
  /** `markdown` rendered when it was saved. */
  html: string;
  workplace: Workplace;
  employment: Employment;
  openings: number;
  /** In units of `currency`, for one `pay_period`; null only in a draft, as the three below. */
  pay_min: number | null;
  pay_max: number | null;
  currency: string | null;
  pay_period: PayPeriod | null;
  status: OpeningStatus;
  publish_at: number | null;
  /** When it expires; null only in a draft. */
  closes_at: number | null;
  created_at: number;
  updated_at: number;
  /** Counts the changes, so that nobody overwrites what they have not seen. */
  version: number;
  /** JSON of its stages (shared/hiring/hiring-stages.ts); null for the usual ones. */
  stages: string | null;
  /** When somebody closed it by hand. */
  closed_at: number | null;
  /** JSON array of what interviewers score (shared/hiring/scorecard.ts); null for the usual criteria. */
  criteria: Generated<string | null>;
}

/** What is written and not shown yet: of a draft, and of a job with changes that its readers do not see. */
interface OpeningDraftsTable {
  opening_id: OpeningId;
  /** JSON, WorkingDraft of worker/hiring/openings/working-draft.ts. */
  content: string;
  started_at: number;
  saved_at: number;
  saved_by: AccountId | null;
}

/** A page of the editor that is open, or was a moment ago. */
interface OpeningPresenceTable {
  opening_id: OpeningId;
  tab: string;
  account_id: AccountId;
  seen_at: number;
  typed_at: number | null;
}

interface OpeningLocationsTable {
  opening_id: OpeningId;
  position: number;
  city: string;
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

interface OpeningRemoteCountriesTable {
  opening_id: OpeningId;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The filters of the list of openings; "" for one that is not set. */
interface OpeningFilters {
  department: string;
  country: string;
  workplace: string;
  employment: string;
}

/** Maintained by triggers (migrations/0007_hiring_openings.sql), as OpeningCountsTable is. */
interface OpeningListsTable extends OpeningFilters {
  publish_at: number;
  opening_id: OpeningId;
  closes_at: number;
}

interface OpeningCountsTable extends OpeningFilters {
  /** How many are in the list, those included that are scheduled, or have ended within the hour. */
  openings: number;
}

export interface OpeningsTables {
  openings: OpeningsTable;
  opening_drafts: OpeningDraftsTable;
  opening_presence: OpeningPresenceTable;
  opening_locations: OpeningLocationsTable;
  opening_remote_countries: OpeningRemoteCountriesTable;
  opening_lists: OpeningListsTable;
  opening_counts: OpeningCountsTable;
}

export const openingsColumns = {
  openings: [
    "id",
    "slug",
    "requisition_id",
    "title",
    "title_key",
    "department",
    "summary",
    "markdown",
    "html",
    "workplace",
    "employment",
    "openings",
    "pay_min",
    "pay_max",
    "currency",
    "pay_period",
    "status",
    "publish_at",
    "closes_at",
    "created_at",
    "updated_at",
    "version",
    "stages",
    "closed_at",
    "criteria",
  ],
  opening_drafts: ["opening_id", "content", "started_at", "saved_at", "saved_by"],
  opening_presence: ["opening_id", "tab", "account_id", "seen_at", "typed_at"],
  opening_locations: ["opening_id", "position", "city", "region", "country"],
  opening_remote_countries: ["opening_id", "country"],
  opening_lists: ["department", "country", "workplace", "employment", "publish_at", "opening_id", "closes_at"],
  opening_counts: ["department", "country", "workplace", "employment", "openings"],
} as const satisfies ColumnsOf<OpeningsTables>;
