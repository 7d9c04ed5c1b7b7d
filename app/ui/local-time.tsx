// Bundle: alone
import { createContext, useContext } from "react";
import { formatDayIn } from "#shared/dates/format-day.ts";
import { formatDate } from "#shared/dates/formats.ts";
import { useHydrated } from "./use-hydrated.ts";

/** An instant as the server formats it, for `LocalTime` and `LocalDay`. */
export interface Instant {
  iso: string;
  /** As text in UTC, with the zone's name. */
  name: string;
  /** Its day in UTC. */
  day: string;
}

const dayStyle = { dateStyle: "medium" } as const;
const minuteStyle = { dateStyle: "medium", timeStyle: "short" } as const;
/** A style with the name of the zone names each part: browsers refuse the name beside `dateStyle`. */
const zonedStyle = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** `at` (epoch milliseconds) in the reader's language and in UTC: the server does not know the reader's time zone. */
export function toInstant(at: number, locale: string): Instant {
  const name = `${formatDate(at, locale, { ...minuteStyle, timeZone: "UTC" })} UTC`;
  return { iso: new Date(at).toISOString(), name, day: formatDayIn(at, locale) };
}

/** The IANA name of the zone that the reader has chosen; null for that of the browser. */
export const TimeZone = createContext<string | null>(null);

/** The zone of the reader: the one they have chosen for their account, else that of the browser; undefined until script runs. */
export function useReaderZone(): string | undefined {
  const chosen = useContext(TimeZone);
  const isHydrated = useHydrated();
  if (chosen !== null) return chosen;
  return isHydrated ? new Intl.DateTimeFormat().resolvedOptions().timeZone : undefined;
}

/** Writes instants (epoch milliseconds) in the reader's zone. Only for what is shown after script runs. */
export function useWriteTime(style: Intl.DateTimeFormatOptions = minuteStyle): (at: number) => string {
  const zone = useContext(TimeZone);
  return (at) => formatIn(zone, at, style);
}

/** An instant in the reader's time zone after hydration, in UTC before. `withZone` names the zone, where people of several agree on a time. */
export function LocalTime({ at: { iso, name }, withZone = false }: { at: Instant; withZone?: boolean }) {
  const zone = useContext(TimeZone);
  const style = withZone ? zonedStyle : minuteStyle;
  return <time dateTime={iso}>{useHydrated() ? formatIn(zone, Date.parse(iso), style) : name}</time>;
}

/** The day of an instant, as `LocalTime` says it, where a column has no room for the time of day: that shows to a pointer. */
export function LocalDay({ at: { iso, name, day } }: { at: Instant }) {
  const zone = useContext(TimeZone);
  const isHydrated = useHydrated();
  return (
    <time dateTime={iso} title={isHydrated ? formatIn(zone, Date.parse(iso), minuteStyle) : name}>
      {isHydrated ? formatIn(zone, Date.parse(iso), dayStyle) : day}
    </time>
  );
}

function formatIn(zone: string | null, at: number, style: Intl.DateTimeFormatOptions): string {
  try {
    return formatDate(at, undefined, { ...style, ...(zone !== null && { timeZone: zone }) });
  } catch {
    // The server knows a zone that this browser does not.
    return formatDate(at, undefined, style);
  }
}
