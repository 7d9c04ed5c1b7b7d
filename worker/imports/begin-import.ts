import { sql } from "kysely";
import { second } from "#shared/dates/durations.ts";
import { runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { ImportId } from "../db/imports-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, NotFoundError, TooManyAttemptsError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { Begin, ImportSettings } from "./import-schema.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

type NewImport = Omit<Begin, "intent"> & { actor: AccountId | null };

/** Who sends an import just now: somebody else, or the same person in another tab. */
export interface Busy {
  name: string | null;
  isSelf: boolean;
  /** Articles that are here, of so many posts. */
  articles: number;
  posts: number;
}

/** `busy` is null for whoever may send its posts. */
export interface Begun {
  id: ImportId;
  busy: Busy | null;
}

/** An import whose tab was not heard of for so long may be gone on with by anybody. A tab reports more often. */
const silence = 60 * second;

/**
 * Begins an import, or goes on with the one of the same file that was not finished; that one gets the settings. Of several
 * who begin at once one begins, and the others get an error that names them.
 */
export async function beginImport(db: Db, wish: NewImport, scope: Pick<RequestScope, "requestId">): Promise<Begun> {
  const open = await selectOpen(db, wish.fileHash).executeTakeFirst();
  if (open) return goOn(db, open.id, wish, scope);
  try {
    return { id: await insertImport(db, wish, scope), busy: null };
  } catch (error) {
    if (!String(error).includes("UNIQUE constraint failed: imports.file_hash")) throw error;
    // Somebody was faster.
    const { id } = await selectOpen(db, wish.fileHash).executeTakeFirstOrThrow();
    return goOn(db, id, wish, scope);
  }
}

async function insertImport(
  db: Db,
  { file, fileHash, kind, site, posts, settings, runner, actor }: NewImport,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<ImportId> {
  const id = newId<ImportId>();
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "import.started", detail: { kind, posts, fetches: settings.fetches } },
    queries: [
      db.insertInto("imports").values({
        id,
        file,
        file_hash: fileHash,
        kind,
        site,
        posts,
        settings: JSON.stringify(settings),
        started_at: now(),
        started_by: actor,
        finished_at: null,
        undone_at: null,
        undone_by: null,
        runner,
        runner_id: actor,
        seen_at: now(),
      }),
    ],
  });
  return id;
}

/** Takes over an import whose tab is this one, or is silent; else says who sends it. */
async function goOn(
  db: Db,
  id: ImportId,
  { kind, site, posts, settings, runner, actor }: NewImport,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<Begun> {
  // Whoever names no tab, such as a script, takes turns with others that name none.
  const free = sql<boolean>`(runner = ${runner} AND (runner = '' OR runner_id IS ${actor}) OR seen_at < ${now() - silence})`;
  const rows = sql`(SELECT 1 FROM imports WHERE id = ${id} AND finished_at IS NULL AND ${free})`;
  try {
    await runRecorded(db, {
      actor,
      requestId,
      subject: id,
      audit: { action: "import.started", detail: { kind, posts, fetches: settings.fetches, again: true } },
      given: { rows, conflict: "busy" },
      queries: [
        db
          .updateTable("imports")
          .set({ posts, site, settings: JSON.stringify(settings), runner, runner_id: actor, seen_at: now() })
          .where("id", "=", id),
      ],
    });
    return { id, busy: null };
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return { id, busy: await readBusy(db, { id, actor }) };
  }
}

async function readBusy(db: Db, { id, actor }: { id: ImportId; actor: AccountId | null }): Promise<Busy> {
  const { name, runner_id, articles, posts } = await db
    .selectFrom("imports")
    .select([
      "runner_id",
      "posts",
      sql<string | null>`(SELECT coalesce(name, email) FROM accounts WHERE id = runner_id)`.as("name"),
      sql<number>`(SELECT count(*) FROM import_items WHERE import_id = imports.id)`.as("articles"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { name, isSelf: runner_id === actor, articles, posts };
}

interface Runner {
  id: ImportId;
  runner: string;
  actor: AccountId | null;
}

/**
 * Notes that a tab still sends an import.
 * @throws {ConflictError} when another one does by now
 */
export async function keepRunning(db: Db, { id, runner, actor }: Runner): Promise<void> {
  const row = await db
    .updateTable("imports")
    .set({ seen_at: now() })
    .where("id", "=", id)
    .where("runner", "=", runner)
    .where("runner_id", "is", actor)
    .returning("id")
    .executeTakeFirst();
  if (row) return;
  await readRunning(db, id);
  throw new ConflictError("Somebody else goes on with this import in another tab.");
}

/** The import of a file that is neither finished nor taken back. */
export function selectOpen(db: Db, fileHash: string) {
  return db
    .selectFrom("imports")
    .select(["id", "kind", "site", "settings", "started_at"])
    .where("file_hash", "=", fileHash)
    .where("finished_at", "is", null)
    .where("undone_at", "is", null)
    .orderBy("started_at", "desc")
    .limit(1);
}

/** The row of an import that was not taken back: the condition of whatever it stores. */
export function selectRunning(db: Db, id: ImportId) {
  return db.selectFrom("imports").select("id").where("id", "=", id).where("undone_at", "is", null);
}

export const takenBack = "This import was taken back. Read the file again.";

/**
 * An import that takes posts.
 * @throws {NotFoundError} when there is none
 * @throws {ConflictError} when it was taken back meanwhile
 */
export async function readRunning(db: Db, id: ImportId) {
  const row = await db
    .selectFrom("imports")
    .select(["kind", "site", "settings", "undone_at", "finished_at", "started_at", "version"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError("There is no such import. Read the file again.");
  if (row.undone_at !== null) throw new ConflictError(takenBack);
  return { ...row, id, settings: JSON.parse(row.settings) as ImportSettings };
}

/** Says that all posts of the file were sent. Said again, it changes nothing. */
export async function finishImport(
  db: Db,
  { id, actor }: { id: ImportId; actor: AccountId | null },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const { version, finished_at } = await readRunning(db, id);
  if (finished_at !== null) return;
  await runVersioned(db, {
    actor,
    requestId,
    table: "imports",
    id,
    version,
    set: { finished_at: now() },
    audit: { action: "import.finished" },
    conflict: "Somebody else has changed this import.",
  });
}

/** Seconds in which the limiter of wrangler.toml counts. */
const limitPeriod = 60;

/**
 * Counts one request of an import: twenty posts, or a picture that the server fetches.
 * @throws {TooManyAttemptsError} past the limit
 */
export async function limitImport(
  user: AccountId,
  purpose: "posts" | "pictures",
  { env }: Pick<RequestScope, "env">,
): Promise<void> {
  const success = await isWithinLimit(env.API_LIMIT, `import-${purpose}:${user}`);
  if (!success) throw new TooManyAttemptsError(limitPeriod);
}
