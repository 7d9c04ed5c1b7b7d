import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { PersonRequest } from "./erase.ts";
import { type HeldData, readHeldData } from "./held-data.ts";
import { recordExport } from "./record-export.ts";

interface Export extends PersonRequest {
  /** What the audit log says was done. */
  action?: "person.exported" | "account.downloaded";
}

/**
 * What all subjects hold of a person, as JSON for that person. Records that it was exported, not of whom. Instants are
 * ISO 8601.
 */
export async function exportPerson(
  db: Db,
  { email, actor, action = "person.exported" }: Export,
  scope: Pick<RequestScope, "env" | "requestId" | "subjects">,
): Promise<string> {
  const all = await readHeldData(db, { email }, scope);
  const held = action === "account.downloaded" ? all.filter(({ isFromStaff }) => !isFromStaff) : all;
  await recordExport(db, { held, actor, requestId: scope.requestId, action });
  return writeHeldData(email, held);
}

/** What is held, as JSON. */
export function writeHeldData(email: string, held: readonly HeldData[]): string {
  const data = Object.fromEntries(held.map(({ name, rows }) => [name, rows]));
  return JSON.stringify({ email, exported_at: now(), data }, writeInstant, 2);
}

/** For JSON.stringify: instants, which stand under names that end in `_at`, as people read them. */
function writeInstant(name: string, value: unknown): unknown {
  return name.endsWith("_at") && typeof value === "number" ? new Date(value).toISOString() : value;
}
