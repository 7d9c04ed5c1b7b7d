/** Acceptance rates as the page shows them. Numbers and dates become text here, on the server. */
import { bannerVersion } from "#shared/analytics/consent.ts";
import { type ChartPoint, type ChartView, plotHeight, plotWidth } from "../chart-view.ts";
import { computeCoverage, type Writing, writeFor } from "#worker/analytics/figures/writing.ts";
import type { ConsentRates } from "#worker/analytics/proofs/read-rates.ts";

export type RatesView = ReturnType<typeof toRatesView>;

type Week = ConsentRates["weeks"][number];

export function toRatesView({ zone, weeks, versions }: ConsentRates, { locale, at }: { locale: string; at: number }) {
  const writing = writeFor(locale, zone);
  const count = (counts: Omit<Week, "start">) => {
    const rate = computeCoverage(counts);
    return {
      all: writing.number(counts.accepted + counts.rejected),
      accepted: writing.number(counts.accepted),
      rate: rate === null ? "–" : writing.share(rate),
    };
  };
  const all = {
    accepted: weeks.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: weeks.reduce((sum, { rejected }) => sum + rejected, 0),
  };
  return {
    zone: zone.replaceAll("_", " "),
    total: count(all),
    chart: toChart(weeks, { writing, at }),
    weeks: weeks.map((week) => ({ name: writing.bucket(week.start, "week"), ...count(week) })).toReversed(),
    versions: versions.map(({ version, ...counts }) => ({
      version,
      isCurrent: version === bannerVersion,
      ...count(counts),
    })),
  };
}

/** A line from 0 to 100 per cent; a week without a choice is a gap, and the present one is dotted. */
function toChart(weeks: readonly Week[], { writing, at }: { writing: Writing; at: number }): ChartView {
  const rates = weeks.map(computeCoverage);
  const every = Math.max(1, Math.ceil(weeks.length / 8));
  const points = weeks.map(({ start, accepted, rejected }, place): ChartPoint => {
    const rate = rates[place] ?? null;
    const of = `${writing.number(accepted)} of ${writing.number(accepted + rejected)}`;
    return {
      x: weeks.length > 1 ? Math.round((place / (weeks.length - 1)) * plotWidth * 100) / 100 : plotWidth / 2,
      y: rate === null ? null : yOf(rate),
      beforeY: null,
      name: writing.bucket(start, "week"),
      value: rate === null ? "–" : `${writing.share(rate)} (${of})`,
      before: null,
      tick: place % every === 0 ? writing.tick(start, "week") : null,
      isOpen: place === weeks.length - 1,
      happened: [],
    };
  });
  const highest = Math.max(-1, ...rates.map((rate) => rate ?? -1));
  const peak = highest < 0 ? null : rates.indexOf(highest);
  const title = "Acceptance rate by week";
  const now = writing.period({ from: weeks[0]?.start ?? at, to: at }, at);
  const best = peak === null ? null : points[peak];
  return {
    title,
    finding: best ? `${title}, ${now}: the highest is ${best.value}, ${best.name}.` : `${title}: no choices.`,
    legend: { now, before: null },
    ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => ({ y: yOf(share), name: writing.share(share) })),
    points,
    peak,
    notes: [],
  };
}

/** From the top, to a hundredth. */
function yOf(rate: number): number {
  return Math.round(plotHeight * (1 - rate) * 100) / 100;
}
