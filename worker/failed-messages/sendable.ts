import { sql } from "kysely";
import type { RequestScope } from "#worker/lib/scope.ts";

/** How many messages one press on "Send all again" puts back. */
export const sentAtOnce = 100;

type Queues = Pick<RequestScope, "env" | "subjects">;

/** The queue of that name, if a subject of this deployment reads it. */
export function findProducer(queue: string, { env, subjects }: Queues): Queue | undefined {
  return subjects.flatMap(({ consumers = {} }) => consumers[queue] ?? [])[0]?.producer(env);
}

/** Messages that can be sent again: their bodies were stored, and there is a queue to send them to. */
export function canBeSent(scope: Queues) {
  const names = scope.subjects.flatMap(({ consumers = {} }) => Object.keys(consumers));
  const queues = names.filter((name) => findProducer(name, scope) !== undefined);
  // SQLite takes an empty list.
  return sql<boolean>`(failed_messages.body is not null and failed_messages.queue in (${sql.join(queues)}))`;
}
