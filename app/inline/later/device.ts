/** What the device knows: its storage under our keys, and how the visitor came. */
import { readChoice, reportFailure } from "../../client/consent-choice.ts";

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

export function read<Value>(key: string): Value | undefined {
  return parse<Value>(localStorage[key]);
}

export function store(key: string, value: unknown): void {
  localStorage[key] = JSON.stringify(value);
}

/** The list under `key` with `entry` at its end; of what is before it, the last `cap - 1`. */
export function append<Entry>(key: string, entry: Entry, cap: number): Entry[] {
  const list = read<Entry[]>(key);
  const next = [...(Array.isArray(list) ? list : []), entry].slice(-cap);
  store(key, next);
  return next;
}

/** The storage may hold anything under our keys. What is not JSON counts as missing. */
export function parse<Value>(text: string | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where the visitor came from: the path of a page of this site, the address of another without its query, or "direct". */
export function readReferrer(): string {
  const from = URL.parse(document.referrer);
  if (!from) return "direct";
  return ((from.host === location.host ? "" : from.origin) + from.pathname).slice(0, 2048);
}

export function readTime(): string {
  return new Date().toISOString();
}

/** Sends `body`, also when the page is left meanwhile. False when the server could not take it now, but may later. */
export async function post(path: string, body: object): Promise<boolean> {
  try {
    const { ok, status } = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
    if (!ok) reportFailure(`${path} ${status}`);
    return status < 500 && status !== 429;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}
