import { draftKey, draftLife } from "#app/shared/application-draft.ts";
import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { formatTerm, terms } from "../lib/terms.ts";
import {
  eraseApplicationsOf,
  selectAnswersOf,
  selectApplicationsOf,
  selectCandidatesOf,
  selectFilesOf,
  selectHistoryOf,
} from "./person-data.ts";
import { selectOverdueFiles, sweepApplications } from "./sweep.ts";
import { writeApplicationDigest } from "./write-digest.ts";
import { consumeDocuments } from "./text/queue.ts";
import { selectFailedScan, selectOverdueText, sweepTexts } from "./text/sweep.ts";
import { countUnopened } from "./count-applications.ts";
import { selectNotesAbout } from "./notes.ts";

// The "+" below keeps the database from the index of stages, which says nothing of the time.
const consent = "Consent given by the tick, Article 6(1)(a), and steps before a contract, 6(1)(b)";

/** Applications with their files, and the people who sent them. Answers, files, history and mails go with an application. */
export const subject = {
  tables: [
    "job_questions",
    "job_team",
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
  ],
  consumers: {
    "fivewright-documents": { consume: consumeDocuments, producer: (env) => env.DOCUMENT_QUEUE },
  },
  jobs: [
    { name: "read the texts of documents", schedule: schedules.everyFiveMinutes, run: sweepTexts },
    { name: "sweep the files of applications", schedule: schedules.hourly, run: sweepApplications },
    {
      name: "tell of applications without a mail of their own",
      schedule: schedules.hourly,
      run: writeApplicationDigest,
    },
  ],
  retention: [
    {
      table: "applications",
      key: ["id"],
      since: "ended_at",
      where: "ended_at is not null and keep_until is null and +stage in ('rejected', 'withdrawn')",
      term: terms.endedApplications,
      atOnce: 20,
      keeps: "Applications that came to nothing, with answers, files and history",
      after: "after the decision, or until you withdraw",
      why: `${consent}; after the decision our interest in answering claims, 6(1)(f)`,
    },
    {
      table: "applications",
      key: ["id"],
      since: "keep_until",
      where: "keep_until is not null and +stage in ('rejected', 'withdrawn')",
      term: { days: 1 },
      atOnce: 20,
      keeps: "Applications that you let us keep for other roles",
      after: `after the ${formatTerm(terms.keptApplications)} to which you agreed, or until you withdraw`,
      why: "Consent given by the second tick, Article 6(1)(a)",
    },
    {
      table: "applications",
      key: ["id"],
      since: "stage_since",
      where: "stage = 'hired'",
      term: terms.hiredApplications,
      atOnce: 20,
      keeps: "Applications of people whom we hired",
      after: "after you were hired",
      why: "Employment contract, Article 6(1)(b)",
    },
    {
      table: "applications",
      key: ["id"],
      since: "max(updated_at, coalesce(keep_until, 0))",
      where: "stage not in ('hired', 'rejected', 'withdrawn')",
      term: terms.idleApplications,
      atOnce: 20,
      keeps: "Applications without a decision",
      after: "after the last change or the end of what you agreed to, or until you withdraw",
      why: consent,
    },
    {
      table: "applications",
      key: ["id"],
      since: "received_at",
      where: "network_hash is not null",
      blank: { network_hash: null },
      term: { days: 1 },
      keeps: "Keyed hash of the network of an application, for limits",
      after: "after it arrived",
      why: "Interest in a usable site, Article 6(1)(f)",
    },
  ],
  erase: { person: async (db, email) => eraseApplicationsOf(db, email) },
  personData: [
    { name: "People who applied", select: selectCandidatesOf },
    { name: "Job applications", select: selectApplicationsOf },
    { name: "Answers in job applications", select: selectAnswersOf },
    { name: "Files of job applications", select: selectFilesOf },
    { name: "History of job applications", select: selectHistoryOf },
    { name: "Notes of staff about applications", select: selectNotesAbout },
  ],
  health: [
    { name: "files of applications", selectFailures: selectOverdueFiles },
    { name: "texts of documents", selectFailures: (db) => selectOverdueText(db) },
    { name: "document scanner", selectFailures: selectFailedScan },
  ],
  waiting: { "/job-applications": countUnopened },
  mails: ["application-team", "application-candidate", "application-digest"],
  auditActions: [
    "application.withdrawn",
    "application.seeded",
    "application.text_asked",
    "application.opened",
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
