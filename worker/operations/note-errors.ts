import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { type Db, openDb, runBatch } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { NotedError } from "../lib/log.ts";
import type { RequestBasics } from "../lib/scope.ts";
import { hashText } from "../lib/text/hash-text.ts";
import { type DescribedError, describeError } from "./describe-error.ts";
import { readVersion } from "./version.ts";
import { onNewIsolate } from "../lib/isolate-memory.ts";

/** New groups within a day; further errors are counted as one group. */
const mostGroupsADay = 200;
/** Writes of one isolate within a minute. What comes above it waits in memory for the next write. */
const mostWritesAMinute = 6;
/** Groups that wait, and that one write takes. */
const mostAtOnce = 20;

interface Counted extends DescribedError {
  count: number;
  requestId: string;
  at: number;
}

/** What this isolate has not written yet, by fingerprint. */
let waiting = new Map<string, Counted>();
let writes = { since: 0, count: 0 };
/** While the database does not answer, nobody asks it to note that it does not. */
let restsUntil = 0;
onNewIsolate(() => {
  waiting = new Map();
  writes = { since: 0, count: 0 };
  restsUntil = 0;
});

/** For errors beyond `mostGroupsADay`. */
const others: DescribedError = {
  event: "further errors",
  name: "",
  message: "More kinds of errors than are told apart in a day. The logs have them.",
  place: "",
  frames: "",
};

/**
 * Counts errors for /operations, in at most one write. It never throws: what cannot be written waits for the next
 * error, if there is room. The logs have each one in any case.
 */
export async function noteErrors(
  noted: readonly NotedError[],
  { env, requestId }: Pick<RequestBasics, "env" | "requestId">,
): Promise<void> {
  for (const error of noted) await countError(describeError(error), requestId);
  if (!(await takeTurn(env))) return;
  const taken = waiting;
  waiting = new Map();
  try {
    await writeCounted(openDb(env.DB), taken);
  } catch {
    restsUntil = now() + minute;
    for (const [fingerprint, counted] of taken) keep(fingerprint, counted);
  }
}

async function countError(described: DescribedError, requestId: string): Promise<void> {
  keep(await nameGroup(described), { ...described, count: 1, requestId, at: now() });
}

function keep(fingerprint: string, counted: Counted): void {
  const known = waiting.get(fingerprint);
  if (known) waiting.set(fingerprint, { ...counted, count: known.count + counted.count });
  else if (waiting.size < mostAtOnce) waiting.set(fingerprint, counted);
}

/** True when this isolate, and this place of the network, may write now. */
async function takeTurn({ SIGN_IN_LIMIT }: Pick<Env, "SIGN_IN_LIMIT">): Promise<boolean> {
  const at = now();
  if (at < restsUntil) return false;
  if (at - writes.since >= minute) writes = { since: at, count: 0 };
  if (writes.count >= mostWritesAMinute) return false;
  writes.count += 1;
  const { success } = await SIGN_IN_LIMIT.limit({ key: "operations:errors" }).catch(() => ({ success: true }));
  return success;
}

/** The same for errors with the same cause, wherever and whenever they happen. */
async function nameGroup({ event, name, message, place }: DescribedError): Promise<string> {
  return (await hashText([event, name, message, place].join("\n"))).slice(0, 16);
}

async function writeCounted(db: Db, taken: ReadonlyMap<string, Counted>): Promise<void> {
  const rows = [...taken];
  if (rows.length === 0) return;
  const overflow = await nameGroup(others);
  await runBatch(
    db,
    rows.flatMap(([fingerprint, counted]) => [
      planGroup(
        db,
        fingerprint,
        counted,
        sql<boolean>`(
        exists (select 1 from error_groups where fingerprint = ${fingerprint})
        or (select count(*) from error_groups where first_at > ${counted.at - day}) < ${mostGroupsADay})`,
      ),
      // What has no group by now is one of the others.
      planGroup(
        db,
        overflow,
        { ...counted, ...others },
        sql<boolean>`not exists (select 1 from error_groups where fingerprint = ${fingerprint})`,
      ),
      planHour(db, { fingerprint, overflow }, counted),
    ]),
  );
}

function planGroup(db: Db, fingerprint: string, counted: Counted, condition: ReturnType<typeof sql<boolean>>) {
  const { event, name, message, place, frames, requestId, at } = counted;
  const newest = { frames, request_id: requestId, version: readVersion(), last_at: at };
  const row = { fingerprint, event, name, message, place, first_at: at, ...newest };
  const columns = Object.keys(row) as (keyof typeof row)[];
  return db
    .insertInto("error_groups")
    .columns(columns)
    .expression(db.selectNoFrom(columns.map((column) => sql.val(row[column]).as(column))).where(condition))
    .onConflict((conflict) => conflict.column("fingerprint").doUpdateSet(newest));
}

function planHour(db: Db, names: { fingerprint: string; overflow: string }, { count, at }: Counted) {
  const { fingerprint, overflow } = names;
  const group = sql<string>`coalesce((select fingerprint from error_groups where fingerprint = ${fingerprint}), ${overflow})`;
  return db
    .insertInto("error_hours")
    .values({ fingerprint: group, hour_at: at - (at % hour), count })
    .onConflict((conflict) =>
      conflict.columns(["fingerprint", "hour_at"]).doUpdateSet({ count: sql`error_hours.count + excluded.count` }),
    );
}
