import { UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { VisitorMessage } from "./messages.ts";
import { writeMessages } from "./write-messages.ts";

/**
 * Hands a message to the queue, or writes it at once where there is no queue or it does not take it.
 * @throws {UnavailableError} when it could be put nowhere.
 */
export async function deliver(message: VisitorMessage, scope: RequestScope): Promise<void> {
  const { VISITOR_QUEUE } = scope.env;
  try {
    if (VISITOR_QUEUE) return void (await VISITOR_QUEUE.send(message));
  } catch (error) {
    scope.log.error("visitor queue refused a message", error, { kind: message.kind });
  }
  try {
    await writeMessages(scope.env, [message]);
  } catch (error) {
    scope.log.error("visitor message not stored", error, { kind: message.kind });
    throw new UnavailableError(30, error);
  }
}
