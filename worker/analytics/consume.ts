import { type Db, openDb } from "#worker/db/client.ts";
import { giveUpMessage } from "#worker/failed-messages/store.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { messageSchema, type VisitorMessage } from "./messages.ts";
import { writeMessages } from "./write-messages.ts";

/** One readable message of a batch. */
interface Delivery {
  message: Message;
  body: VisitorMessage;
}

/**
 * Stores a batch of the visitor queue with one D1 batch. A message that cannot be read becomes a failed message at once; one
 * that D1 refuses is retried and then becomes one too; the other messages of its batch are stored. While D1 is
 * unavailable all messages are retried with growing delays: ten tries cover an hour.
 */
export async function consumeVisitorRecords(batch: MessageBatch, scope: RequestScope): Promise<void> {
  const deliveries: Delivery[] = [];
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (parsed.success) deliveries.push({ message, body: parsed.data });
    else await giveUpMessage(message, { queue: batch.queue, scope, error: parsed.error });
  }
  if (deliveries.length > 0) await storeDeliveries(openDb(scope.env.DB), deliveries, scope);
}

async function storeDeliveries(db: Db, deliveries: readonly Delivery[], scope: RequestScope): Promise<void> {
  try {
    const messages = deliveries.map(({ body }) => body);
    await writeMessages(db, messages, scope);
    for (const { message } of deliveries) message.ack();
  } catch (error) {
    if (deliveries.length === 1 || !isRefusedRow(error))
      for (const { message } of deliveries) putBack(message, scope, error);
    else {
      const middle = deliveries.length >> 1;
      await storeDeliveries(db, deliveries.slice(0, middle), scope);
      await storeDeliveries(db, deliveries.slice(middle), scope);
    }
  }
}

/** True when the data is wrong and not the database: the batch is then halved to find the row. */
function isRefusedRow(error: unknown): boolean {
  return error instanceof Error && /SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|constraint failed|too big/i.test(error.message);
}

function putBack(message: Message, scope: RequestScope, error: unknown): void {
  scope.log.error("visitor message put back", error, { messageId: message.id, attempts: message.attempts });
  message.retry({ delaySeconds: Math.min(900, 10 * 2 ** (message.attempts - 1)) });
}
