import { day, minute } from "./durations.ts";

/** An instant that somebody wrote as clock time in a zone. */
export interface ZonedInstant {
  /** Epoch milliseconds. */
  at: number;
  /**
   * `skipped`: clocks in the zone never show this time, and `at` is later by the time they skip. `twice`: they show it
   * twice, and `at` is the first.
   */
  kind: "plain" | "skipped" | "twice";
}

/** The instant at which clocks in `zone` show `local` (`2026-11-22T09:30`); null when one of the two is not valid. */
export function readZonedTime(local: string, zone: string): ZonedInstant | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || !isZone(zone)) return null;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local) return null;
  // Clocks change at most once within two days, so these are all offsets that can apply.
  const [before, after] = [computeOffset(asUtc - day, zone), computeOffset(asUtc + day, zone)];
  const fitting = [...new Set([before, after])]
    .map((offset) => asUtc - offset)
    .filter((at) => writeZonedTime(at, zone) === local)
    .toSorted((a, b) => a - b);
  const [first] = fitting;
  if (first === undefined) return { at: asUtc - before, kind: "skipped" };
  return { at: first, kind: fitting.length > 1 ? "twice" : "plain" };
}

/** What clocks in `zone` show at `at` (epoch milliseconds), as `2026-11-22T09:30`. */
export function writeZonedTime(at: number, zone: string): string {
  return new Date(at + computeOffset(at, zone)).toISOString().slice(0, 16);
}

/** The clock of the zone that was asked for last: making one takes longer than all that is asked of it. */
let clock: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** True for a time zone that this machine knows, such as `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  try {
    openClock(zone);
    return true;
  } catch {
    return false;
  }
}

/** How far clocks in `zone` are ahead of UTC at `at`, in milliseconds; whole minutes. */
function computeOffset(at: number, zone: string): number {
  const parts = openClock(zone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"));
  return shown - Math.floor(at / minute) * minute;
}

/** Throws RangeError for a zone that this machine does not know. */
function openClock(zone: string): Intl.DateTimeFormat {
  if (clock?.zone === zone) return clock.format;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  clock = { zone, format };
  return format;
}
