import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { chunk, streamCsv } from "#worker/lib/stream-csv.ts";
import { type ListedProof, orderProofs, type ProofFilter, selectProofs } from "./list-proofs.ts";

/** Rows that one file holds, from the newest. */
export const exportedAtMost = 10_000;

interface Export {
  filter: ProofFilter;
  actor: UserId;
  heads: readonly string[];
  writeCells: (proof: ListedProof) => readonly string[];
}

/**
 * The proofs of `filter` as a CSV file, read while it is sent, the newest first, after an entry in the audit log. If the
 * file cannot be completed, the download fails visibly.
 * @throws whatever D1 throws before the first row
 */
export async function exportProofs(
  db: Db,
  { filter, actor, heads, writeCells }: Export,
  { requestId, log }: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const first = selectRows(db, filter, null, chunk);
  const audit = { action: "consent.exported", detail: { ...filter } } as const;
  const [result] = await runRecorded(db, { actor, requestId, subject: null, audit, queries: [first] });
  return streamCsv({
    heads,
    writeCells,
    first: readRows(first, result),
    readAfter: (last, size) => selectRows(db, filter, last, size).execute(),
    atMost: exportedAtMost,
    log,
  });
}

function selectRows(db: Db, filter: ProofFilter, last: Pick<ListedProof, "id" | "chosen_at"> | null, size: number) {
  const cursor = last && ({ side: "after", id: last.id, value: String(last.chosen_at) } as const);
  return selectProofs(db, filter, orderProofs(filter, "desc", cursor), size);
}
