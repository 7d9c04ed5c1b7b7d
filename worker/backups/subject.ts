import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
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
