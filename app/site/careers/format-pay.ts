import type { Pay, PayPeriod } from "#app/shared/job.ts";

/** Said after an amount: "a year". */
export const perPeriod = { year: "a year", month: "a month", hour: "an hour" } as const satisfies Record<
  PayPeriod,
  string
>;

/** The range in the notation of `locale`, without its period: "£58,000 – £72,000". Whole amounts have no decimals. */
export function formatPay({ min, max, currency }: Pay, locale: string): string {
  const digits = Number.isInteger(min) && Number.isInteger(max) ? 0 : 2;
  const money = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return min === max ? money.format(min) : money.formatRange(min, max);
}
