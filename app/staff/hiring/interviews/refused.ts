import type { Score, Verdict } from "#shared/hiring/scorecard.ts";

/** What somebody has typed of an interview. */
export interface TypedInterview {
  kind: string;
  place: string;
  minutes: string;
  message: string;
  times: { local: string; zone: string }[];
  interviewers: string[];
  isBooked: boolean;
}

export interface TypedScorecard {
  scores: Score[];
  verdict: Verdict | null;
  note: string;
}

/** What was typed in a form that was refused, with what is wrong by field. */
export interface Refused {
  /** `id` of the interview; "" for a new one. */
  interview?: { id: string; typed: TypedInterview; faults: Record<string, string> };
  scorecard?: { typed: TypedScorecard; faults: Record<string, string> };
}

/** What of a page's action data is about interviews and scorecards. */
export function readRefused(answer: unknown): Refused {
  return typeof answer === "object" && answer !== null && "refused" in answer ? (answer.refused as Refused) : {};
}
