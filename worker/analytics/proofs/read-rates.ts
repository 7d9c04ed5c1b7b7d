import { type Compilable, sql } from "kysely";
import { bannerHashes } from "#shared/analytics/consent.ts";
import { day } from "#shared/dates/durations.ts";
import { type Bucket, listBuckets } from "#shared/dates/zoned-buckets.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { parts, withSpans } from "../figures/spans.ts";
import type { Coverage } from "../figures/types.ts";
import { readAnalyticsZone } from "../figures/zone.ts";

/** How many weeks are read, the present one among them. */
const weeksRead = 53;

export interface ConsentRates {
  /** IANA name of the zone whose weeks, from Monday, are counted. */
  zone: string;
  /** From the first week with a choice on, up to the present one; empty without any. */
  weeks: (Coverage & { start: number })[];
  /** By version of the banner, the newest first; null for what is no version of ours. Only those that were answered. */
  versions: (Coverage & { version: string | null })[];
}

interface CountRow {
  starts: number;
  status: "accepted" | "rejected";
  version: string | null;
  count: number;
}

/** How many accepted and rejected by week and by version, in the last year. `at` is now, in epoch milliseconds. */
export async function readConsentRates(db: Db, at: number): Promise<ConsentRates> {
  const { zone } = await readAnalyticsZone(db);
  const weeks = listBuckets({ from: at - (weeksRead - 1) * 7 * day, to: at + 1 }, "week", zone);
  const counts = selectCounts(db, weeks);
  const [found] = await runBatch(db, [counts]);
  const rows = readRows(counts, found);
  const byWeek = weeks.map(({ start }) => {
    const { accepted, rejected } = sum(rows.filter(({ starts }) => starts === start));
    return { start, accepted, rejected };
  });
  const first = byWeek.findIndex(({ accepted, rejected }) => accepted + rejected > 0);
  const versions = [...new Set(rows.map(({ version }) => version))].toSorted((a, b) =>
    (b ?? "").localeCompare(a ?? ""),
  );
  return {
    zone,
    weeks: first < 0 ? [] : byWeek.slice(first),
    versions: versions.map((version) => {
      const { accepted, rejected } = sum(rows.filter((row) => row.version === version));
      return { version, accepted, rejected };
    }),
  };
}

/** Weeks are whole: the first one begins before the time that is asked for. */
export function selectCounts(db: Db, weeks: readonly Bucket[]): Compilable<CountRow> {
  const spans = weeks.map(({ start, to }) => ({ part: parts.current, from: start, to }));
  const ours = JSON.stringify(Object.keys(bannerHashes));
  const select = sql<CountRow>`with ${withSpans("weeks", spans)}
    select weeks.starts, status,
      case when banner_version in (select value from json_each(${ours})) then banner_version end as version,
      count(*) as count
    from weeks cross join consent_records
    on consent_records.chosen_at >= weeks.starts and consent_records.chosen_at < weeks.ends group by 1, 2, 3`;
  return { compile: () => select.compile(db) };
}

function sum(rows: readonly CountRow[]): Coverage {
  const count = (wanted: string) => rows.reduce((all, { status, count }) => all + (status === wanted ? count : 0), 0);
  return { accepted: count("accepted"), rejected: count("rejected") };
}
