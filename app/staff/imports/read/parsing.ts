/** How long files are taken apart: beside the page where a browser runs this, else in place. */
import type { GhostRow } from "./ghost/read-rows.ts";
import type { Input } from "./read-bytes.ts";
import type { WordpressRecord } from "./wordpress/read-records.ts";

export interface Parsing {
  /** See `readRecords`. */
  records: (input: Input, skipped?: readonly string[]) => AsyncIterable<WordpressRecord>;
  /** See `readRows`. */
  rows: (input: Input, tables: readonly string[]) => AsyncIterable<GhostRow>;
}

export const parseInPlace: Parsing = {
  async *records(input, skipped) {
    yield* (await import("./wordpress/read-records.ts")).readRecords(input, skipped);
  },
  async *rows(input, tables) {
    yield* (await import("./ghost/read-rows.ts")).readRows(input, tables);
  },
};
