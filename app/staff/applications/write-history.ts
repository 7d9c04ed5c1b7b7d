import { endReasons, isEnding } from "#app/shared/hiring-stages.ts";
import type { HistoryRow } from "#worker/applications/read-application.ts";
import { nameStageOf } from "./applications-list.ts";

const kinds: Record<string, string> = {
  received: "Application received",
  document: "Document added",
  assigned: "changed the assignee",
  tagged: "changed the tags",
  merged: "put two candidates together",
  parted: "parted two candidates",
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
