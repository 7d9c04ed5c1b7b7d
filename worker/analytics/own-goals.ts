import { sql } from "kysely";
import { deleteVersioned, type Doer, runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { listTerms } from "./figures/terms.ts";
import type { OwnGoal } from "./figures/types.ts";

type GoalInput = Pick<OwnGoal, "name" | "step">;
type Known = Pick<OwnGoal, "id" | "version">;

/** Each of them is looked for in the same pass over the events, and is a row of the panel. */
const mostGoals = 20;

const conflict = "This goal has changed since you opened it. Open it again to see what it is now.";

/**
 * Adds a goal for all who read the figures. It counts visits from before, too. Returns its id.
 * @throws {ConflictError} when there are too many
 */
export async function addGoal(db: Db, { name, step }: GoalInput, doer: Doer): Promise<string> {
  const id = newId();
  const values = { id, name, ...writeStep(step), created_by: doer.actor, created_at: now() };
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "goal.added" },
    given: {
      rows: sql`(select 1 where (select count(*) from own_goals) < ${mostGoals})`,
      conflict: `There are ${mostGoals} goals of your own. Delete one of them first.`,
    },
    queries: [db.insertInto("own_goals").values(values)],
  });
  return id;
}

/**
 * Changes a goal. Returns its new version.
 * @throws {ConflictError} when it has changed since
 * @throws {NotFoundError} when it is gone
 */
export async function changeGoal(db: Db, { id, version, name, step }: GoalInput & Known, doer: Doer): Promise<number> {
  return runVersioned(db, {
    ...doer,
    table: "own_goals",
    id,
    version,
    set: { name, ...writeStep(step) },
    audit: { action: "goal.changed" },
    conflict,
  });
}

/** Deletes a goal; errors as `changeGoal`. */
export async function deleteGoal(db: Db, known: Known, doer: Doer): Promise<void> {
  const audit = { action: "goal.deleted" } as const;
  await deleteVersioned(db, { ...doer, ...known, table: "own_goals", audit, conflict });
}

function writeStep(step: OwnGoal["step"]) {
  const { pages, events } = listTerms([step]);
  return { step: JSON.stringify(step), pages: JSON.stringify(pages), events: JSON.stringify(events) };
}
