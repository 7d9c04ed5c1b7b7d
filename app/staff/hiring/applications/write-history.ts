import { endReasons, isEnding } from "#shared/hiring/hiring-stages.ts";
import type { HistoryRow } from "#worker/hiring/review/read-application.ts";
import { nameStageOf } from "./applications-list.ts";

const kinds: Record<string, string> = {
  received: "Application received",
  document: "Document added",
  assigned: "changed the assignee",
  tagged: "changed the tags",
  merged: "put two candidates together",
  parted: "parted two candidates",
  mailed: "wrote an e-mail",
  "mail-withdrawn": "took an e-mail back before it left",
  replied: "added a reply",
  "reply-removed": "removed a reply",
  "interview-proposed": "proposed times for an interview",
  "interview-booked": "booked an interview",
  "interview-changed": "changed an interview",
  "interview-picked": "Candidate picked a time",
  "interview-declined": "Candidate: no time suits",
  "interview-held": "held an interview",
  "interview-missed": "noted that the candidate did not come",
  "interview-cancelled": "cancelled an interview",
  scored: "sent a scorecard",
  "score-corrected": "corrected their scorecard",
  keep_asked: "asked the candidate whether to keep it",
  sealed: "Withdrawn by the candidate, and kept by a legal hold",
};

/** What a line of the history says; of a kind that has no words here the kind itself. */
export function writeHistory({ kind, detail }: HistoryRow, stages: string | null): string {
  if (kind === "keep_answered")
    return detail["answer"] === "yes"
      ? "The candidate lets us keep it"
      : "The candidate does not let us keep it longer";
  if (kind !== "moved") return kinds[kind] ?? kind;
  const { from, to, reason, note, undone } = detail as Record<string, string | undefined>;
  const move = `${undone ? "took back: " : "moved "}${nameStageOf(stages, from ?? "")} to ${nameStageOf(stages, to ?? "")}`;
  const why = to !== undefined && isEnding(to) ? (endReasons[to] as Record<string, string>)[reason ?? ""] : undefined;
  return [move, why, note].filter(Boolean).join(". ");
}
