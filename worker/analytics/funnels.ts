import { sql } from "kysely";
import { deleteVersioned, type Doer, runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { type Funnel, mostFunnels } from "./list-funnels.ts";

type FunnelInput = Pick<Funnel, "name" | "steps">;
type Known = Pick<Funnel, "id" | "version">;

const conflict = "This funnel has changed since you opened it. Open it again to see what it is now.";

/**
 * Adds a funnel for all who read the figures. Returns its id.
 * @throws {ConflictError} when there are too many
 */
export async function addFunnel(db: Db, { name, steps }: FunnelInput, doer: Doer): Promise<string> {
  const id = newId();
  const values = { id, name, steps: JSON.stringify(steps), created_by: doer.actor, created_at: now() };
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "funnel.added" },
    given: {
      rows: sql`(select 1 where (select count(*) from funnels) < ${mostFunnels})`,
      conflict: `There are ${mostFunnels} funnels already. Delete one of them first.`,
    },
    queries: [db.insertInto("funnels").values(values)],
  });
  return id;
}

/**
 * Changes a funnel. Returns its new version.
 * @throws {ConflictError} when it has changed since
 * @throws {NotFoundError} when it is gone
 */
export async function changeFunnel(
  db: Db,
  { id, version, name, steps }: FunnelInput & Known,
  doer: Doer,
): Promise<number> {
  return runVersioned(db, {
    ...doer,
    table: "funnels",
    id,
    version,
    set: { name, steps: JSON.stringify(steps) },
    audit: { action: "funnel.changed" },
    conflict,
  });
}

/** Deletes a funnel; errors as `changeFunnel`. */
export async function deleteFunnel(db: Db, known: Known, doer: Doer): Promise<void> {
  const audit = { action: "funnel.deleted" } as const;
  await deleteVersioned(db, { ...doer, ...known, table: "funnels", audit, conflict });
}
