import type { Compilable } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { newId } from "#worker/lib/ids.ts";

interface HistoryEntry {
  applicationId: ApplicationId;
  /** Null for the candidate and for the site itself. */
  actor: AccountId | null;
  /** Such as 'moved', 'assigned', 'tagged', 'merged', 'parted'. */
  kind: string;
  detail?: object;
}

/** The query that adds one line to the history of an application; it goes into the batch of the change. */
export function addHistory(db: Db, { applicationId, actor, kind, detail = {} }: HistoryEntry): Compilable {
  return db.insertInto("application_history").values({
    id: newId(),
    application_id: applicationId,
    at: now(),
    actor_id: actor,
    kind,
    detail: JSON.stringify(detail),
  });
}
