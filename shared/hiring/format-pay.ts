import type { Pay } from "./opening.ts";

/** A pay range as every public page writes it, without its period: "£58,000–72,000". Whole amounts have no decimals. */
export function formatPay({ min, max, currency }: Pay): string {
  const digits = Number.isInteger(min) && Number.isInteger(max) ? 0 : 2;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const from = new Intl.NumberFormat("en-GB", { style: "currency", currency, ...decimals }).format(min);
  return min === max ? from : `${from}–${new Intl.NumberFormat("en-GB", decimals).format(max)}`;
}
