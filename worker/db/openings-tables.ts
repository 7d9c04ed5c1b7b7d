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
  job_id: OpeningId;
  /** JSON, WorkingDraft of worker/hiring/openings/working-draft.ts. */
  content: string;
  started_at: number;
  saved_at: number;
  saved_by: AccountId | null;
}

/** A page of the editor that is open, or was a moment ago. */
interface OpeningPresenceTable {
  job_id: OpeningId;
  tab: string;
  user_id: AccountId;
  seen_at: number;
  typed_at: number | null;
}

interface OpeningLocationsTable {
  job_id: OpeningId;
  position: number;
  city: string;
  region: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

interface OpeningRemoteCountriesTable {
  job_id: OpeningId;
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

/** Kept by triggers (migrations/0020_opening_lists.sql), as OpeningCountsTable is. */
interface OpeningListsTable extends OpeningFilters {
  publish_at: number;
  job_id: OpeningId;
  closes_at: number;
}

interface OpeningCountsTable extends OpeningFilters {
  /** How many are in the list, those included that are scheduled, or have ended within the hour. */
  openings: number;
}

export interface OpeningsTables {
  jobs: OpeningsTable;
  job_drafts: OpeningDraftsTable;
  job_presence: OpeningPresenceTable;
  job_locations: OpeningLocationsTable;
  job_remote_countries: OpeningRemoteCountriesTable;
  opening_lists: OpeningListsTable;
  opening_counts: OpeningCountsTable;
}

export const openingsColumns = {
  jobs: [
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
  job_drafts: ["job_id", "content", "started_at", "saved_at", "saved_by"],
  job_presence: ["job_id", "tab", "user_id", "seen_at", "typed_at"],
  job_locations: ["job_id", "position", "city", "region", "country"],
  job_remote_countries: ["job_id", "country"],
  opening_lists: ["department", "country", "workplace", "employment", "publish_at", "job_id", "closes_at"],
  opening_counts: ["department", "country", "workplace", "employment", "openings"],
} as const satisfies ColumnsOf<OpeningsTables>;
