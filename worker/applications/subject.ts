import type { Subject } from "../lib/subject.ts";
import { countUnopened } from "./count-applications.ts";
import { selectNotesAbout } from "./notes.ts";

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
    "application_notes",
    "application_mentions",
    "application_tags",
  ],
  personData: [{ name: "Notes of staff about applications", select: selectNotesAbout }],
  waiting: { "/job-applications": countUnopened },
  auditActions: [
    "application.opened",
    "application.moved",
    "application.assigned",
    "application.tagged",
    "application.noted",
    "application.file_viewed",
    "application.file_downloaded",
    "candidate.merged",
    "candidate.parted",
  ],
} as const satisfies Subject;
