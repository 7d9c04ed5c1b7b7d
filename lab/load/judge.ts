import type { Answer, Ask } from "../bench/ask.ts";
import { origin } from "../bench/workerd.ts";

export interface Expected {
  /** The status of an answer as it should be. */
  expects: number;
  /** Further statuses that are no errors. */
  allows?: readonly number[];
}

/** What is no answer as it should be; null where it is. */
export function judge(
  { status, headers, body }: Pick<Answer, "status" | "headers" | "body">,
  { path }: Ask,
  { expects, allows = [] }: Expected,
): string | null {
  const leads = String(headers["location"] ?? "");
  // Who is sent to sign in was nobody: nothing of what was asked for has been done.
  if (/^\/(?:admin\/)?auth(?:[/?#]|$)/.test(leads.replace(origin, ""))) return `sent from ${path} to ${leads}`;
  if (status === expects) return null;
  if (status === 503 && allows.includes(503) && Number(headers["retry-after"]) > 0) return null;
  if (status !== 503 && allows.includes(status)) return null;
  return `${status} at ${path}: ${body.toString().replaceAll(/\s+/g, " ").slice(0, 160)}`;
}
