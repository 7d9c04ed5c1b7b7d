import { draftKey, draftLife } from "#shared/hiring/application-draft.ts";
import type { Db } from "#worker/db/client.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { writeEndingDigest } from "./keep/write-ending-digest.ts";
import { eraseApplicationsOf, personData, selectPersonFiles, selectPiecesOf } from "./person-data.ts";
import { retention } from "./retention-rules.ts";
import { selectOverdueFiles, sweepApplications } from "./sweep.ts";
import { writeApplicationDigest } from "./write-digest.ts";
import { consumeDocuments } from "./text/queue.ts";
import { selectFailedScan, selectOverdueText, sweepTexts, selectTextBacklog } from "./text/sweep.ts";

/** Applications with their files, and the people who sent them. Answers, files, history and mails go with an application. */
export const subject = {
  tables: [
    "opening_questions",
    "opening_team",
    "candidates",
    "applications",
    "application_answers",
    "application_files",
    "application_uploads",
    "application_texts",
    "application_search",
    "application_terms",
    "removed_files",
    "application_history",
    "application_notes",
    "application_mentions",
    "application_tags",
    "application_links",
    "keep_requests",
  ],
  consumers: {
    "fivewright-documents": {
      consume: consumeDocuments,
      producer: (env) => env.DOCUMENT_QUEUE,
      selectBacklog: selectTextBacklog,
    },
  },
  jobs: [
    { name: "read the texts of documents", schedule: schedules.everyFiveMinutes, run: sweepTexts },
    { name: "sweep the files of applications", schedule: schedules.hourly, run: sweepApplications },
    {
      name: "tell of applications without a mail of their own",
      schedule: schedules.hourly,
      run: writeApplicationDigest,
    },
    { name: "tell of applications that are deleted soon", schedule: schedules.hourly, run: writeEndingDigest },
  ],
  retention,
  erase: { person: async (db, email) => eraseApplicationsOf(db, email), keys: selectPiecesOf },
  personData,
  personFiles: selectPersonFiles,
  health: [
    {
      name: "files of applications",
      selectFailures: selectOverdueFiles,
      todo: "Run “sweep the files of applications” here, and look whether R2 answers.",
    },
    {
      name: "texts of documents",
      selectFailures: (db) => selectOverdueText(db),
      todo: "Run “read the texts of documents” here; look at the queue’s failed messages.",
      path: "/failed-messages",
    },
    {
      name: "document scanner",
      selectFailures: selectFailedScan,
      todo: "See whether the scanner at DOCUMENT_SCAN_URL answers. Documents it has not seen are held back.",
    },
  ],
  waiting: { "/job-applications": countUnopened },
  mails: [
    "application-team",
    "application-candidate",
    "application-digest",
    "application-ending",
    "application-keep",
    "application-given",
  ],
  auditActions: [
    "application.withdrawn",
    "application.sealed",
    "application.keep_asked",
    "application.keep_answered",
    "application.seeded",
    "application.text_asked",
    "application.opened",
    "application.read",
    "application.moved",
    "application.assigned",
    "application.tagged",
    "application.noted",
    "application.file_viewed",
    "application.file_downloaded",
    "application.figures_exported",
    "candidate.merged",
    "candidate.parted",
  ],
  storage: [
    {
      keys: [draftKey],
      kind: "local",
      purpose: "Draft of an application, without files",
      life: `When you tick its box; until the form is sent, at most ${draftLife} days`,
    },
  ],
} as const satisfies Subject;

/** How many running applications nobody of the staff has opened. */
async function countUnopened(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("applications")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("opened_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
