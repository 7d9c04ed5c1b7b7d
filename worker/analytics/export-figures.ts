import { runRecorded } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { chunk, streamCsv } from "#worker/lib/text/stream-csv.ts";
import type { FiguresQuery } from "./figures/types.ts";
import { readAnalyticsSettings } from "./read-page.ts";

/** Rows that one file holds. */
const exportedAtMost = 10_000;

export interface ExportedFile {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** What the reader has to know of the rows; the last line of the file. */
  note?: string | null;
}

type Query = Pick<FiguresQuery, "period" | "filters" | "listed">;

interface Export<Asked extends Query> {
  actor: AccountId;
  /** What the file is of: a panel, a report, or "time" for the chart. */
  of: string;
  toQuery: (settings: { zone: string; first: number | null }) => Asked;
  read: (
    query: Asked,
    settings: { zone: string; first: number | null; movedUntil: number | null },
  ) => Promise<ExportedFile>;
}

/**
 * Figures as the stream of a CSV file, after an entry in the audit log. No visitor is in it, only how many.
 * @throws whatever D1 throws before the file begins
 */
export async function exportFigures<Asked extends Query>(
  db: Db,
  { actor, of, toQuery, read }: Export<Asked>,
  { requestId, log }: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const settings = await readAnalyticsSettings(db, actor);
  const query = toQuery(settings);
  const detail = {
    panel: of,
    from: query.period.from,
    to: query.period.to,
    filters: query.filters.length,
  };
  await runRecorded(db, {
    actor,
    requestId,
    subject: null,
    audit: { action: "analytics.exported", detail },
    queries: [],
  });
  const { heads, rows: found, note } = await read({ ...query, listed: exportedAtMost }, settings);
  const rows = note
    ? [...found.slice(0, exportedAtMost - 1), heads.map((_, place) => (place === 0 ? note : ""))]
    : found;
  let sent = chunk;
  return streamCsv({
    heads,
    writeCells: (row) => row,
    first: rows.slice(0, chunk),
    readAfter: async (_, size) => {
      const part = rows.slice(sent, sent + size);
      sent += size;
      return part;
    },
    atMost: exportedAtMost,
    log,
  });
}
