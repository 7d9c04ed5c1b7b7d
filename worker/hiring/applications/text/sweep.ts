import { hour, minute } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { Backlog } from "#worker/lib/subject.ts";
import { askForText } from "./queue.ts";
import { readFileText, scanAgain } from "./read-file.ts";
import { reportedScans } from "./reported-scans.ts";
import { isScanConfigured } from "./scan.ts";
import { refreshIndex } from "./search-index.ts";

const mostTexts = 20;
const mostScans = 20;
/** What the queue has not read by then, it has lost. */
const queueTime = 10 * minute;

/** Has what waits for its text read and what the scanner has not seen scanned, and indexes what has changed. */
export async function sweepTexts(db: Db, scope: RequestScope): Promise<object> {
  const texts = await readWaiting(db, scope);
  const toScan = isScanConfigured(scope.env) ? await selectToScan(db).limit(mostScans).execute() : [];
  for (const { id } of toScan) await scanAgain(db, id, scope);
  return { texts, scanned: toScan.length, indexed: await refreshIndex(db, { log: scope.log }) };
}

/**
 * Asks the queue again for what it has lost: a file that ends the program there takes no other file and no other job with it.
 * Without a queue they are read here, the one that was tried last at the end.
 */
async function readWaiting(db: Db, scope: RequestScope): Promise<Record<string, number>> {
  const since = scope.env.DOCUMENT_QUEUE ? now() - queueTime : now();
  const waiting = await db
    .selectFrom("application_texts")
    .select("file_id")
    .where("state", "=", "waiting")
    .where("due_at", "<=", now())
    .where("at", "<=", since)
    .orderBy("due_at")
    .limit(mostTexts)
    .execute();
  const ids = waiting.map(({ file_id }) => file_id);
  if (ids.length > 0 && (await askForText(scope.env, ids))) return { asked: ids.length };
  const texts: Record<string, number> = {};
  for (const id of ids) {
    const outcome = await readFileText(db, id, scope);
    texts[outcome] = (texts[outcome] ?? 0) + 1;
  }
  return texts;
}

/** Files whose text is done that the scanner has not seen, or did not answer for: those longest due first. */
function selectToScan(db: Db) {
  return db
    .selectFrom("application_files")
    .innerJoin("application_texts", "application_texts.file_id", "application_files.id")
    .select("application_files.id")
    .where("scan_state", "in", ["none", "failed"])
    .where("scan_due_at", "<=", now())
    .where("application_texts.state", "<>", "waiting")
    .orderBy("scan_due_at");
}

/** Files whose text could be read now. */
export function selectTextBacklog(db: Db, at: number) {
  return db
    .selectFrom("application_texts")
    .select(({ fn }) => [fn.countAll<number>().as("waiting"), fn.min<number | null>("at").as("oldest_at")])
    .where("state", "=", "waiting")
    .where("due_at", "<=", at)
    .$castTo<Backlog>();
}

/** A file that has waited for its text for an hour. */
export function selectOverdueText(db: Db) {
  return db
    .selectFrom("application_texts")
    .select("file_id")
    .where("state", "=", "waiting")
    .where("at", "<", now() - hour)
    .limit(1);
}

/** A file that the scanner was asked about in vain, several times; null where there is no scanner. */
export function selectFailedScan(db: Db, env: Env) {
  if (!isScanConfigured(env)) return null;
  return db
    .selectFrom("application_files")
    .select("id")
    .where("scan_state", "=", "failed")
    .where("scan_attempts", ">=", reportedScans)
    .limit(1);
}
