/** Dates as every public page writes them. There is one format, so that a page is the same bytes for all readers. */

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** The UTC day of an instant (epoch milliseconds), or an ISO day, as "20 November 2026". */
export function formatDay(at: number | string): string {
  return day.format(new Date(at));
}

/** An instant (epoch milliseconds) as "20 November 2026 at 09:30 UTC". */
export function formatMinute(at: number): string {
  return `${minute.format(at)} UTC`;
}
