import { retention } from "../../worker/hiring/applications/retention-rules.ts";
import type { Db } from "../../worker/db/client.ts";
import { createLogger } from "../../worker/lib/log.ts";
import type { RequestScope } from "../../worker/lib/scope.ts";
import { readLength, terms } from "../../worker/lib/terms.ts";
import { pruneRows } from "../../worker/privacy/prune-rows.ts";

/**
 * For browser tests: lets the applications from `email` become as old as if their term had passed since yesterday, and lets the rules
 * of retention for applications do what the hourly job does with them. No cookies come of it.
 */
export async function passTerm(db: Db, env: Env, { email }: { email: string }): Promise<string[]> {
  const ago = readLength(terms.hiredApplications) + 24 * 3_600_000;
  await db
    .updateTable("applications")
    .set(({ eb }) => ({
      received_at: eb("received_at", "-", ago),
      stage_since: eb("stage_since", "-", ago),
      ended_at: eb("ended_at", "-", ago),
      updated_at: eb("updated_at", "-", ago),
    }))
    .where("email", "=", email)
    .execute();
  const scope = { env, log: createLogger("tests"), subjects: [{ retention }] };
  await pruneRows(db, scope as unknown as RequestScope);
  return [];
}
