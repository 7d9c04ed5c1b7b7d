import { recordAudit, recordAuditWhen } from "../audit/record.ts";
import type { UserId } from "../db/accounts-tables.ts";
import { openDb, runBatch } from "../db/client.ts";
import type { DeadLetterId } from "../db/dead-letters-tables.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { listedLetters } from "./read.ts";

interface Change {
  actor: UserId;
  scope: RequestScope;
}

/** A claim that is older belongs to a Worker that is gone. */
const claimLife = 60_000;

/**
 * Puts one message back into its queue and takes it off the list. Of two who ask at once one does it. A consumer does
 * nothing twice, so that a message which left, and whose row could not be deleted then, may be sent once more.
 * @throws {ConflictError} when it is not there any longer, or cannot be sent
 * @throws {UnavailableError} when the queue does not take it; nothing has changed then
 */
export async function sendLetterAgain(id: DeadLetterId, { actor, scope }: Change): Promise<void> {
  const { env, requestId, subjects } = scope;
  const db = openDb(env.DB);
  const letter = await db
    .updateTable("dead_letters")
    .set({ claimed_at: now() })
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("claimed_at", "is", null), eb("claimed_at", "<", now() - claimLife)]))
    .returning(["queue", "body"])
    .executeTakeFirst();
  if (!letter) throw new ConflictError("This message is not on the list any longer. Somebody has dealt with it.");
  const { queue, body } = letter;
  try {
    if (body === null) throw new ConflictError("This message was too long to keep, so it cannot be sent again.");
    const consumer = subjects.flatMap(({ consumers = {} }) => consumers[queue] ?? [])[0];
    const producer = consumer?.producer(env);
    if (!producer) throw new ConflictError(`There is no queue “${queue}” to send it to.`);
    await producer.send(JSON.parse(body));
  } catch (error) {
    await db.updateTable("dead_letters").set({ claimed_at: null }).where("id", "=", id).execute();
    throw error instanceof ConflictError ? error : new UnavailableError(30, error);
  }
  await runBatch(db, [
    recordAudit(db, { action: "dead_letter.sent_again", actor, subject: id, requestId, detail: { queue } }),
    db.deleteFrom("dead_letters").where("id", "=", id),
  ]);
}

/**
 * Sends the oldest messages again that were received until `until` (epoch milliseconds): what has come since then, nobody
 * has seen. Those that cannot be sent stay. Returns how many went, and how many did not.
 */
export async function sendAllAgain(until: number, change: Change): Promise<{ sent: number; kept: number }> {
  const letters = await openDb(change.scope.env.DB)
    .selectFrom("dead_letters")
    .select("id")
    .where("received_at", "<=", until)
    .orderBy("received_at")
    .limit(listedLetters)
    .execute();
  let sent = 0;
  for (const { id } of letters) {
    try {
      await sendLetterAgain(id, change);
      sent += 1;
    } catch (error) {
      change.scope.log.warn("dead letter not sent again", { letterId: id, reason: String(error) });
    }
  }
  return { sent, kept: letters.length - sent };
}

/**
 * Deletes one message for good.
 * @throws {ConflictError} when it is not there any longer
 */
export async function deleteLetter(id: DeadLetterId, { actor, scope }: Change): Promise<void> {
  const db = openDb(scope.env.DB);
  const stored = db.selectFrom("dead_letters").select("id").where("id", "=", id);
  const entry = { action: "dead_letter.deleted", actor, subject: id, requestId: scope.requestId } as const;
  const [, deleted] = await runBatch(db, [
    recordAuditWhen(db, stored, entry),
    db.deleteFrom("dead_letters").where("id", "=", id),
  ]);
  if (deleted?.meta.changes !== 1)
    throw new ConflictError("This message is not on the list any longer. Somebody has dealt with it.");
}

/** Deletes all messages that were received until `until` (epoch milliseconds). Returns how many. */
export async function deleteAllLetters(until: number, { actor, scope }: Change): Promise<number> {
  const db = openDb(scope.env.DB);
  const seen = db.selectFrom("dead_letters").select("id").where("received_at", "<=", until);
  const entry = { action: "dead_letter.all_deleted", actor, subject: null, requestId: scope.requestId } as const;
  const [, deleted] = await runBatch(db, [
    recordAuditWhen(db, seen, { ...entry, detail: { until } }),
    db.deleteFrom("dead_letters").where("received_at", "<=", until),
  ]);
  return deleted?.meta.changes ?? 0;
}
