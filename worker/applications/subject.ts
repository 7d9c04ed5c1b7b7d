import type { Subject } from "../lib/subject.ts";

/** Applications with their files, and the people who sent them. */
export const subject = {
  tables: [
    "job_questions",
    "job_team",
    "candidates",
    "applications",
    "application_answers",
    "application_files",
    "removed_files",
    "application_history",
  ],
} as const satisfies Subject;
