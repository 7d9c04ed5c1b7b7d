import type { Generated } from "kysely";
import type { InterviewKind, InterviewState } from "#shared/hiring/interview.ts";
import type { Verdict } from "#shared/hiring/scorecard.ts";
import type { AccountId } from "./accounts-tables.ts";
import type { ApplicationId } from "./applications-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type InterviewId = Branded<"interview">;
export type ScorecardId = Branded<"scorecard">;

interface ScorecardsTable {
  id: ScorecardId;
  application_id: ApplicationId;
  /** Null once the account is removed. */
  author_id: AccountId | null;
  /** JSON array of `Score` (shared/hiring/scorecard.ts). */
  scores: string;
  /** Null in a draft without one. */
  verdict: Verdict | null;
  note: Generated<string>;
  saved_at: number;
  /** Null while it is a draft. */
  sent_at: number | null;
  corrected_at: number | null;
  version: Generated<number>;
}

interface InterviewsTable {
  id: InterviewId;
  application_id: ApplicationId;
  state: InterviewState;
  kind: InterviewKind;
  /** Where: an address, a link or a number. */
  place: string;
  minutes: number;
  /** A line to the candidate. */
  message: Generated<string>;
  /** IANA name of the zone in which its times were written. */
  zone: string;
  /** Null until a time is picked. */
  starts_at: number | null;
  /** What the candidate wrote when no time was right, and when; null where they did not. */
  answer: Generated<string>;
  answered_at: number | null;
  /** The sequence number of its last calendar file; null before the first one. */
  sequence: number | null;
  /** Null once the account is removed. */
  proposed_by: AccountId | null;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
  is_demo: Generated<0 | 1>;
}

/** The times from which the candidate picks. */
interface InterviewTimesTable {
  interview_id: InterviewId;
  starts_at: number;
}

interface InterviewPeopleTable {
  interview_id: InterviewId;
  account_id: AccountId;
}

export interface InterviewsTables {
  scorecards: ScorecardsTable;
  interviews: InterviewsTable;
  interview_times: InterviewTimesTable;
  interview_people: InterviewPeopleTable;
}

export const interviewsColumns = {
  scorecards: [
    "id",
    "application_id",
    "author_id",
    "scores",
    "verdict",
    "note",
    "saved_at",
    "sent_at",
    "corrected_at",
    "version",
  ],
  interviews: [
    "id",
    "application_id",
    "state",
    "kind",
    "place",
    "minutes",
    "message",
    "zone",
    "starts_at",
    "answer",
    "answered_at",
    "sequence",
    "proposed_by",
    "created_at",
    "updated_at",
    "version",
    "is_demo",
  ],
  interview_times: ["interview_id", "starts_at"],
  interview_people: ["interview_id", "account_id"],
} as const satisfies ColumnsOf<InterviewsTables>;
