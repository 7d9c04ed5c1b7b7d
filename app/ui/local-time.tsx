import { useHydrated } from "#app/ui/use-hydrated.ts";

/** An instant as the server writes it, and as `LocalTime` shows it. */
export interface Instant {
  iso: string;
  /** In UTC, and says so. */
  name: string;
}

/** `at` (epoch milliseconds) in the reader's language and in UTC, the only zone that the server knows. */
export function describeInstant(at: number, locale: string): Instant {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return { iso: new Date(at).toISOString(), name: `${format.format(at)} UTC` };
}

/** An instant in the reader's own zone as soon as their browser can tell it; until then in UTC. */
export function LocalTime({ at: { iso, name } }: { at: Instant }) {
  const text = useHydrated() ? localFormat().format(new Date(iso)) : name;
  return <time dateTime={iso}>{text}</time>;
}

function localFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
}
