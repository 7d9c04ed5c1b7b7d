import { openDb } from "#worker/db/client.ts";
import { UnavailableError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import type { VisitorMessage } from "./messages.ts";
import { writeMessages } from "./write-messages.ts";

/**
 * Sends a message to the queue, or stores it directly if there is no queue or the queue refuses it.
 * @throws {UnavailableError} when both fail.
 */
export async function deliver(
  message: VisitorMessage,
  scope: Pick<RequestScope, "env" | "log" | "requestId" | "subjects">,
): Promise<void> {
  const { VISITOR_QUEUE } = scope.env;
  try {
    if (VISITOR_QUEUE) return void (await VISITOR_QUEUE.send(message));
  } catch (error) {
    scope.log.error("visitor queue refused a message", error, { kind: message.kind });
  }
  try {
    await writeMessages(openDb(scope.env.DB), [message], scope);
  } catch (error) {
    scope.log.error("visitor message not stored", error, { kind: message.kind });
    throw new UnavailableError(30, error);
  }
}
