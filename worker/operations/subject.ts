import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { forgetRecipient, selectRecipient } from "./alert-settings.ts";
import { selectLateJob } from "./job-states.ts";
import { selectUndeliveredAlerts } from "./undelivered-alerts.ts";
import { watchSite } from "./watch.ts";

/** How the software itself runs: jobs, errors, deployments, alerts. */
export const subject = {
  tables: ["job_runs", "error_groups", "error_hours", "deployments", "alert_settings", "alerts", "alert_posts"],
  jobs: [{ name: "watch the site", schedule: schedules.everyFiveMinutes, run: watchSite }],
  retention: [
    {
      table: "error_groups",
      key: ["fingerprint"],
      since: "last_at",
      term: terms.errors,
      keeps: "Errors of the software, grouped",
      after: "after the last of them",
      why: "Interest in a safe, working site, Article 6(1)(f)",
      isTechnical: true,
    },
    {
      table: "error_hours",
      key: ["fingerprint", "hour_at"],
      since: "hour_at",
      term: terms.errors,
      keeps: "How many errors there were in an hour",
      after: "after the hour",
      why: "Interest in a safe, working site, Article 6(1)(f)",
      isTechnical: true,
    },
    {
      table: "alert_posts",
      key: ["id"],
      since: "created_at",
      term: terms.alerts,
      keeps: "Alerts that were posted",
      after: "after they were written",
      why: "Interest in a safe, working site, Article 6(1)(f)",
      isTechnical: true,
    },
  ],
  erase: { person: async (db, email) => [forgetRecipient(db, email)] },
  personData: [{ name: "Alerts about the site", select: selectRecipient }],
  mails: ["alert", "alert-test"],
  health: [
    {
      name: "jobs",
      selectFailures: selectLateJob,
      todo: "See which job is late or fails, and why. If all are late, look at the cron triggers of the Worker; after a restore that was interrupted, run it again.",
      path: "/operations#jobs",
    },
    {
      name: "alerts",
      selectFailures: selectUndeliveredAlerts,
      todo: "An address or the webhook does not get alerts. Read why under Alerts, correct it there, and send a test.",
      path: "/operations#alerts",
    },
  ],
  auditActions: [
    "operations.job_run",
    "operations.action_run",
    "operations.errors_seen",
    "alerts.changed",
    "alerts.tested",
    "alerts.key_shown",
    "alerts.key_replaced",
  ],
} as const satisfies Subject;
