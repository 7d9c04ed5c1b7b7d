import { sql } from "kysely";
import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { marker } from "./is-restoring.ts";
import { backUpNow, backupReport, selectMissingBackup } from "./runs.ts";

/** Backups of everything else: docs/backup.md. Its own tables name nobody, and nothing of them is older than the backups. */
export const subject = {
  tables: ["backup_runs", "backup_notes"],
  jobs: [
    {
      name: "back up",
      schedule: schedules.everyFiveMinutes,
      run: async (db, scope) => (await import("./run-backups.ts")).runBackups(db, scope),
    },
  ],
  health: [
    {
      name: "restore",
      // Reads no row.
      selectFailures: (db) => ({
        compile: () => sql`select name from pragma_table_info(${sql.lit(marker)}) limit 1`.compile(db),
      }),
      todo: "A restore goes on, or was interrupted: then run the same `npm run restore` again. Until one has ended, nothing that is sent is taken.",
      isUrgent: true,
    },
    {
      name: "backups",
      selectFailures: selectMissingBackup,
      todo: "Read why the last one failed under “Last backup”; then run “Back up now”. docs/backup.md says what it needs.",
      path: "/operations#state",
    },
  ],
  operations: [backupReport],
  operatorActions: [backUpNow],
  auditActions: ["backup.restored"],
} as const satisfies Subject;
