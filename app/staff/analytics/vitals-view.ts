import { decodePath } from "#shared/text/decode-path.ts";
import { type Vital, vitalLimits, vitals } from "#worker/analytics/figures/types.ts";
import type { VitalFigures } from "#worker/analytics/figures/vitals.ts";

export type Rating = "good" | "fair" | "poor";

export const vitalNames: Record<Vital, { short: string; note: string }> = {
  lcp: { short: "LCP", note: "Largest Contentful Paint: until the largest text or picture was there." },
  inp: { short: "INP", note: "Interaction to Next Paint: how long the page took to answer a press or a key." },
  cls: { short: "CLS", note: "Cumulative Layout Shift: how much moved that nobody had moved." },
  fcp: { short: "FCP", note: "First Contentful Paint: until the first text or picture was there." },
  ttfb: { short: "TTFB", note: "Time to First Byte: until the server answered." },
};

/** Of fewer measurements nothing is said. */
const fewestMeasurements = 10;

/** Each vital with its value at the 75th percentile, its rating, and the shares of the ratings in per cent. */
export function toVitals(rows: readonly VitalFigures[], locale: string) {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const write = writeVitals(locale);
  return vitals.map((vital) => {
    const {
      count = 0,
      p75 = 0,
      good = 0,
      poor = 0,
    } = rows.find((row) => row.path === null && row.vital === vital) ?? {};
    const isEnough = count >= fewestMeasurements;
    const shares = (
      [
        ["good", good],
        ["fair", count - good - poor],
        ["poor", poor],
      ] as const
    ).map(([rating, part]) => ({
      rating,
      percent: Math.round((part / Math.max(1, count)) * 1000) / 10,
      text: percent.format(part / Math.max(1, count)),
    }));
    const limits = vitalLimits[vital].map((limit) => write(vital, limit));
    return {
      vital,
      name: vitalNames[vital].short,
      note: `${vitalNames[vital].note} Good up to ${limits[0]}, poor beyond ${limits[1]}.`,
      count: number.format(count),
      value: isEnough ? write(vital, p75) : null,
      rating: rate(vital, p75),
      shares: isEnough ? shares : null,
    };
  });
}

/** A row for each page, with a cell for each vital; null where there are too few measurements. */
export function toPageVitals(rows: readonly VitalFigures[], locale: string, pageLink: (path: string) => string) {
  const number = new Intl.NumberFormat(locale);
  const most = countMost(rows.filter(({ path }) => path !== null));
  const write = writeVitals(locale);
  return [...Map.groupBy(rows, ({ path }) => path ?? "")]
    .filter(([path]) => path !== "")
    .map(([path, own]) => ({
      path,
      name: decodePath(path),
      title: own[0]?.label ?? null,
      to: pageLink(path),
      /** Of its bar, in per cent. */
      width: Math.round((countMost(own) / most) * 1000) / 10,
      count: number.format(countMost(own)),
      cells: vitals.map((vital) => {
        const found = own.find((row) => row.vital === vital);
        const isEnough = found && found.count >= fewestMeasurements;
        return { vital, shown: isEnough ? { value: write(vital, found.p75), rating: rate(vital, found.p75) } : null };
      }),
    }));
}

function countMost(rows: readonly VitalFigures[]): number {
  return Math.max(1, ...rows.map(({ count }) => count));
}

function rate(vital: Vital, value: number): Rating {
  const [good, poor] = vitalLimits[vital];
  return value <= good ? "good" : value > poor ? "poor" : "fair";
}

/** 0.02 of CLS, 118ms, 1.44s: fine enough to stay on its side of a limit. */
function writeVitals(locale: string) {
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow", ...exactly(digits) });
  const [ratio, milliseconds, seconds] = [
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 }),
    unit("millisecond", 0),
    unit("second", 2),
  ];
  return (vital: Vital, value: number) => {
    if (vital === "cls") return ratio.format(value);
    return value < 1000 ? milliseconds.format(value) : seconds.format(value / 1000);
  };
}

function exactly(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}
