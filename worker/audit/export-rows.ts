import type { Compilable } from "kysely";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, readRows } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { chunk, streamCsv } from "#worker/lib/text/stream-csv.ts";
import { type AuditNote, runRecorded } from "./run-versioned.ts";

/** Rows that one file holds, from the newest. */
export const exportedAtMost = 10_000;

interface Export<Row> {
  actor: AccountId;
  audit: AuditNote;
  heads: readonly string[];
  writeCells: (row: Row) => readonly string[];
  /** The query of the newest rows after `last`; null is for the first ones. */
  select: (last: Row | null, size: number) => Compilable<Row> & { execute(): Promise<Row[]> };
}

/**
 * Rows of a list as a CSV file, read while it is sent, the newest first. The audit entry is written before the first row is
 * sent. If the file cannot be completed, the download fails visibly.
 * @throws whatever D1 throws before the first row
 */
export async function exportRows<Row>(
  db: Db,
  { actor, audit, heads, writeCells, select }: Export<Row>,
  { requestId, log }: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const first = select(null, chunk);
  const [result] = await runRecorded(db, { actor, requestId, subject: null, audit, queries: [first] });
  return streamCsv({
    heads,
    writeCells,
    first: readRows(first, result),
    readAfter: (last, size) => select(last, size).execute(),
    atMost: exportedAtMost,
    log,
  });
}
