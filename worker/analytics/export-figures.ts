import { runRecorded } from "../audit/run-versioned.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { chunk, streamCsv } from "../lib/stream-csv.ts";
import { readFigures } from "./figures/read-figures.ts";
import type { Figures, FiguresQuery } from "./figures/types.ts";
import { readAnalyticsSettings } from "./read-page.ts";

/** Rows that one file holds. */
const exportedAtMost = 10_000;

export interface ExportedFile {
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

interface Export {
  actor: UserId;
  /** What the file is of; null for the chart. */
  panel: string | null;
  /** Now, in epoch milliseconds. */
  at: number;
  toQuery: (settings: { zone: string; first: number | null }) => FiguresQuery;
  toFile: (found: { figures: Figures; zone: string }) => ExportedFile;
}

/**
 * Figures as the stream of a CSV file, after an entry in the audit log. No visitor is in it, only how many.
 * @throws whatever D1 throws before the file begins
 */
export async function exportFigures(
  db: Db,
  { actor, panel, at, toQuery, toFile }: Export,
  { requestId, log }: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const settings = await readAnalyticsSettings(db, actor);
  const query = toQuery(settings);
  const detail = {
    panel: panel ?? "time",
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
  const figures = await readFigures(db, { ...query, listed: exportedAtMost }, at);
  const { heads, rows } = toFile({ figures, zone: settings.zone });
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
