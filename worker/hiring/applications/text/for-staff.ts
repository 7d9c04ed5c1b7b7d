import { sql } from "kysely";
import type { ApplicationFileId, ApplicationId, ScanState } from "#worker/db/applications-tables.ts";
import type { TextState } from "#worker/db/application-texts-tables.ts";
import { type Doer, runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { askForText } from "./queue.ts";

/** The text that was read from a file of an application; undefined where there is none. */
export async function readTextOf(
  db: Db,
  { id, fileId }: { id: ApplicationId; fileId: ApplicationFileId },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("application_texts")
    .select("text")
    .where("file_id", "=", fileId)
    .where("application_id", "=", id)
    .where("state", "=", "done")
    .executeTakeFirst();
  return row?.text;
}

/** How many files wait for their text, could not be read, or are infected: for the hub. */
export function selectTextCounts(db: Db) {
  return db
    .selectNoFrom([countTexts("waiting").as("waiting"), countTexts("failed").as("failed")])
    .select(sql<number>`(select count(*) from application_files where scan_state = 'infected')`.as("infected"));
}

function countTexts(state: TextState) {
  return sql<number>`(select count(*) from application_texts where state = ${sql.lit(state)})`;
}

/** Whether a file may be handed out: not when a scanner found something in it. */
export function mayBeServed({ scan_state }: { scan_state: ScanState }): boolean {
  return scan_state !== "infected";
}

/** What staff read of a file beside its name. "Not scanned" where this deployment has no scanner. */
export function describeScan(
  file: { scan_state: ScanState; scan_found: string },
  { hasScanner }: { hasScanner: boolean },
): string {
  switch (file.scan_state) {
    case "clean":
      return "Scanned: nothing found";
    case "infected":
      return `Infected${file.scan_found === "" ? "" : `: ${file.scan_found}`}. It is not handed out.`;
    case "failed":
      return "Not scanned yet: the scanner does not answer";
    case "none":
      return hasScanner ? "Not scanned yet" : "Not scanned: this site has no scanner";
  }
}

/**
 * Has the text of a file read again, as staff ask by a button. The row waits at once, and its text is gone until it is read.
 * @throws {ConflictError} when the file is gone, waits already or is infected, or its application was withdrawn
 */
export async function askForTextAgain(
  db: Db,
  { fileId, actor }: { fileId: ApplicationFileId; actor: Doer["actor"] },
  scope: RequestScope,
): Promise<void> {
  const asked = db
    .selectFrom("application_texts")
    .innerJoin("application_files", "application_files.id", "application_texts.file_id")
    .innerJoin("applications", "applications.id", "application_files.application_id")
    .select("file_id")
    .where("file_id", "=", fileId)
    .where("sealed_at", "is", null)
    .where("state", "<>", "waiting")
    .where("scan_state", "<>", "infected");
  await runRecorded(db, {
    actor,
    requestId: scope.requestId,
    subject: fileId,
    audit: { action: "application.text_asked" },
    given: { rows: asked, conflict: "The text of this file is being read, or the file is gone." },
    queries: [
      db
        .updateTable("application_texts")
        .set({ state: "waiting", text: "", attempts: 0, last_error: null, due_at: 0, at: now() })
        .where("file_id", "=", fileId),
    ],
  });
  await askForText(scope.env, [fileId]);
}
