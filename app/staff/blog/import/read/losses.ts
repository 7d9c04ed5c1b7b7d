import type { Loss } from "../imported-post.ts";

/** More different ones than anybody reads; a damaged file could name thousands. */
const most = 60;

/** Counts what of a post cannot be kept. */
export class Losses {
  readonly #counts = new Map<string, number>();

  /** `what` is a noun in plain words: "a table inside a table". */
  add(what: string, count = 1): void {
    const words = what.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 200);
    const key = this.#counts.has(words) || this.#counts.size < most ? words : "something else";
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  list(): Loss[] {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

/** A name from the file, short enough for a report. */
export function shorten(text: string, most = 60): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > most ? `${[...line].slice(0, most - 1).join("")}…` : line;
}
