/** What the device knows of a visitor who accepted, and how the visitor came. */
import { readChoice } from "../../client/read-choice.ts";
import { reportFailure } from "../../client/report-failure.ts";
import { read, store } from "../../client/device-data.ts";

/** How this document came, and under which address. */
export const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

/** Runs `write` if the visitor accepted. If the device cannot store, that is reported and the page goes on. */
export function attempt(write: () => void): void {
  if (readChoice() !== "accepted") return;
  try {
    write();
  } catch (error) {
    reportFailure(error);
  }
}

/** The list under `key` with `entry` at its end; of what is before it, the last `cap - 1`. */
export function append<Entry>(key: string, entry: Entry, cap: number): Entry[] {
  const list = read<Entry[]>(key);
  const next = [...(Array.isArray(list) ? list : []), entry].slice(-cap);
  store(key, next);
  return next;
}

/**
 * Where the visitor came from: the path of a page of this site, the address of another (or of an app of Android) without its query,
 * or "direct".
 */
export function readReferrer(): string {
  const { referrer } = document;
  if (!referrer) return "direct";
  return referrer
    .replace(`${location.origin}/`, "/")
    .replace(/[?#].*/, "")
    .slice(0, 2048);
}
