// Bundle: alone
import { formatDate } from "./formats.ts";

/** Days as text. Every public page writes them in one format, so that it is the same bytes for all readers. */

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** The UTC day of an instant (epoch milliseconds), or an ISO day, as "20 November 2026". */
export function formatDay(at: number | string): string {
  return day.format(new Date(at));
}

/** The UTC day of an instant (epoch milliseconds) for staff, in the language of `locale` (BCP 47): "Nov 20, 2026". */
export function formatDayIn(at: number, locale: string): string {
  return formatDate(at, locale, { dateStyle: "medium", timeZone: "UTC" });
}

/** An instant (epoch milliseconds) as "20 November 2026 at 09:30 UTC". */
export function formatMinute(at: number): string {
  return `${minute.format(at)} UTC`;
}
