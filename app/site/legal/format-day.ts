const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** "2026-11-20" as "20 November 2026". */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}
