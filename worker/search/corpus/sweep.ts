import { hour, minute } from "#shared/dates/durations.ts";
import { type Db, openDb } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { openSearchDb, type SearchDb } from "../engine/search-db.ts";
import { hasDueFailure, needsVectors } from "../versions/keep-up.ts";
import { needsRelating } from "../related/relate-step.ts";
import { selectOpenRun } from "../versions/runs.ts";
import { findComparison } from "./compare.ts";
import { selectDue } from "./index-changes.ts";
import type { SearchMessage } from "./messages.ts";
import { deliver } from "./work.ts";

/** A run that has not moved for so long has lost its message: a message that is put back waits for five minutes at most. */
const patience = 8 * minute;
/** A change that is due for so long is not going to be indexed by itself. */
const overdue = hour;

/** Begins what is due, and takes up what has lost its message. */
export async function sweepSearch(db: Db, scope: RequestScope): Promise<object | void> {
  const searchDb = openSearchDb(scope.env.SEARCH_DB);
  const found = [
    await findChanges(db),
    await findComparison(scope),
    await findLostRun(searchDb, scope.env),
    await findMissing(searchDb),
  ];
  const messages = found.filter((message) => message !== null);
  await deliver(scope, messages);
  return messages.length > 0 ? { begun: messages.map(({ kind }) => kind) } : undefined;
}

async function findChanges(db: Db): Promise<SearchMessage | null> {
  const due = await selectDue(db, now()).select("key").limit(1).executeTakeFirst();
  return due ? { kind: "changes" } : null;
}

/** Without a queue there is no message to be lost: each run of the job goes on. */
async function findLostRun(db: SearchDb, { SEARCH_QUEUE }: Env): Promise<SearchMessage | null> {
  const run = await selectOpenRun(db).executeTakeFirst();
  if (run?.state !== "running" || (SEARCH_QUEUE && run.updated_at > now() - patience)) return null;
  return { kind: "run", run: run.id, step: run.step_number };
}

async function findMissing(db: SearchDb): Promise<SearchMessage | null> {
  const isBehind = (await needsVectors(db).executeTakeFirst()) !== undefined || (await hasDueFailure(db));
  if (isBehind) return { kind: "vectors" };
  return (await needsRelating(db).executeTakeFirst()) ? { kind: "related" } : null;
}

/** Has changes indexed at once, after a request that may have made some. The job finds what this does not. */
export async function askForIndexing(scope: RequestScope): Promise<void> {
  try {
    const message = await findChanges(openDb(scope.env.DB));
    if (message) await deliver(scope, [message]);
  } catch (error) {
    scope.log.error("changes not handed to the search", error);
  }
}

/** A change that should long be indexed. */
export function selectOverdueChange(db: Db) {
  return selectDue(db, now() - overdue)
    .select("key")
    .limit(1);
}
