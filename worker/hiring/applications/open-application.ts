import { recordAudit } from "#worker/audit/record.ts";
import { recordReading } from "#worker/audit/record-reading.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationFileId, ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

interface Opening {
  id: ApplicationId;
  actor: AccountId;
  /** Nobody has opened it before. */
  isFirst: boolean;
}

/**
 * Notes that somebody reads an application: when it was opened first, that mentions of the reader are seen, and in the audit log who
 * read it, so that one can tell later who saw a person's data.
 */
export async function openApplication(
  db: Db,
  { id, actor, isFirst }: Opening,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const at = now();
  const reading = { action: "application.read", actor, subject: id, requestId } as const;
  await runBatch(db, [
    db
      .updateTable("application_mentions")
      .set({ seen_at: at })
      .where("application_id", "=", id)
      .where("account_id", "=", actor)
      .where("seen_at", "is", null),
    ...(isFirst
      ? [
          db.updateTable("applications").set({ opened_at: at }).where("id", "=", id).where("opened_at", "is", null),
          recordAudit(db, { action: "application.opened", actor, subject: id, requestId }),
        ]
      : [recordReading(db, reading)]),
  ]);
}

/**
 * A file of an application; undefined when that application has none of that id, or is withdrawn and only held, but for who
 * `mayHold`.
 */
export function readFile(
  db: Db,
  { id, fileId, mayHold }: { id: ApplicationId; fileId: ApplicationFileId; mayHold: boolean },
) {
  const sealed = db.selectFrom("applications").select("id").where("id", "=", id).where("sealed_at", "is not", null);
  return db
    .selectFrom("application_files")
    .selectAll()
    .where("id", "=", fileId)
    .where("application_id", "=", id)
    .$if(!mayHold, (query) => query.where(({ exists, not }) => not(exists(sealed))))
    .executeTakeFirst();
}

/** Records that somebody has a file on the screen, or has downloaded it. It is stored before the file is handed out. */
export async function recordFileRead(
  db: Db,
  {
    id,
    fileId,
    actor,
    isDownload,
  }: { id: ApplicationId; fileId: ApplicationFileId; actor: AccountId; isDownload: boolean },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const action = isDownload ? "application.file_downloaded" : "application.file_viewed";
  await runBatch(db, [recordAudit(db, { action, actor, subject: id, requestId, detail: { file: fileId } })]);
}
