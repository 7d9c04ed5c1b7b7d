import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { recordAudit, recordAuditWhen } from "#worker/audit/record.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, MessageKeptError, UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { canBeSent, findProducer, sentAtOnce } from "./sendable.ts";

interface MessageChange {
  id: FailedMessageId;
  /** Who asks for it. */
  actor: AccountId;
}

interface ListChange {
  /** Only messages that were received until then (epoch milliseconds): what has come since, nobody has seen. */
  until: number;
  /** Those of this queue alone; null for all. */
  queue: string | null;
  actor: AccountId;
}

/** A claim that is older belongs to a Worker that is gone. */
const claimLife = minute;

/**
 * Puts one message back into its queue and takes it off the list. Of two who ask at once one does it. A consumer does
 * nothing twice, so that a message which left, and whose row could not be deleted then, may be sent once more.
 * @throws {ConflictError} when it is not there any longer, is being sent just now, or cannot be sent
 * @throws {UnavailableError} when the queue does not take it; nothing has changed then
 * @throws {MessageKeptError} when it was sent and could not be taken off the list
 */
export async function sendMessageAgain(db: Db, { id, actor }: MessageChange, scope: RequestScope): Promise<void> {
  const { log, requestId } = scope;
  const claimedAt = now();
  const message = await db
    .updateTable("failed_messages")
    .set({ claimed_at: claimedAt })
    .where("id", "=", id)
    .where(isUnclaimed())
    .returning(["queue", "body"])
    .executeTakeFirst();
  if (!message) throw await explainRefusal(db, id);
  const { queue, body } = message;
  const release = () =>
    db
      .updateTable("failed_messages")
      .set({ claimed_at: null })
      .where("id", "=", id)
      .where("claimed_at", "=", claimedAt)
      .execute();
  try {
    if (body === null) throw new ConflictError("This message was too long to keep, so it cannot be sent again.");
    const producer = findProducer(queue, scope);
    if (!producer) throw new ConflictError(`There is no queue “${queue}” to send it to.`);
    await producer.send(JSON.parse(body));
  } catch (error) {
    await release();
    if (error instanceof ConflictError) throw error;
    log.error("queue refused a failed message", error, { failedMessageId: id });
    throw new UnavailableError(30, error);
  }
  try {
    await runBatch(db, [
      recordAudit(db, { action: "dead_letter.sent_again", actor, subject: id, requestId, detail: { queue } }),
      db.deleteFrom("failed_messages").where("id", "=", id),
    ]);
  } catch (error) {
    await release().catch((failure: unknown) =>
      log.error("claim of a failed message not released", failure, { failedMessageId: id }),
    );
    throw new MessageKeptError(error);
  }
}

/** The messages that a change of all is about. */
function selectMeant(db: Db, { until, queue }: Omit<ListChange, "actor">) {
  return db
    .selectFrom("failed_messages")
    .where("received_at", "<=", until)
    .$if(queue !== null, (query) => query.where("queue", "=", queue ?? ""));
}

/**
 * Sends the oldest messages again that can be sent, `sentAtOnce` of them. Returns how many went, how many of them did
 * not, and how many wait for their turn.
 */
export async function sendAllAgain(
  db: Db,
  { actor, ...meant }: ListChange,
  scope: RequestScope,
): Promise<{ sent: number; unsent: number; left: number }> {
  const sendable = selectMeant(db, meant).where(canBeSent(scope));
  const messages = await sendable
    .select("id")
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy("received_at")
    .limit(sentAtOnce)
    .execute();
  let sent = 0;
  for (const { id } of messages) {
    try {
      await sendMessageAgain(db, { id, actor }, scope);
      sent += 1;
    } catch (error) {
      scope.log.warn("failed message not sent again", { failedMessageId: id, reason: String(error) });
    }
  }
  return { sent, unsent: messages.length - sent, left: (messages[0]?.total ?? 0) - messages.length };
}

/**
 * Deletes one message for good.
 * @throws {ConflictError} when it is not there any longer, or is being sent just now
 */
export async function deleteMessage(
  db: Db,
  { id, actor }: MessageChange,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const stored = db.selectFrom("failed_messages").select("id").where("id", "=", id).where(isUnclaimed());
  const [, deleted] = await runBatch(db, [
    recordAuditWhen(db, stored, { action: "dead_letter.deleted", actor, subject: id, requestId }),
    db.deleteFrom("failed_messages").where("id", "in", stored),
  ]);
  if (deleted?.meta.changes !== 1) throw await explainRefusal(db, id);
}

/** Deletes all messages, or those of one queue, but those that are being sent just now. Returns how many went, and how many did not. */
export async function deleteAllMessages(
  db: Db,
  { actor, ...meant }: ListChange,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<{ deleted: number; undeleted: number }> {
  const seen = selectMeant(db, meant).select("id");
  const free = seen.where(isUnclaimed());
  const { until, queue } = meant;
  const detail = { until, ...(queue !== null && { queue }) };
  const entry = { action: "dead_letter.all_deleted", actor, subject: null, requestId, detail } as const;
  const [, deleted, left] = await runBatch(db, [
    recordAuditWhen(db, free, entry, { countAs: "messages" }),
    db.deleteFrom("failed_messages").where("id", "in", free),
    seen,
  ]);
  return { deleted: deleted?.meta.changes ?? 0, undeleted: left?.results.length ?? 0 };
}

/** True of rows that nobody is sending. */
function isUnclaimed() {
  return sql<boolean>`(claimed_at is null or claimed_at < ${now() - claimLife})`;
}

/** Why the message `id` could not be claimed or deleted, by its row and the audit log. */
async function explainRefusal(db: Db, id: FailedMessageId): Promise<ConflictError> {
  const message = await db
    .selectFrom("failed_messages")
    .select(isUnclaimed().as("is_free"))
    .where("id", "=", id)
    .executeTakeFirst();
  if (message?.is_free)
    return new ConflictError(
      "Somebody tried to send this message at the same moment, and that failed. It is still here.",
    );
  if (message) return new ConflictError("Somebody is sending this message just now. Please look again in a minute.");
  const entry = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  const outcome =
    entry?.action === "dead_letter.sent_again"
      ? "somebody has sent it again. If it fails once more, it comes back as a new message."
      : "somebody has deleted it.";
  return new ConflictError(`This message is not on the list any longer: ${outcome}`);
}
