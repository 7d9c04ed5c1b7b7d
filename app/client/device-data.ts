/** What lies on the device under our keys, and what is sent of it. */
import { reportFailure } from "./report-failure.ts";

/** The storage may hold anything under our keys. What is not JSON counts as missing. */
export function read<Value>(key: string): Value | undefined {
  try {
    return JSON.parse(localStorage[key] ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** ISO 8601. */
export function readTime(): string {
  return new Date().toISOString();
}

export function store(key: string, value: unknown): void {
  localStorage[key] = JSON.stringify(value);
}

/**
 * Sends `body`, also when the page is left meanwhile. The status of the answer; false when the server could not take it now, but
 * may later.
 */
export async function post(path: string, body: object, signal: AbortSignal | null = null): Promise<number | false> {
  try {
    const { ok, status } = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
      signal,
    });
    if (!ok) reportFailure(`${path} ${status}`);
    return status < 500 && status !== 429 && status;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}
