/** The store of whole days of visits outside the site's database: docs/visit-archive.md. */

/** A visit with its events as one line of JSON (visit-lines.ts), and what it is found by. */
export interface VisitLine {
  /** Epoch milliseconds. */
  started_at: number;
  visit_no: number;
  /** 63 bits of the SHA-256 of the visitor's number, in decimals. */
  visitor: string;
  text: string;
}

/** Some visits of a day, in the order of their keys. Pages follow each other, so that no day is in memory as a whole. */
export type LinePage = readonly VisitLine[];

/** Days have their dates as names, such as `2026-11-22`. Each of these may be repeated. */
export interface VisitArchive {
  /** Stores a day as a whole, in place of what there is of it. A day that was stored in part is never read. */
  putDay(name: string, pages: AsyncIterable<LinePage>): Promise<void>;
  /** @throws {Error} when the archive has not all of the day */
  readDay(name: string): AsyncIterable<LinePage>;
  /** Deletes the visits of these visitors from a day. */
  eraseFrom(name: string, visitors: ReadonlySet<string>): Promise<void>;
  deleteDay(name: string): Promise<void>;
  listDays(): Promise<string[]>;
}

export const sinks = ["r2", "d1"] as const;
export type Sink = (typeof sinks)[number];

/** How many visits are read or written at once. */
export const visitsPerPage = 500;

export class MissingDayError extends Error {
  override name = "MissingDayError";

  constructor(day: string) {
    super(`The archive has no whole day ${day}.`);
  }
}
