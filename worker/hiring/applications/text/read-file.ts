import { hour, minute } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { ApplicationFileId, ScanState } from "#worker/db/applications-tables.ts";
import type { TextState } from "#worker/db/application-texts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { readErrorMessage } from "#worker/lib/error-message.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { extractText } from "./extract.ts";
import { UnreadableFileError } from "./limits.ts";
import { isScanConfigured, scanFile } from "./scan.ts";

/** Tries of one file that ended with a fault that may pass. */
export const mostAttempts = 5;
/**
 * What a row says from before its file is read until what came of it is stored. Whoever finds one of the first two knows that the
 * try before took the program with it: such a file is tried once more.
 */
const beingRead = "It is being read.";
const readAgain = "It is read once more: the first time, the program ended over it.";
const endsPrograms = "It could not be read: twice, the program ended over it.";
/** A try that has not ended by then is over. */
const longestTry = 5 * minute;
const longestWait = 12 * hour;
/** Before a fault is written again, in milliseconds: a database that is away for a moment is no fault of the file. */
const pauses = [1000, 5000];

/** "busy": somebody else reads it, or it is not due. "gone": it was deleted. */
export type ReadOutcome = Exclude<TextState, "waiting"> | "retry" | "busy" | "gone";

interface File {
  id: ApplicationFileId;
  key: string;
  scan_state: ScanState;
  scan_attempts: number;
}

/**
 * Scans one file where there is a scanner, and takes its text. The row keeps the state, so this may run twice, late or at the
 * same time. What cannot be read ends as "failed" with its reason; "retry" is for faults that may pass.
 */
export async function readFileText(db: Db, fileId: ApplicationFileId, scope: RequestScope): Promise<ReadOutcome> {
  const claimed = await claim(db, fileId);
  if (!claimed) return "busy";
  const { attempts, last_error } = claimed;
  try {
    if (last_error === readAgain) return await close(db, fileId, { state: "failed", reason: endsPrograms });
    const file = await db
      .selectFrom("application_files")
      .select(["id", "key", "scan_state", "scan_attempts"])
      .where("id", "=", fileId)
      .executeTakeFirst();
    if (!file) return "gone";
    const object = await scope.env.MEDIA.get(file.key);
    if (!object) return await close(db, fileId, { state: "failed", reason: "The file is missing." });
    const bytes = new Uint8Array(await object.arrayBuffer());
    if ((await scan(db, file, { bytes, scope })) === "infected")
      return await close(db, fileId, { state: "none", reason: "It is infected." });
    await mark(db, fileId, last_error === beingRead ? readAgain : beingRead);
    return await close(db, fileId, await read(bytes, scope));
  } catch (error) {
    scope.log.error("text of a file not read", error, { fileId, attempts });
    const isLast = attempts >= mostAttempts;
    const reason = readErrorMessage(error).slice(0, 300);
    if (isLast) return insist(() => close(db, fileId, { state: "failed", reason }));
    await insist(() => putBack(db, fileId, { reason, dueAt: now() + computeWait(attempts) }));
    return "retry";
  }
}

async function insist<Written>(write: () => Promise<Written>): Promise<Written> {
  for (const pause of pauses)
    try {
      return await write();
    } catch {
      await scheduler.wait(pause);
    }
  return write();
}

interface Result {
  state: Exclude<TextState, "waiting">;
  text?: string;
  /** Why there is no text. */
  reason?: string;
}

async function read(bytes: Uint8Array, { log }: RequestScope): Promise<Result> {
  try {
    const text = await extractText(bytes);
    return text === ""
      ? { state: "none", reason: "It has no text, as scanned pages have none." }
      : { state: "done", text };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { state: "failed", reason: error.message };
    // Another try would fail, too.
    log.error("a file broke its reader", error);
    return { state: "failed", reason: "It is broken, or of a kind that is not known here." };
  }
}

/** Counts the try before it begins, and keeps others away for its time. Undefined when it is not due. */
function claim(db: Db, fileId: ApplicationFileId) {
  return db
    .updateTable("application_texts")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), due_at: now() + longestTry }))
    .where("file_id", "=", fileId)
    .where("state", "=", "waiting")
    .where("due_at", "<=", now())
    .returning(["attempts", "last_error"])
    .executeTakeFirst();
}

async function mark(db: Db, fileId: ApplicationFileId, words: string) {
  await db
    .updateTable("application_texts")
    .set({ last_error: words })
    .where("file_id", "=", fileId)
    .where("state", "=", "waiting")
    .execute();
}

async function close(
  db: Db,
  fileId: ApplicationFileId,
  { state, text = "", reason }: Result,
): Promise<Result["state"]> {
  await db
    .updateTable("application_texts")
    .set({ state, text, last_error: reason ?? null, at: now() })
    .where("file_id", "=", fileId)
    .where("state", "=", "waiting")
    .execute();
  return state;
}

async function putBack(db: Db, fileId: ApplicationFileId, { reason, dueAt }: { reason: string; dueAt: number }) {
  await db
    .updateTable("application_texts")
    .set({ last_error: reason, due_at: dueAt })
    .where("file_id", "=", fileId)
    .where("state", "=", "waiting")
    .execute();
}

/** Milliseconds until the next try. */
export function computeWait(attempts: number): number {
  return Math.min(longestWait, minute * 4 ** (attempts - 1));
}

/** What the scanner says of a file, stored with it. A scanner that does not answer keeps nobody from reading the text. */
async function scan(
  db: Db,
  file: File,
  { bytes, scope: { env, log } }: { bytes: Uint8Array<ArrayBuffer>; scope: RequestScope },
): Promise<ScanState> {
  const isOpen = file.scan_state === "none" || file.scan_state === "failed";
  if (!isOpen || !isScanConfigured(env)) return file.scan_state;
  const attempts = file.scan_attempts + 1;
  let outcome: { scan_state: ScanState; scan_found: string; scan_due_at: number };
  try {
    const { status, found } = await scanFile(bytes, env);
    outcome = { scan_state: status, scan_found: found.slice(0, 200), scan_due_at: 0 };
  } catch (error) {
    log.error("scanner did not answer", error, { fileId: file.id, attempts });
    outcome = { scan_state: "failed", scan_found: "", scan_due_at: now() + computeWait(attempts) };
  }
  await db
    .updateTable("application_files")
    .set({ ...outcome, scan_attempts: attempts, scanned_at: now() })
    .where("id", "=", file.id)
    .where("scan_state", "in", ["none", "failed"])
    .execute();
  return outcome.scan_state;
}

/** Scans a file that is still to be scanned, whose text was read before. What turns out to be infected loses its text. */
export async function scanAgain(db: Db, fileId: ApplicationFileId, scope: RequestScope): Promise<ScanState | "gone"> {
  const file = await db
    .updateTable("application_files")
    .set({ scan_due_at: now() + longestTry })
    .where("id", "=", fileId)
    .where("scan_state", "in", ["none", "failed"])
    .where("scan_due_at", "<=", now())
    .returning(["id", "key", "scan_state", "scan_attempts"])
    .executeTakeFirst();
  const object = file && (await scope.env.MEDIA.get(file.key));
  if (!file) return "gone";
  if (!object) {
    // It may be back from a backup one day; until then it must not keep others waiting.
    const due = { scan_due_at: now() + longestWait };
    await db.updateTable("application_files").set(due).where("id", "=", fileId).execute();
    return "gone";
  }
  const state = await scan(db, file, { bytes: new Uint8Array(await object.arrayBuffer()), scope });
  if (state === "infected")
    await runBatch(db, [
      db
        .updateTable("application_texts")
        .set({ state: "none", text: "", last_error: "It is infected.", at: now() })
        .where("file_id", "=", fileId),
    ]);
  return state;
}
