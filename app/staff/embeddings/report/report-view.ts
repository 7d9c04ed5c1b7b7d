import { day } from "#app/shared/durations.ts";
import { readQueryLog } from "#worker/search/staff/query-log.ts";
import { findDoubles } from "#worker/search/staff/near-doubles.ts";
import { buildPartPath } from "../parts.ts";
import type { Reading } from "../read-part.ts";

export interface ReportView {
  gaps: { text: string; times: string; why: string; testTo: string; synonymTo: string }[];
  doubles: { score: string; one: { title: string; to: string }; other: { title: string; to: string } }[];
}

/** What is asked and not answered in 90 days, and passages of different documents that say the same. */
export async function loadReport({ search, locale, at }: Reading): Promise<ReportView> {
  const period = { from: at - 90 * day, to: at, words: "", sort: "times", skip: 0, most: 40 } as const;
  const [nothing, unopened, doubles] = await Promise.all([
    readQueryLog(search.db, { ...period, shown: "nothing" }),
    readQueryLog(search.db, { ...period, shown: "unopened" }),
    findDoubles(search.searchDb),
  ]);
  const number = new Intl.NumberFormat(locale);
  const cosine = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const toGap = ({ text, times }: (typeof nothing)[number], why: string) => ({
    text,
    times: number.format(times),
    why,
    testTo: buildPartPath("test", { q: text }),
    synonymTo: `${buildPartPath("words", { open: "synonyms", words: text })}#words-form`,
  });
  // Somebody who opens nothing once may have found the answer in the list.
  const disappointing = unopened.filter((row) => row.unopened >= 2 && row.unopened * 2 > row.times && row.empty === 0);
  return {
    gaps: [
      ...nothing.map((row) => toGap(row, `Nothing was found ${row.empty === 1 ? "once" : `${row.empty} times`}`)),
      ...disappointing.map((row) => toGap(row, `Nothing was opened ${row.unopened} times`)),
    ].slice(0, 50),
    doubles: doubles.map(({ score, one, other }) => ({ score: cosine.format(score), one, other })),
  };
}
