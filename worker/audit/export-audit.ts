import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { RequestScope } from "../lib/scope.ts";
import { type AuditFilter, type ListedEntry, orderEntries, selectEntries } from "./list-audit.ts";
import { exportRows } from "./export-rows.ts";

interface Export {
  filter: AuditFilter;
  actor: AccountId;
  heads: readonly string[];
  writeCells: (entry: ListedEntry) => readonly string[];
}

/**
 * The entries of `filter` as a CSV file, read while it is sent, the newest first. The audit entry of the export itself
 * is written before the first row is sent, and stands in the file. If the file cannot be completed, the download fails
 * visibly.
 * @throws whatever D1 throws before the first row
 */
export async function exportAudit(
  db: Db,
  { filter, actor, heads, writeCells }: Export,
  scope: Pick<RequestScope, "requestId" | "log">,
): Promise<ReadableStream<Uint8Array>> {
  const { words, actions, ...rest } = filter;
  const detail = { ...rest, actions: actions?.join(" ") ?? null, words: words !== "" };
  const audit = { action: "audit.exported", detail } as const;
  const select = (last: ListedEntry | null, size: number) => selectRows(db, filter, last, size);
  return exportRows(db, { actor, audit, heads, writeCells, select }, scope);
}

function selectRows(db: Db, filter: AuditFilter, last: Pick<ListedEntry, "id" | "at"> | null, size: number) {
  const cursor = last && ({ side: "after", id: last.id, value: String(last.at) } as const);
  return selectEntries(db, filter, orderEntries("desc", cursor), size);
}
