import { type Db, openDb } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { findComparison } from "./compare.ts";
import { selectDue } from "./index-changes.ts";
import type { SearchMessage } from "./messages.ts";
import { deliver } from "./work.ts";

/** What waits for the index, and what has lost its message. */
export async function sweepSearch(db: Db, scope: RequestScope): Promise<object | void> {
  const comparison = await findComparison(scope);
  const due = await selectDue(db, now()).select("key").limit(1).executeTakeFirst();
  const messages: SearchMessage[] = [
    ...(due ? [{ kind: "changes" } as const] : []),
    ...(comparison ? [comparison] : []),
  ];
  await deliver(scope, messages);
  return messages.length > 0 ? { begun: messages.map(({ kind }) => kind) } : undefined;
}

/** Has changes indexed at once, after a request that may have made some. The job finds what this does not. */
export async function askForIndexing(scope: RequestScope): Promise<void> {
  try {
    const due = await selectDue(openDb(scope.env.DB), now()).select("key").limit(1).executeTakeFirst();
    if (due) await deliver(scope, [{ kind: "changes" }]);
  } catch (error) {
    scope.log.error("changes not handed to the search", error);
  }
}
