import { createContext, useContext } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** An instant as the server formats it, for `LocalTime`. */
export interface Instant {
  iso: string;
  /** As text in UTC, with the zone's name. */
  name: string;
}

/** `at` (epoch milliseconds) in the reader's language and in UTC: the server does not know the reader's time zone. */
export function toInstant(at: number, locale: string): Instant {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return { iso: new Date(at).toISOString(), name: `${format.format(at)} UTC` };
}

/** The IANA name of the zone that the reader has chosen; null for that of the browser. */
export const TimeZone = createContext<string | null>(null);

/** An instant in the reader's time zone after hydration, in UTC before. */
export function LocalTime({ at: { iso, name } }: { at: Instant }) {
  const zone = useContext(TimeZone);
  const text = useHydrated() ? localFormat(zone).format(new Date(iso)) : name;
  return <time dateTime={iso}>{text}</time>;
}

function localFormat(zone: string | null): Intl.DateTimeFormat {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  try {
    return new Intl.DateTimeFormat(undefined, { ...style, ...(zone !== null && { timeZone: zone }) });
  } catch {
    // The server knows a zone that this browser does not.
    return new Intl.DateTimeFormat(undefined, style);
  }
}
