/** What the address of the part asks for. */
import { cleanLine } from "#shared/text/clean-line.ts";
import { buildPartPath } from "../parts.ts";

export type Metric = "ndcg" | "recall" | "mrr";

export const metricNames: Record<Metric, string> = { ndcg: "nDCG@10", recall: "Recall@10", mrr: "MRR@10" };

export interface EvaluationAsked {
  metric: Metric;
  /** Judged queries with these words; of this kind, "" for all. */
  words: string;
  kind: string;
  /** The open query: "new", an id, or "" for none; `query` opens the one with these words, or a new one. */
  open: string;
  query: string;
  /** Documents that the editor looks for. */
  find: string;
  /** Evaluations that are compared, by id. */
  first: string;
  second: string;
}

const read = (query: URLSearchParams, name: string) => cleanLine(query.get(name) ?? "", 300);

export function readEvaluationAsked(query: URLSearchParams): EvaluationAsked {
  const metric = query.get("m");
  return {
    metric: metric === "recall" || metric === "mrr" ? metric : "ndcg",
    words: read(query, "q"),
    kind: read(query, "kind"),
    open: read(query, "open"),
    query: read(query, "query"),
    find: read(query, "find"),
    first: read(query, "first"),
    second: read(query, "second"),
  };
}

/** The address in that state after a change; a form that was open closes unless the change opens one. */
export function buildEvaluationPath(asked: EvaluationAsked, change: Partial<EvaluationAsked> = {}): string {
  const { metric, words: q, ...others } = { ...asked, open: "", query: "", find: "", ...change };
  return buildPartPath("evaluation", { m: metric === "ndcg" ? "" : metric, q, ...others });
}
