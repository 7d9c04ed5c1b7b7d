import { trimPath } from "#worker/analytics/clean-text.ts";

/** A pattern of paths as visits hold them: percent-encoded, and without a slash at its end. "!" before it stays. */
export function toPathPattern(text: string): string {
  const sign = text.startsWith("!") ? "!" : "";
  const path = text.slice(sign.length);
  return path.startsWith("/") ? sign + trimPath(new URL(`http://site${path}`).pathname) : text;
}
