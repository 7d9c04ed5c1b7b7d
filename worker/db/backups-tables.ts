/** How backups go. migrations/0016_backups.sql says what each column is. */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

interface BackupRunsTable {
  id: string;
  kind: "nightly" | "asked" | "restored";
  state: "running" | "done" | "failed";
  started_at: number;
  finished_at: number | null;
  claimed_until: Generated<number>;
  attempts: Generated<number>;
  error: string | null;
  rows: Generated<number>;
  files: Generated<number>;
  file_bytes: Generated<number>;
  stored_bytes: Generated<number>;
}

interface BackupNotesTable {
  /** In addition to those that the migration names: 'key', under which persons were hashed. */
  kind: "key" | "person" | "visitor" | "application" | "enquiry" | "user" | "sealed" | "mail";
  mark: string;
  at: number;
}

export interface BackupsTables {
  backup_runs: BackupRunsTable;
  backup_notes: BackupNotesTable;
}

export const backupsColumns = {
  backup_runs: [
    "id",
    "kind",
    "state",
    "started_at",
    "finished_at",
    "claimed_until",
    "attempts",
    "error",
    "rows",
    "files",
    "file_bytes",
    "stored_bytes",
  ],
  backup_notes: ["kind", "mark", "at"],
} as const satisfies ColumnsOf<BackupsTables>;
