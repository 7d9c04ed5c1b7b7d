import { type Compilable, type Expression, type RawBuilder, sql, type Updateable } from "kysely";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, runBatch } from "../db/client.ts";
import type { TableWith } from "../db/columns.ts";
import { isGuardError, planGuard } from "../db/guard.ts";
import type { Database } from "../db/tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { AuditAction } from "../subjects.ts";
import type { AuditDetail } from "./record.ts";
import { judgeAction } from "./unusual.ts";

/** Tables whose rows count their changes, so that nobody overwrites what they have not seen. */
export type VersionedTable = TableWith<Database, "id" | "version">;

/** Who does something, and within which request. */
export interface Doer {
  /** Null for the seed and for scheduled work. */
  actor: AccountId | null;
  requestId: string;
}

export interface AuditNote {
  action: AuditAction;
  /** As SQL (JSON), where only the statement knows: it is read before `queries` run. */
  detail?: AuditDetail | RawBuilder<string>;
}

type Row<Table extends VersionedTable> = Omit<Updateable<Database[Table]>, "id" | "version">;
type NewValues<Table extends VersionedTable> = {
  [Column in keyof Row<Table>]?: Row<Table>[Column] | RawBuilder<unknown>;
};

interface VersionedChange<Table extends VersionedTable> extends Doer {
  table: Table;
  id: Database[Table]["id"];
  /** Of the row as its reader saw it. */
  version: number;
  /** Further conditions on the row, such as its state; column names as in SQL. */
  where?: RawBuilder<boolean>;
  /** New values of the row's columns. */
  set: NewValues<Table>;
  audit: AuditNote;
  /** Run after the row has changed, in the same transaction; none needs a condition of its own. */
  queries?: readonly Compilable[];
  /** The message when the row has changed since it was read. */
  conflict: string;
}

/**
 * Changes one row that must still be as it was seen, runs what belongs to the change, and records who did it: all of
 * it in one transaction, or nothing. Returns the new version.
 *
 * The audit entry is the condition: its id is null unless the row has the version and `where` holds, the column refuses
 * null, and the whole batch rolls back. So nothing can change without its entry.
 * @throws {ConflictError} when the row has changed since
 * @throws {NotFoundError} when it is gone
 */
export async function runVersioned<Table extends VersionedTable>(
  db: Db,
  { audit, actor, requestId, ...change }: VersionedChange<Table>,
): Promise<number> {
  const entryId = sql<string>`(select ${newId()} from (${selectAsSeen(change)}))`;
  const entry = record(db, entryId, { audit, actor, requestId, subject: change.id });
  try {
    await runBatch(db, [entry, updateRow(db, change), ...(change.queries ?? [])]);
  } catch (error) {
    throw isWithoutEntry(error) ? await explainChanged(db, change, error) : error;
  }
  return change.version + 1;
}

/** Deletes one row that must still be as it was seen; otherwise as `runVersioned`. */
export async function deleteVersioned<Table extends VersionedTable>(
  db: Db,
  change: Omit<VersionedChange<Table>, "set" | "queries">,
): Promise<void> {
  const deletion = sql`delete from ${sql.table(change.table)} where id = ${change.id}`;
  const queries = [{ compile: () => deletion.compile(db) }];
  await runVersioned<Table>(db, { ...change, set: {}, queries });
}

type ContinuedChange<Table extends VersionedTable> = Omit<VersionedChange<Table>, "audit" | keyof Doer>;

/**
 * Changes a row as `runVersioned` does, without an entry: only for what continues a change that has its entry, such as
 * the saves of one writer within minutes. Returns the new version.
 * @throws {ConflictError} when the row has changed since
 * @throws {NotFoundError} when it is gone
 */
export async function continueVersioned<Table extends VersionedTable>(
  db: Db,
  change: ContinuedChange<Table>,
): Promise<number> {
  const guard = planGuard(db, sql<boolean>`exists (${selectAsSeen(change)})`);
  try {
    await runBatch(db, [guard, updateRow(db, change), ...(change.queries ?? [])]);
  } catch (error) {
    throw isGuardError(error) ? await explainChanged(db, change, error) : error;
  }
  return change.version + 1;
}

/** The row, if it still is as its reader saw it. */
function selectAsSeen<Table extends VersionedTable>({
  table,
  id,
  version,
  where = sql<boolean>`true`,
}: ContinuedChange<Table>) {
  return sql`select 1 from ${sql.table(table)} where id = ${id} and version = ${version} and (${where})`;
}

function updateRow<Table extends VersionedTable>(
  db: Db,
  { table, id, version, set }: ContinuedChange<Table>,
): Compilable {
  const values = Object.entries({ ...set, version: version + 1 })
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const update = sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}`;
  return { compile: () => update.compile(db) };
}

/** What is behind the `cause` that the row was not as its reader saw it. */
async function explainChanged<Table extends VersionedTable>(
  db: Db,
  { table, id, conflict }: ContinuedChange<Table>,
  cause: unknown,
): Promise<Error> {
  // If this read fails too, the answer is that the row has changed.
  const found = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(db).catch(() => null);
  return found?.rows.length === 0 ? new NotFoundError() : new ConflictError(conflict, { cause });
}

interface RecordedChange extends Doer {
  /** Id of what it is done to; null where that is no single row. */
  subject: string | null;
  audit: AuditNote;
  queries: readonly Compilable[];
  /** Rows without which nothing may happen; `conflict` is the message of the error then. */
  given?: { rows: Expression<unknown>; conflict: string };
}

/**
 * Runs `queries` and records who did it, in one transaction: for what has no version, such as a new row. Returns one
 * result for each of `queries`.
 * @throws {ConflictError} when there are no `given` rows; nothing has changed then
 */
export async function runRecorded(db: Db, { queries, given, ...doing }: RecordedChange): Promise<D1Result[]> {
  const entryId = given ? sql<string>`(select ${newId()} where exists ${given.rows})` : sql<string>`${newId()}`;
  try {
    const [, ...results] = await runBatch(db, [record(db, entryId, doing), ...queries]);
    return results;
  } catch (error) {
    if (given && isWithoutEntry(error)) throw new ConflictError(given.conflict, { cause: error });
    throw error;
  }
}

function isWithoutEntry(error: unknown): boolean {
  return /NOT NULL constraint failed: audit_log\.id/.test(String(error));
}

function record(
  db: Db,
  id: RawBuilder<string>,
  { actor, requestId, subject, audit }: Doer & { subject: string | null; audit: AuditNote },
) {
  return db.insertInto("audit_log").values({
    id,
    at: now(),
    actor_id: actor,
    action: audit.action,
    subject_id: subject,
    request_id: requestId,
    ...(audit.detail && { detail: isSql(audit.detail) ? audit.detail : JSON.stringify(audit.detail) }),
    unusual: judgeAction({ action: audit.action, actor }),
  });
}

function isSql(detail: AuditDetail | RawBuilder<string>): detail is RawBuilder<string> {
  return "toOperationNode" in detail && typeof detail.toOperationNode === "function";
}
