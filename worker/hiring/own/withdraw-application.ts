import { recordAuditWhen } from "#worker/audit/record.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { announceMails, withdrawMails } from "#worker/email/outbox.ts";
import { planWithdrawn } from "#worker/hiring/interviews/plan-withdrawn.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isHoldError } from "#worker/privacy/holds.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { readOwnApplication } from "./own-application.ts";
import { planProofs } from "#worker/hiring/applications/prove-erased.ts";
import { removeFiles } from "#worker/hiring/applications/sweep.ts";
import { deletePieces } from "#worker/hiring/applications/uploads/pieces.ts";

/**
 * Erases the application that `token` opens with all that came with it: answers, files, history, notes and mails; the person
 * too, with the last one; a proof stays. Files that cannot be deleted now are swept within the hour. "sealed": a legal hold
 * keeps it, so it is withdrawn, nobody who hires sees it any longer, and it goes when the hold ends. Null when there is none.
 */
export async function withdrawApplication(
  db: Db,
  token: string,
  scope: RequestScope,
): Promise<"erased" | "sealed" | null> {
  const own = await readOwnApplication(db, token);
  if (!own) return null;
  if (own.standing === "held") return "sealed";
  try {
    await erase(db, own.id, scope);
    return "erased";
  } catch (error) {
    if (!isHoldError(error)) throw error;
    await seal(db, own.id, scope);
    return "sealed";
  }
}

async function erase(db: Db, id: ApplicationId, scope: RequestScope): Promise<void> {
  const { env, log, requestId } = scope;
  const row = db.selectFrom("applications").select("id").where("id", "=", id);
  const [files, uploads] = [
    db.selectFrom("application_files").select("key").where("application_id", "=", id),
    db
      .selectFrom("application_uploads")
      .select(["id", "bytes"])
      .where("application_id", "=", id)
      .where("received", ">", 0),
  ];
  const proof = await planProofs(db, { ids: [id], erasedBy: "candidate", actor: null }, env);
  const withdrawn = await planWithdrawn(db, id, scope);
  const [keys, pieces] = await runBatch(db, [
    files,
    uploads,
    recordAuditWhen(db, row, { action: "application.withdrawn", actor: null, subject: id, requestId }),
    // What came with its form and was replaced there: the sweep takes it.
    db
      .updateTable("application_uploads")
      .set({ name: "erased", email: null, expires_at: now() })
      .where("application_id", "is", null)
      .where("form_hash", "=", db.selectFrom("applications").select("submission_hash").where("id", "=", id)),
    db.deleteFrom("applications").where("id", "=", id),
    ...proof,
    ...withdrawn.queries,
  ]);
  await announceMails(withdrawn.ids, scope);
  try {
    for (const { id: upload, bytes } of readRows(uploads, pieces)) await deletePieces(env, upload, bytes);
    await removeFiles(db, env, readRows(files, keys));
  } catch (error) {
    log.error("files of a withdrawn application wait for the sweep", error);
  }
}

/**
 * Withdrawn while it is held: it leaves all lists and the index of the search, its mails stop, its interviews are cancelled,
 * and retention takes it when no hold keeps it any longer.
 */
async function seal(db: Db, id: ApplicationId, scope: RequestScope): Promise<void> {
  const { requestId } = scope;
  const at = now();
  const withdrawn = await planWithdrawn(db, id, scope);
  const open = db.selectFrom("applications").select("id").where("id", "=", id).where("sealed_at", "is", null);
  await runBatch(db, [
    recordAuditWhen(db, open, { action: "application.sealed", actor: null, subject: id, requestId }),
    addHistory(db, { applicationId: id, actor: null, kind: "sealed" }),
    db
      .updateTable("applications")
      .set(({ eb }) => ({
        sealed_at: at,
        stage: "withdrawn",
        stage_since: at,
        ended_at: at,
        updated_at: at,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("sealed_at", "is", null),
    db.deleteFrom("application_search").where("application_id", "=", id),
    db
      .updateTable("application_mentions")
      .set({ seen_at: at })
      .where("application_id", "=", id)
      .where("seen_at", "is", null),
    db
      .updateTable("interviews")
      .set(({ eb }) => ({ state: "cancelled", version: eb("version", "+", 1), updated_at: at }))
      .where("application_id", "=", id)
      .where("state", "in", ["proposed", "booked"]),
    withdrawMails(db, { subjectId: id }),
    ...withdrawn.queries,
  ]);
  await announceMails(withdrawn.ids, scope);
}
