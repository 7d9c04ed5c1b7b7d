import { byteOrderMark, writeCsvRow } from "./csv.ts";
import type { Logger } from "../log.ts";

/** Rows in memory at a time. */
export const chunk = 500;

interface Csv<Row> {
  heads: readonly string[];
  writeCells: (row: Row) => readonly string[];
  /** The first rows, `chunk` at most. */
  first: readonly Row[];
  /** The rows after `last`, `size` at most. */
  readAfter: (last: Row, size: number) => Promise<readonly Row[]>;
  /** Rows that one file holds. */
  atMost: number;
  log: Logger;
}

/** A CSV file (UTF-8) whose rows are read while it is sent. If it cannot be completed, the download fails visibly. */
export function streamCsv<Row>({ heads, writeCells, first, readAfter, atMost, log }: Csv<Row>) {
  let rows = first;
  let written = 0;
  let head = byteOrderMark + writeCsvRow(heads);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        controller.enqueue(encoder.encode(head + rows.map((row) => writeCsvRow(writeCells(row))).join("")));
        head = "";
        written += rows.length;
        const last = rows.at(-1);
        const room = Math.min(chunk, atMost - written);
        if (rows.length < chunk || !last || room <= 0) return controller.close();
        rows = await readAfter(last, room);
      } catch (error) {
        log.error("export broke off", error, { written });
        controller.error(error);
      }
    },
  });
}
