import type { Subject } from "../lib/subject.ts";

/** Openings hold nothing about persons and stay until staff delete them. */
export const subject = {
  tables: ["jobs", "job_locations", "job_remote_countries"],
  auditActions: ["job.created", "job.saved", "job.published", "job.closed"],
} as const satisfies Subject;
