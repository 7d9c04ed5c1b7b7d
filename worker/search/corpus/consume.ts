import { giveUpMessage } from "../../dead-letters/store.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { messageSchema } from "./messages.ts";
import { deliver, workStep } from "./work.ts";

/** Does the step of each message, one after another, and sends those that follow. */
export async function consumeSearch(batch: MessageBatch, scope: RequestScope): Promise<void> {
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (!parsed.success) {
      await giveUpMessage(message, { queue: batch.queue, scope, error: parsed.error });
      continue;
    }
    try {
      await deliver(scope, await workStep(scope, parsed.data));
      message.ack();
    } catch (error) {
      scope.log.error("search message put back", error, { messageId: message.id, attempts: message.attempts });
      message.retry({ delaySeconds: Math.min(300, 5 * 2 ** message.attempts) });
    }
  }
}
