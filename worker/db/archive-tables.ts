/** Which days of visits are in the archive. migrations/0013_analytics.sql says what each column is. */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

interface ArchivedDaysTable {
  day: number;
  ends: number;
  name: string;
  sink: "r2" | "d1";
  revision: Generated<number>;
  stored_revision: number | null;
  visits: Generated<number>;
  events: Generated<number>;
  checksum: string | null;
  stored_at: number | null;
  claimed_until: Generated<number>;
  attempts: Generated<number>;
  tried_at: Generated<number>;
  error: string | null;
  moved_at: number | null;
  is_emptied: Generated<0 | 1>;
  keep_until: Generated<number>;
}

interface ArchiveErasuresTable {
  day: number;
  visitor: number;
  asked_at: number;
}

export interface ArchiveTables {
  archived_days: ArchivedDaysTable;
  archive_erasures: ArchiveErasuresTable;
}

export const archiveColumns = {
  archived_days: [
    "day",
    "ends",
    "name",
    "sink",
    "revision",
    "stored_revision",
    "visits",
    "events",
    "checksum",
    "stored_at",
    "claimed_until",
    "attempts",
    "tried_at",
    "error",
    "moved_at",
    "is_emptied",
    "keep_until",
  ],
  archive_erasures: ["day", "visitor", "asked_at"],
} as const satisfies ColumnsOf<ArchiveTables>;
