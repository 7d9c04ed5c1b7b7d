import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { listMigrations, readVersion } from "./version.ts";

/** Notes when this version was first at work, and forgets the jobs that it does not have. Nothing is written after that. */
export async function noteDeployment(db: Db, { subjects }: Pick<RequestScope, "subjects">): Promise<boolean> {
  const written = await db
    .insertInto("deployments")
    .values({ version: readVersion(), first_at: now(), migration: listMigrations().at(-1) ?? "" })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .returning("version")
    .executeTakeFirst();
  if (!written) return false;
  const names = subjects.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
  await db.deleteFrom("job_runs").where("name", "not in", names).execute();
  return true;
}
