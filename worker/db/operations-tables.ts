/** How the software runs. migrations/0017_operations.sql says what each column is. */
import type { Generated } from "kysely";
import type { ColumnsOf } from "./columns.ts";

interface JobRunsTable {
  name: string;
  started_at: number;
  duration_ms: number;
  scheduled_at: number | null;
  late_at: number | null;
  succeeded_at: number | null;
  failed_at: number | null;
  failures: Generated<number>;
  outcome: string | null;
  error: string | null;
  missed: Generated<number>;
  missed_at: number | null;
  recent: string;
}

interface ErrorGroupsTable {
  fingerprint: string;
  event: string;
  name: string;
  message: string;
  place: string;
  frames: string;
  request_id: string;
  version: string;
  first_at: number;
  last_at: number;
  seen_at: number | null;
  is_demo: Generated<0 | 1>;
}

interface ErrorHoursTable {
  fingerprint: string;
  hour_at: number;
  count: number;
}

interface DeploymentsTable {
  version: string;
  first_at: number;
  migration: string;
}

interface AlertSettingsTable {
  id: "site";
  recipients: Generated<string>;
  webhook_url: Generated<string>;
  webhook_salt: string;
  quiet_from: number | null;
  quiet_until: number | null;
  error_threshold: Generated<number>;
  version: Generated<number>;
  updated_at: number;
}

interface AlertsTable {
  key: string;
  name: string;
  todo: string;
  is_urgent: 0 | 1;
  is_failed: 0 | 1;
  since: number;
  told_at: number | null;
}

interface AlertPostsTable {
  id: string;
  body: string;
  created_at: number;
  due_at: number | null;
  attempts: Generated<number>;
  sent_at: number | null;
  last_error: string | null;
}

export interface OperationsTables {
  job_runs: JobRunsTable;
  error_groups: ErrorGroupsTable;
  error_hours: ErrorHoursTable;
  deployments: DeploymentsTable;
  alert_settings: AlertSettingsTable;
  alerts: AlertsTable;
  alert_posts: AlertPostsTable;
}

export const operationsColumns = {
  job_runs: [
    "name",
    "started_at",
    "duration_ms",
    "scheduled_at",
    "late_at",
    "succeeded_at",
    "failed_at",
    "failures",
    "outcome",
    "error",
    "missed",
    "missed_at",
    "recent",
  ],
  error_groups: [
    "fingerprint",
    "event",
    "name",
    "message",
    "place",
    "frames",
    "request_id",
    "version",
    "first_at",
    "last_at",
    "seen_at",
    "is_demo",
  ],
  error_hours: ["fingerprint", "hour_at", "count"],
  deployments: ["version", "first_at", "migration"],
  alert_settings: [
    "id",
    "recipients",
    "webhook_url",
    "webhook_salt",
    "quiet_from",
    "quiet_until",
    "error_threshold",
    "version",
    "updated_at",
  ],
  alerts: ["key", "name", "todo", "is_urgent", "is_failed", "since", "told_at"],
  alert_posts: ["id", "body", "created_at", "due_at", "attempts", "sent_at", "last_error"],
} as const satisfies ColumnsOf<OperationsTables>;
