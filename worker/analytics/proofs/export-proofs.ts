import { exportRows } from "#worker/audit/export-rows.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type ListedProof, orderProofs, type ProofFilter, selectProofs } from "./list-proofs.ts";

interface Export {
  filter: ProofFilter;
  actor: AccountId;
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
  scope: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const audit = { action: "consent.exported", detail: { ...filter, words: filter.words !== "" } } as const;
  const select = (last: ListedProof | null, size: number) => selectRows(db, filter, last, size);
  return exportRows(db, { actor, audit, heads, writeCells, select }, scope);
}

function selectRows(db: Db, filter: ProofFilter, last: Pick<ListedProof, "id" | "chosen_at"> | null, size: number) {
  const cursor = last && ({ side: "after", id: last.id, value: String(last.chosen_at) } as const);
  return selectProofs(db, filter, orderProofs(filter, "desc", cursor), size);
}
