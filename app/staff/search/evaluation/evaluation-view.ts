import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import type { QueryResult } from "#worker/search/judge/evaluate.ts";
import { type EvaluationRow, listEvaluations, readResults } from "#worker/search/staff/list-evaluations.ts";
import type { Grade } from "#worker/search/judge/judged-query.ts";
import { listQueries, type StoredQuery } from "#worker/search/staff/judged-queries.ts";
import { listVersionNames } from "#worker/search/staff/list-versions.ts";
import type { Reading } from "../read-part.ts";
import { buildEvaluationPath, type EvaluationAsked, type Metric, readEvaluationAsked } from "./asked.ts";
import { type EvaluationView, toEvaluationView } from "./chart-view.ts";
import { type ComparisonView, loadComparison } from "./comparison-view.ts";
import { type EditorView, loadEditor } from "./editor-view.ts";

export interface EvaluationPageView {
  asked: EvaluationAsked;
  chart: EvaluationView;
  /** Means of the fused ranking by kind of query, of the latest evaluation. */
  kinds: { kind: string; name: string; queries: number; fused: string; lexical: string }[];
  history: {
    id: string;
    at: Instant;
    about: string;
    queries: number;
    ndcg: string;
    recall: string;
    mrr: string;
    lexical: string;
  }[];
  versions: { value: string; name: string }[];
  judged: number;
  queries: {
    id: string;
    version: number;
    text: string;
    kind: string;
    grades: string;
    score: string;
    isPoor: boolean;
    openTo: string;
  }[];
  editor: EditorView | null;
  comparison: ComparisonView | null;
}

/** The judged queries, how well the search does on them, and what the address opens. */
export async function loadEvaluation(reading: Reading): Promise<EvaluationPageView> {
  const { search, query, locale } = reading;
  const asked = readEvaluationAsked(query);
  const [queries, evaluations, versions] = await Promise.all([
    listQueries(search.db),
    listEvaluations(search.db),
    listVersionNames(search.searchDb),
  ]);
  const latest = evaluations[0];
  const results = latest ? await readResults(search.db, latest.id) : [];
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const byId = new Map(results.map((result) => [result.id, result]));
  const fits = ({ text, kind }: StoredQuery) =>
    text.toLowerCase().includes(asked.words.toLowerCase()) &&
    (asked.kind === "" || kind === (asked.kind === "plain" ? "" : asked.kind));
  return {
    asked,
    chart: toEvaluationView(evaluations, { locale, metric: asked.metric, judged: queries.length }),
    kinds: toKinds(queries, byId, { metric: asked.metric, score }),
    history: evaluations.map((row) => toHistory(row, { locale, score })),
    versions: versions.map(({ id, name, isLive }) => ({ value: String(id), name: isLive ? `${name} (serves)` : name })),
    judged: queries.length,
    queries: queries.filter(fits).map(({ id, version, text, kind, grades }) => {
      const figure = byId.get(id)?.legs.fused[asked.metric];
      return {
        id,
        version,
        text,
        kind,
        grades: countGrades(grades),
        score: figure === undefined ? "–" : score.format(figure),
        isPoor: figure !== undefined && figure < 0.5,
        openTo: `${buildEvaluationPath(asked, { open: id })}#query-form`,
      };
    }),
    editor: await loadEditor(asked, queries, reading),
    comparison: await loadComparison(asked, evaluations, reading),
  };
}

function toHistory(
  { id, createdAt, about, queries, figures }: EvaluationRow,
  { locale, score }: { locale: string; score: Intl.NumberFormat },
): EvaluationPageView["history"][number] {
  const { fused, lexical } = figures;
  const write = ({ mean, from, to }: { mean: number; from: number; to: number }) =>
    `${score.format(mean)} ± ${score.format((to - from) / 2)}`;
  return {
    id,
    at: toInstant(createdAt, locale),
    about,
    queries,
    ndcg: write(fused.ndcg),
    recall: write(fused.recall),
    mrr: write(fused.mrr),
    lexical: score.format(lexical.ndcg.mean),
  };
}

function toKinds(
  queries: readonly StoredQuery[],
  byId: ReadonlyMap<string, QueryResult>,
  { metric, score }: { metric: Metric; score: Intl.NumberFormat },
): EvaluationPageView["kinds"] {
  const groups = Map.groupBy(
    queries.filter(({ id }) => byId.has(id)),
    ({ kind }) => kind,
  );
  const mean = (of: readonly StoredQuery[], leg: "fused" | "lexical") =>
    of.reduce((sum, { id }) => sum + (byId.get(id)?.legs[leg][metric] ?? 0), 0) / of.length;
  return Array.from(groups, ([kind, of]) => ({
    kind: kind === "" ? "plain" : kind,
    name: kind === "" ? "Plain" : (kind[0] ?? "").toUpperCase() + kind.slice(1),
    queries: of.length,
    fused: score.format(mean(of, "fused")),
    lexical: score.format(mean(of, "lexical")),
  })).toSorted((one, other) => other.queries - one.queries);
}

/** "3 good, 1 fair, 2 poor": how many documents have each grade. */
function countGrades(grades: Readonly<Record<string, Grade>>): string {
  const all = Object.values(grades);
  const useful = all.filter((grade) => grade > 0).length;
  return `${useful} of use${all.length > useful ? `, ${all.length - useful} not` : ""}`;
}
