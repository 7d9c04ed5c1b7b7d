import type { StoredRanking } from "#worker/search/staff/evaluations.ts";
import { readResults } from "#worker/search/staff/list-evaluations.ts";
import type { EvaluationRow } from "#worker/search/staff/read-overview.ts";
import { buildPartPath } from "../parts.ts";
import type { Reading } from "../read-part.ts";
import type { EvaluationAsked } from "./asked.ts";

export interface ComparisonView {
  summary: string;
  first: string;
  second: string;
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
  const figure = (ranking: StoredRanking | null | undefined) => ranking?.[metric] ?? 0;
  const known = new Map(before.map(({ id, fused }) => [id, figure(fused)]));
  const both = after.flatMap(({ id, text, fused }) => {
    const was = known.get(id);
    return was === undefined ? [] : [{ text, was, is: figure(fused), change: figure(fused) - was }];
  });
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const signed = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
    signDisplay: "exceptZero",
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  const changed = both.filter(({ change }) => Math.abs(change) > 1e-9);
  const better = changed.filter(({ change }) => change > 0).length;
  return {
    first: day.format(one.createdAt),
    second: day.format(other.createdAt),
    summary: `${both.length} queries are in both: ${better} better, ${changed.length - better} worse, ${both.length - changed.length} as before.`,
    rows: changed
      .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.text.localeCompare(b.text))
      .slice(0, 100)
      .map(({ text, was, is, change }) => ({
        text,
        before: score.format(was),
        after: score.format(is),
        change: signed.format(change).replace("-", "−"),
        isWorse: change < 0,
        testTo: buildPartPath("test", { q: text }),
      })),
  };
}
