import { recordAudit } from "#worker/audit/record.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { countHeld, type HeldData } from "./held-data.ts";

interface Exported {
  held: readonly HeldData[];
  actor: AccountId | null;
  requestId: string;
  action: "person.exported" | "account.downloaded";
  /** Further facts, such as how many files. */
  detail?: Record<string, string | number>;
}

/** Most rows of a person that get an entry of their own. */
const mostEntries = 100;

/**
 * Records that everything about a person was exported: once with numbers and not of whom, and once for each application and enquiry,
 * by its id alone, so that only its own log names it and no name outlives an erasure.
 */
export async function recordExport(db: Db, { held, actor, requestId, action, detail = {} }: Exported): Promise<void> {
  const rows = action === "account.downloaded" ? [] : listIds(held);
  await runBatch(db, [
    recordAudit(db, { action, actor, subject: null, requestId, detail: { rows: countHeld(held), ...detail } }),
    ...rows.map((subject) => recordAudit(db, { action: "person.row_handed_out", actor, subject, requestId })),
  ]);
}

function listIds(held: readonly HeldData[]): string[] {
  return held
    .filter(({ name }) => name === "Job applications" || name === "Enquiries")
    .flatMap(({ rows }) => rows.flatMap((row) => ("id" in row && typeof row.id === "string" ? [row.id] : [])))
    .slice(0, mostEntries);
}
