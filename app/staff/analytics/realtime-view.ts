import type { Realtime } from "#worker/analytics/figures/read-realtime.ts";
import { decodePath } from "#shared/text/decode-path.ts";

export interface RealtimeView {
  now: string;
  /** Views of each of the last 30 minutes, the oldest first. */
  minutes: readonly number[];
  finding: string;
  /** Where they are. */
  pages: { path: string; name: string; visitors: string }[];
}

/** As JSON, with the milliseconds after which there may be another answer. */
export interface RealtimeAnswer extends RealtimeView {
  wait: number;
}

/** Who is there now, as text. */
export function toRealtimeView({ now, minutes, pages }: Realtime, locale: string): RealtimeView {
  const number = new Intl.NumberFormat(locale);
  const all = minutes.reduce((sum, views) => sum + views, 0);
  return {
    now: number.format(now),
    minutes,
    finding: `${number.format(all)} views in the last 30 minutes, ${number.format(Math.max(0, ...minutes))} in the busiest of them`,
    pages: pages.map(({ path, visitors }) => ({ path, name: decodePath(path), visitors: number.format(visitors) })),
  };
}
