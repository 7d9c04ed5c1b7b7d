import { isRestoring } from "./backups/is-restoring.ts";
import { consumeFailedMessages, deadSuffix } from "#worker/failed-messages/store.ts";
import { UnknownQueueError } from "./lib/errors.ts";
import type { RequestScope } from "./lib/scope.ts";
import { nameQueue } from "./lib/stage.ts";
import type { QueueConsumer, Subject } from "./lib/subject.ts";

type Consume = QueueConsumer["consume"];

/** What reads each queue of the subjects, and the queue of its failed messages. */
export function listConsumers(subjects: readonly Subject[]): ReadonlyMap<string, Consume> {
  const own = subjects.flatMap(({ consumers = {} }) => Object.entries(consumers));
  return new Map(
    own.flatMap(([queue, { consume }]): [string, Consume][] => [
      [queue, consume],
      [queue + deadSuffix, consumeFailedMessages],
    ]),
  );
}

/**
 * Hands a batch to the consumer of its queue.
 * @throws {UnknownQueueError} when no subject reads it; the platform brings the batch again, so that nothing is lost
 */
export async function consumeBatch(batch: MessageBatch, scope: RequestScope): Promise<void> {
  const queue = nameQueue(batch.queue, scope.env);
  const consume = listConsumers(scope.subjects).get(queue);
  if (!consume) throw new UnknownQueueError(batch.queue);
  if (await isRestoring(scope.env)) return batch.retryAll({ delaySeconds: 300 });
  await consume(queue === batch.queue ? batch : renameBatch(batch, queue), scope);
}

function renameBatch(batch: MessageBatch, queue: string): MessageBatch {
  const { messages, metadata } = batch;
  return {
    queue,
    messages,
    metadata,
    ackAll: () => batch.ackAll(),
    retryAll: (options) => batch.retryAll(options),
  };
}
