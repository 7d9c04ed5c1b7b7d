import { openDb } from "#worker/db/client.ts";
import type { FailedMessageId } from "#worker/db/failed-messages-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { readErrorMessage } from "#worker/lib/error-message.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

/** What the name of a queue of failed messages ends in (wrangler.toml, `dead_letter_queue`). */
export const deadSuffix = "-dead";

const largestBody = 128 * 1024;
/** Seconds; the platform takes no longer delay. */
const longestWait = 43_200;

/** Stores what another queue gave up after its last try. */
export async function consumeFailedMessages(batch: MessageBatch, scope: RequestScope): Promise<void> {
  const queue = batch.queue.slice(0, -deadSuffix.length);
  for (const message of batch.messages) await giveUpMessage(message, { queue, scope });
}

interface Failure {
  /** Name of the queue whose consumer cannot deal with the message. */
  queue: string;
  scope: RequestScope;
  /** What went wrong, where it is known; with it the tries are. */
  error?: unknown;
}

/**
 * Stores a message for staff to look at, once however often it is delivered, and takes it out of its queue. While D1
 * does not answer it goes back, each time for longer: the hundred tries that wrangler.toml gives the queues of dead
 * messages outlast the fourteen days for which the platform keeps a message.
 */
export async function giveUpMessage(message: Message, { queue, scope, error }: Failure): Promise<void> {
  const { log, env } = scope;
  const text = JSON.stringify(message.body) ?? "null";
  const fits = new TextEncoder().encode(text).length <= largestBody;
  try {
    await openDb(env.DB)
      .insertInto("failed_messages")
      .values({
        id: newId<FailedMessageId>(),
        queue,
        message_id: message.id,
        body: fits ? text : null,
        queued_at: message.timestamp.getTime(),
        received_at: now(),
        attempts: error === undefined ? null : message.attempts,
        last_error: error === undefined ? null : readErrorMessage(error),
        claimed_at: null,
      })
      .onConflict((conflict) => conflict.columns(["queue", "message_id"]).doNothing())
      .execute();
    message.ack();
    log.warn("message given up", { queue, messageId: message.id });
  } catch (failure) {
    log.error("failed message not stored", failure, { queue, messageId: message.id });
    message.retry({ delaySeconds: Math.min(longestWait, 30 * 2 ** message.attempts) });
  }
}
