import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { dropEnded } from "./drop-ended.ts";

/** Openings hold nothing about persons and stay until staff delete them. */
export const subject = {
  tables: ["jobs", "job_drafts", "job_locations", "job_remote_countries", "opening_lists", "opening_counts"],
  jobs: [{ name: "take ended openings off the lists", schedule: schedules.hourly, run: dropEnded }],
  auditActions: ["job.created", "job.saved", "job.published", "job.closed", "job.extended", "job.put_back"],
} as const satisfies Subject;
