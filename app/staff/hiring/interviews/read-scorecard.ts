import { isVerdict, type Score } from "#shared/hiring/scorecard.ts";
import type { TypedScorecard } from "./refused.ts";

/** What the fields of a scorecard's form hold. */
export function readScorecard(fields: URLSearchParams): TypedScorecard {
  const evidence = fields.getAll("evidence");
  const verdict = fields.get("verdict") ?? "";
  return {
    scores: fields.getAll("criterion").map((criterion, at): Score => ({
      criterion,
      score: Number(fields.get(`score-${at}`)) || null,
      evidence: evidence[at] ?? "",
    })),
    verdict: isVerdict(verdict) ? verdict : null,
    note: fields.get("verdict-note") ?? "",
  };
}
