import type { Subject } from "#worker/lib/subject.ts";
import { selectInterviewsOf, selectScorecardsOf } from "./person-data.ts";

/** Interviews and scorecards. All of it goes with its application, which has the terms. */
export const subject = {
  tables: ["interviews", "interview_times", "interview_people", "scorecards"],
  personData: [
    { name: "Interviews", select: selectInterviewsOf },
    { name: "Scorecards", select: selectScorecardsOf, isFromStaff: true },
  ],
  mails: ["interview-candidate", "interview-colleague", "interview-given"],
  auditActions: [
    "interview.proposed",
    "interview.booked",
    "interview.changed",
    "interview.picked",
    "interview.declined",
    "interview.held",
    "interview.missed",
    "interview.cancelled",
    "scorecard.saved",
    "scorecard.sent",
    "scorecard.corrected",
  ],
} as const satisfies Subject;
