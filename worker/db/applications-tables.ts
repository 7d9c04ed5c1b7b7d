import type { Generated } from "kysely";
import type { QuestionKind } from "#shared/hiring/screening.ts";
import type { AccountId } from "./accounts-tables.ts";
import type { OpeningId } from "./openings-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type CandidateId = Branded<"candidate">;
export type ApplicationId = Branded<"application">;
export type ApplicationFileId = Branded<"application-file">;
export type QuestionId = Branded<"question">;

interface OpeningQuestionsTable {
  id: QuestionId;
  opening_id: OpeningId;
  position: number;
  kind: QuestionKind;
  label: string;
  hint: Generated<string>;
  is_required: 0 | 1;
  /** JSON array of texts, of "one" and "several". */
  options: Generated<string>;
  /** JSON of a `KnockOut` (shared/hiring/screening.ts); null where no answer flags. */
  knock_out: string | null;
  removed_at: number | null;
}

interface OpeningTeamTable {
  opening_id: OpeningId;
  account_id: AccountId;
  position: number;
}

/** A person who applied, once for each address. */
interface CandidatesTable {
  id: CandidateId;
  email: string;
  name: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
  /** The row of the same person, after staff have put two together. */
  merged_into: CandidateId | null;
  /** The row that it had been put into before that one was put into another, and came along with. */
  came_with: CandidateId | null;
  is_demo: Generated<0 | 1>;
}

interface ApplicationsTable {
  id: ApplicationId;
  candidate_id: CandidateId;
  /** Null for an application without a role. */
  opening_id: OpeningId | null;
  /** SHA-256 (hex) of the form's ticket. */
  submission_hash: string;
  /** SHA-256 (hex) of the token in the candidate's private link. */
  link_hash: string;
  name: string;
  email: string;
  phone: Generated<string>;
  place: Generated<string>;
  /** JSON array of addresses. */
  links: Generated<string>;
  cover_note: Generated<string>;
  /** The résumé where it was typed instead of sent as a file. */
  resume_text: Generated<string>;
  /** BCP 47. */
  locale: Generated<string>;
  /** IANA name. */
  time_zone: Generated<string>;
  /** A key of the job's stages, "rejected" or "withdrawn". */
  stage: Generated<string>;
  stage_since: number;
  end_reason: string | null;
  end_note: Generated<string>;
  ended_at: number | null;
  /** JSON array: labels of the questions whose answers ask for a person. */
  flags: Generated<string>;
  source: Generated<string>;
  referrer: Generated<string>;
  assignee_id: AccountId | null;
  opened_at: number | null;
  consented_at: number;
  keep_until: number | null;
  /** Keyed hash of the network it came from, for a day. */
  network_hash: string | null;
  received_at: number;
  updated_at: number;
  version: Generated<number>;
  is_demo: Generated<0 | 1>;
  /** Tells a form that is sent twice from one that was changed in between. */
  content_hash: Generated<string>;
  /** The address as it is counted (worker/lib/text/fold-address.ts). */
  folded_email: Generated<string>;
  /** When the mail to the candidate was written; null past a limit, and for what looks like spam. */
  confirmed_at: number | null;
  /** When the mail to the hiring team was written; without it a digest tells of the application, if `is_held`. */
  mailed_at: number | null;
  is_held: Generated<0 | 1>;
  digest_id: string | null;
  /** When the candidate withdrew it under a legal hold; the hiring team sees it no longer. */
  sealed_at: number | null;
}

interface ApplicationAnswersTable {
  application_id: ApplicationId;
  position: number;
  question_id: QuestionId | null;
  kind: QuestionKind;
  label: string;
  /** JSON: true, false, a number, a text or a list of texts; of a file its id. */
  answer: string;
  is_flagged: Generated<0 | 1>;
}

/** What a scanner said of a file: nothing yet, or that it could not be asked. */
export type ScanState = "none" | "clean" | "infected" | "failed";

export type FilePurpose = "resume" | "document" | "answer";

interface ApplicationFilesTable {
  id: ApplicationFileId;
  application_id: ApplicationId;
  purpose: FilePurpose;
  name: string;
  type: string;
  bytes: number;
  sha256: string;
  key: string;
  /** JSON array of "macros", "encrypted", "active". */
  warnings: Generated<string>;
  received_at: number;
  scan_state: Generated<ScanState>;
  /** What the scanner calls it, where it is infected. */
  scan_found: Generated<string>;
  scan_attempts: Generated<number>;
  /** When it may be scanned. */
  scan_due_at: Generated<number>;
  scanned_at: number | null;
}

interface RemovedFilesTable {
  key: string;
  removed_at: number;
  attempts: Generated<number>;
}

interface ApplicationHistoryTable {
  id: string;
  application_id: ApplicationId;
  at: number;
  /** Null for the candidate and for the site itself. */
  actor_id: AccountId | null;
  kind: string;
  /** JSON object. */
  detail: Generated<string>;
}

export interface ApplicationsTables {
  opening_questions: OpeningQuestionsTable;
  opening_team: OpeningTeamTable;
  candidates: CandidatesTable;
  applications: ApplicationsTable;
  application_answers: ApplicationAnswersTable;
  application_files: ApplicationFilesTable;
  removed_files: RemovedFilesTable;
  application_history: ApplicationHistoryTable;
}

export const applicationsColumns = {
  opening_questions: [
    "id",
    "opening_id",
    "position",
    "kind",
    "label",
    "hint",
    "is_required",
    "options",
    "knock_out",
    "removed_at",
  ],
  opening_team: ["opening_id", "account_id", "position"],
  candidates: ["id", "email", "name", "created_at", "updated_at", "version", "merged_into", "is_demo", "came_with"],
  applications: [
    "id",
    "candidate_id",
    "opening_id",
    "submission_hash",
    "link_hash",
    "name",
    "email",
    "phone",
    "place",
    "links",
    "cover_note",
    "resume_text",
    "locale",
    "time_zone",
    "stage",
    "stage_since",
    "end_reason",
    "end_note",
    "ended_at",
    "flags",
    "source",
    "referrer",
    "assignee_id",
    "opened_at",
    "consented_at",
    "keep_until",
    "network_hash",
    "received_at",
    "updated_at",
    "version",
    "is_demo",
    "content_hash",
    "folded_email",
    "confirmed_at",
    "mailed_at",
    "is_held",
    "digest_id",
    "sealed_at",
  ],
  application_answers: ["application_id", "position", "question_id", "kind", "label", "answer", "is_flagged"],
  application_files: [
    "id",
    "application_id",
    "purpose",
    "name",
    "type",
    "bytes",
    "sha256",
    "key",
    "warnings",
    "received_at",
    "scan_state",
    "scan_found",
    "scan_attempts",
    "scan_due_at",
    "scanned_at",
  ],
  removed_files: ["key", "removed_at", "attempts"],
  application_history: ["id", "application_id", "at", "actor_id", "kind", "detail"],
} as const satisfies ColumnsOf<ApplicationsTables>;
