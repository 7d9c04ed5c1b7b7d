import { type Instant, toInstant } from "#app/ui/local-time.tsx";
import { compareEvaluations } from "#worker/search/judge/compare-evaluations.ts";
import { type EvaluationRow, readResults } from "#worker/search/staff/list-evaluations.ts";
import { buildPartPath } from "../parts.ts";
import type { Reading } from "../read-part.ts";
import type { EvaluationAsked } from "./asked.ts";

export interface ComparisonView {
  summary: string;
  /** When each of them was made. */
  first: Instant;
  second: Instant;
  rows: { text: string; before: string; after: string; change: string; isWorse: boolean; testTo: string }[];
}

/** Two evaluations query by query, the greatest changes first; null unless the address names two. */
export async function loadComparison(
  { first, second, metric }: EvaluationAsked,
  evaluations: readonly EvaluationRow[],
  { search, locale }: Pick<Reading, "search" | "locale">,
): Promise<ComparisonView | null> {
  const [one, other] = [first, second].map((id) => evaluations.find((each) => each.id === id));
  if (!one || !other) return null;
  const [before, after] = await Promise.all([readResults(search.db, first), readResults(search.db, second)]);
  const { mean, queries, better, worse } = compareEvaluations(
    { results: before, leg: "fused" },
    { results: after, leg: "fused" },
    metric,
  );
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const signed = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    signDisplay: "exceptZero",
  });
  const write = (difference: number) => signed.format(difference).replace("-", "−");
  return {
    first: toInstant(one.createdAt, locale),
    second: toInstant(other.createdAt, locale),
    summary: `${queries.length} queries are in both: ${better} better, ${worse} worse, ${queries.length - better - worse} as before. Mean ${write(mean.difference)}, with 95 % confidence between ${write(mean.from)} and ${write(mean.to)}.`,
    rows: queries
      .filter(({ difference }) => difference !== 0)
      .slice(0, 100)
      .map((query) => ({
        text: query.text,
        before: score.format(query.first),
        after: score.format(query.second),
        change: write(query.difference),
        isWorse: query.difference < 0,
        testTo: buildPartPath("test", { q: query.text }),
      })),
  };
}
