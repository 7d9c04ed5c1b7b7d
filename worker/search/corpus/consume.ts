import { giveUpMessage } from "#worker/failed-messages/store.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { ProviderError } from "../versions/provider.ts";
import { messageSchema } from "./messages.ts";
import { deliver, workStep } from "./work.ts";

/** Tries after which a step is left to the job, which takes it up as long as the provider is away. */
const mostTries = 8;

/** Does the step of each message, one after another, and sends those that follow. */
export async function consumeSearch(batch: MessageBatch, scope: RequestScope): Promise<void> {
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (!parsed.success) {
      await giveUpMessage(message, { queue: batch.queue, scope, error: parsed.error });
      continue;
    }
    try {
      await deliver(scope, await workStep(scope, parsed.data, { isRepeated: message.attempts > 1 }));
      message.ack();
    } catch (error) {
      const { id: messageId, attempts } = message;
      scope.log.error("search message put back", error, { messageId, attempts, kind: parsed.data.kind });
      if (error instanceof ProviderError && attempts >= mostTries) message.ack();
      else message.retry({ delaySeconds: Math.min(300, 5 * 2 ** attempts) });
    }
  }
}
