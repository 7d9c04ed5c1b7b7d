import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { consumeDocuments } from "./text/queue.ts";
import { selectFailedScan, selectOverdueText, sweepTexts } from "./text/sweep.ts";

/** Applications with their files, and the people who sent them. */
export const subject = {
  tables: [
    "job_questions",
    "job_team",
    "candidates",
    "applications",
    "application_answers",
    "application_files",
    "application_texts",
    "application_search",
    "application_terms",
    "removed_files",
    "application_history",
  ],
  consumers: {
    "fivewright-documents": { consume: consumeDocuments, producer: (env) => env.DOCUMENT_QUEUE },
  },
  jobs: [{ name: "read the texts of documents", schedule: schedules.everyFiveMinutes, run: sweepTexts }],
  health: [
    { name: "texts of documents", selectFailures: (db) => selectOverdueText(db) },
    { name: "document scanner", selectFailures: selectFailedScan },
  ],
  auditActions: ["application.text_asked"],
} as const satisfies Subject;
