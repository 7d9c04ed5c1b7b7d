import { type Doer, runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { ConflictError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { FunnelStep } from "./figures/types.ts";

export interface Funnel {
  id: string;
  version: number;
  name: string;
  steps: readonly FunnelStep[];
}

type FunnelInput = Pick<Funnel, "name" | "steps">;
type Known = Pick<Funnel, "id" | "version">;

/** More than a list without search can hold. */
export const mostFunnels = 50;

const conflict = "This funnel has changed since you opened it. Open it again to see what it is now.";

/** The funnels that staff have made, by name. */
export async function listFunnels(db: Db): Promise<Funnel[]> {
  const rows = await db
    .selectFrom("funnels")
    .select(["id", "version", "name", "steps"])
    .orderBy("name")
    .orderBy("id")
    .limit(mostFunnels)
    .execute();
  return rows.map(({ id, version, name, steps }) => ({ id, version, name, steps: JSON.parse(steps) as FunnelStep[] }));
}

/**
 * Adds a funnel for all who read the figures. Returns its id.
 * @throws {ConflictError} when there are too many
 */
export async function addFunnel(db: Db, { name, steps }: FunnelInput, doer: Doer): Promise<string> {
  const id = newId();
  const { count } = await db
    .selectFrom("funnels")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= mostFunnels)
    throw new ConflictError(`There are ${mostFunnels} funnels already. Delete one of them first.`);
  const values = { id, name, steps: JSON.stringify(steps), created_by: doer.actor, created_at: now() };
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "funnel.added" },
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
export async function deleteFunnel(db: Db, { id, version }: Known, doer: Doer): Promise<void> {
  await runVersioned(db, {
    ...doer,
    table: "funnels",
    id,
    version,
    set: {},
    audit: { action: "funnel.deleted" },
    conflict,
    queries: [db.deleteFrom("funnels").where("id", "=", id)],
  });
}
