import { sql } from "kysely";
import { data, type RouterContextProvider } from "react-router";
import { findLocale } from "#shared/dates/find-locale.ts";
import { may } from "#shared/permissions.ts";
import { staffContext } from "#app/staff/guard.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { HubReader, HubSource, PlannedQueue, QueueView } from "./queues/queue.ts";

interface LoaderArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Answers the loader of a hub: what waits in the queues that the caller may see, or null and 503 where D1 does not answer. */
export async function loadHub(sources: readonly HubSource[], { context, request }: LoaderArgs) {
  const { roles, user, timeZone } = context.get(staffContext);
  const { env, log } = context.get(requestScope);
  const locale = findLocale(request.headers.get("Accept-Language"));
  const at = now();
  const reader: HubReader = { id: user.id as AccountId, at, zone: timeZone ?? "UTC", locale, env };
  const open = sources.filter(({ needs }) => may(roles, needs.read));
  const readAt = toInstant(at, locale);
  try {
    const queues = await readQueues(openDb(env.DB), open, reader);
    const mayDo = (source: string) => open.some(({ id, needs }) => id === source && may(roles, needs.write));
    return data({
      roles,
      readAt,
      queues: queues.map((queue) => (mayDo(queue.source) ? queue : withoutActions(queue))),
    });
  } catch (error) {
    log.error("queues of a hub not read", error);
    return data({ roles, readAt, queues: null }, { status: 503 });
  }
}

function withoutActions({ items, ...queue }: QueueView): QueueView {
  return { ...queue, items: items.map((item) => ({ ...item, actions: [] })) };
}

/** Every queue of `sources` with its first items: a query for each source, in one trip. */
async function readQueues(db: Db, sources: readonly HubSource[], reader: HubReader): Promise<QueueView[]> {
  const planned = sources.map((source) => ({ source: source.id, queues: source.plan(db, reader) }));
  const results = await runBatch(
    db,
    planned.map(({ queues }) => selectQueues(db, queues)),
  );
  return planned.flatMap(({ source, queues }, at) => {
    const row = results[at]?.results[0] as Record<string, number | string> | undefined;
    return queues.map(({ key, title, isUrgent = false, to, show }, place) => ({
      source,
      key,
      title,
      isUrgent,
      to,
      count: Number(row?.[`count_${place}`]),
      items: show(String(row?.[`items_${place}`])),
    }));
  });
}

function selectQueues(db: Db, queues: readonly PlannedQueue[]) {
  return db.selectNoFrom(
    queues.flatMap(({ count, items }, place) => [
      sql<number>`${count}`.as(`count_${place}`),
      sql<string>`${items}`.as(`items_${place}`),
    ]),
  );
}
