/** Numbers, durations and days as text for one reader. Only the server writes, so that no browser can differ from it. */
import type { Coverage, Interval, Metric, Period, Totals } from "./types.ts";

export type Writing = ReturnType<typeof writeFor>;

export function writeFor(locale: string, zone: string) {
  const number = new Intl.NumberFormat(locale);
  const ratio = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const cellPercent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const signed = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, { signDisplay: "exceptZero", ...options });
    return (value: number) => format.format(value).replace("-", "−");
  };
  const change = signed({ style: "percent", maximumFractionDigits: 1 });
  const coarseChange = signed({ style: "percent", maximumFractionDigits: 0 });
  const points = signed({ maximumFractionDigits: 1 });
  const ratioChange = signed({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow", maximumFractionDigits: 0 });
  const [minutes, seconds] = [unit("minute"), unit("second")];
  const duration = (milliseconds: number) => {
    const all = Math.round(Math.abs(milliseconds) / 1000);
    if (all < 60) return seconds.format(all);
    return all % 60 === 0
      ? minutes.format(all / 60)
      : `${minutes.format(Math.floor(all / 60))} ${seconds.format(all % 60)}`;
  };
  const day = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const shortDay = day({ day: "numeric", month: "short" });
  const yearDay = day({ day: "numeric", month: "short", year: "numeric" });
  const time = day({ timeStyle: "short" });
  const dayTime = day({ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const weekday = day({ weekday: "short", day: "numeric", month: "short" });
  const month = day({ month: "long", year: "numeric" });
  const shortMonth = day({ month: "short" });

  return {
    number: (value: number) => number.format(value),
    share: (value: number) => percent.format(value),
    /** Among others below each other: with one digit after the point in each. */
    cellShare: (value: number) => cellPercent.format(value),
    points: (value: number) => `${points(value * 100)} pts`,
    coarseChange,
    time: (at: number) => time.format(at),
    /** With its day where that is not today's. */
    timeOf: (at: number, now: number) => (yearDay.format(at) === yearDay.format(now) ? time : dayTime).format(at),
    day: (at: number) => yearDay.format(at),
    /** "23 Oct to 21 Nov", with years where they are not all this year's. */
    period: ({ from, to }: Period, now: number) => {
      const years = new Set([from, to - 1, now].map((at) => yearDay.formatToParts(at).find(isYear)?.value));
      const format = years.size > 1 ? yearDay : shortDay;
      const [first, last] = [format.format(from), format.format(to - 1)];
      return first === last ? first : `${first} to ${last}`;
    },
    /** The name of an hour, a day, a week or a month. */
    bucket: (start: number, interval: Interval) => {
      if (interval === "hour") return dayTime.format(start);
      if (interval === "month") return month.format(start);
      return interval === "week" ? `Week of ${shortDay.format(start)}` : weekday.format(start);
    },
    /** The same below the axis. */
    tick: (start: number, interval: Interval) =>
      (interval === "hour" ? time : interval === "month" ? shortMonth : shortDay).format(start),
    metric: (value: number, metric: Metric) => {
      if (metric === "bounce") return percent.format(value);
      if (metric === "engaged") return duration(value);
      return metric === "viewsPerVisit" ? ratio.format(value) : number.format(value);
    },
    /** How far a metric has moved: shares in points, durations and ratios by themselves, counts in per cent. */
    metricChange: (value: number, before: number, metric: Metric) => {
      if (metric === "bounce") return `${points((value - before) * 100)} pts`;
      if (metric === "viewsPerVisit") return ratioChange(value - before);
      if (metric === "engaged") return writeSign(Math.round((value - before) / 1000)) + duration(value - before);
      return before === 0 ? (value === 0 ? change(0) : "new") : change(value / before - 1);
    },
  };
}

function isYear({ type }: Intl.DateTimeFormatPart): boolean {
  return type === "year";
}

function writeSign(value: number): string {
  if (value === 0) return "";
  return value > 0 ? "+" : "−";
}

/** A metric of a set of visits; null where there is none to divide by. Times in milliseconds, shares from 0 to 1. */
export function computeMetric({ visitors, visits, views, bounces, engagedMs }: Totals, metric: Metric): number | null {
  if (metric === "visitors") return visitors;
  if (metric === "visits") return visits;
  if (metric === "views") return views;
  if (visits === 0) return null;
  if (metric === "bounce") return bounces / visits;
  return (metric === "engaged" ? engagedMs : views) / visits;
}

/** Accepted, of all choices; null without any. */
export function computeCoverage({ accepted, rejected }: Coverage): number | null {
  return accepted + rejected === 0 ? null : accepted / (accepted + rejected);
}
