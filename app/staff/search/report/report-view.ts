import { day } from "#shared/dates/durations.ts";
import { readQueryLog } from "#worker/search/staff/query-log.ts";
import { type Gap, findGaps } from "#worker/search/judge/find-gaps.ts";
import { readDuplicates } from "#worker/search/staff/read-duplicates.ts";
import { buildPartPath } from "../parts.ts";
import type { Reading } from "../read-part.ts";

interface SideView {
  title: string;
  to: string;
}

export interface ReportView {
  gaps: { text: string; also: string; times: string; why: string; testTo: string; synonymTo: string }[];
  duplicates: { words: string; cosine: string; one: SideView; other: SideView }[];
}

/** What is asked and not answered in 90 days, and passages of different documents that say the same. */
export async function loadReport({ search, locale, at }: Reading): Promise<ReportView> {
  const period = { from: at - 90 * day, to: at, words: "", sort: "times", skip: 0, most: 100 } as const;
  const [nothing, unopened, duplicates] = await Promise.all([
    readQueryLog(search.db, { ...period, shown: "nothing" }),
    readQueryLog(search.db, { ...period, shown: "unopened" }),
    readDuplicates(search.searchDb),
  ]);
  const number = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: "percent" });
  const cosine = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  const searches = [...nothing, ...unopened.filter(({ empty }) => empty === 0)];
  return {
    gaps: Array.from(findGaps(searches), (gap) => ({
      text: gap.text,
      also: gap.also.join(", "),
      times: number.format(gap.times),
      why: writeReason(gap),
      testTo: buildPartPath("test", { q: gap.text }),
      synonymTo: `${buildPartPath("words", { open: "synonyms", words: gap.text })}#words-form`,
    })),
    duplicates: Array.from(duplicates, (pair) => ({
      words: share.format(pair.likeness),
      cosine: cosine.format(pair.cosine),
      one: toSide(pair.one),
      other: toSide(pair.other),
    })),
  };
}

function writeReason({ reason, empty, unopened }: Gap): string {
  if (reason === "nothing found") return `Nothing was found ${empty === 1 ? "once" : `${empty} times`}`;
  return `Nothing was opened ${unopened} times`;
}

function toSide({ title, path, anchor }: { title: string; path: string; anchor: string }): SideView {
  return { title, to: anchor === "" ? path : `${path}#${anchor}` };
}
