import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { noteDeployment } from "./note-deployment.ts";
import { selectLateJob } from "./job-states.ts";

/** How the software itself runs: jobs, errors, deployments, alerts. */
export const subject = {
  tables: ["job_runs", "error_groups", "error_hours", "deployments"],
  jobs: [
    {
      name: "watch the site",
      schedule: schedules.everyFiveMinutes,
      run: async (db, scope) => ({ deployed: await noteDeployment(db, scope) }),
    },
  ],
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
  ],
  health: [
    {
      name: "jobs",
      selectFailures: selectLateJob,
      todo: "See which job is late or fails, and why. If all are late, look at the cron triggers of the Worker.",
      path: "/operations",
    },
  ],
  auditActions: [
    "operations.job_run",
    "operations.action_run",
    "operations.errors_seen",
    "alerts.changed",
    "alerts.tested",
  ],
} as const satisfies Subject;
