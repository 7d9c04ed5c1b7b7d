import { sql } from "kysely";
import { hour, minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { RequestScope } from "../lib/scope.ts";
import { mayLeave } from "./outbox.ts";
import { blank, isMailConfigured, sendMail } from "./send-mail.ts";

/** A claim that is older belongs to a Worker that is gone. */
const abandonedAfterMs = 15 * minute;
const mostAtOnce = 50;
/** After so many in a row the transport is down, and each further try may wait for minutes: the rest is for the next run. */
const mostRefused = 3;

/**
 * Sends what is due in the outbox, for queues that lost a message or refused one, and closes abandoned claims: such a
 * mail may have left, so a person decides whether it goes out again. Blanks the texts whose purge time has come.
 */
export async function sweepOutbox(
  db: Db,
  scope: RequestScope,
): Promise<{ sent: number; waiting: number; unconfirmed: number; purged: number }> {
  const abandoned = await db
    .updateTable("outbox")
    .set({ state: "unconfirmed" })
    .where("state", "=", "sending")
    .where("due_at", "<", now() - abandonedAfterMs)
    .returning("id")
    .execute();
  const purged = await purgeMails(db);
  const due = isMailConfigured(scope.env)
    ? await db
        .selectFrom("outbox")
        .select("id")
        .where("state", "=", "waiting")
        .where("due_at", "<=", now())
        .where(mayLeave())
        .orderBy("due_at")
        .limit(mostAtOnce)
        .execute()
    : [];
  let sent = 0;
  let refused = 0;
  for (const { id } of due) {
    const outcome = await sendMail(db, { id }, scope);
    if (outcome === "sent") sent += 1;
    refused = outcome === "retry" ? refused + 1 : 0;
    if (refused === mostRefused) break;
  }
  return { sent, waiting: due.length - sent, unconfirmed: abandoned.length, purged };
}

/** Blanks the texts whose purge time has come; what still waited counts as failed. Returns how many. */
async function purgeMails(db: Db): Promise<number> {
  const purged = await db
    .updateTable("outbox")
    .set(({ ref }) => ({
      ...blank,
      state: sql`case ${ref("state")} when 'waiting' then 'failed' else ${ref("state")} end`,
      last_error: sql`case ${ref("state")} when 'waiting' then 'It was not sent in time.' else ${ref("last_error")} end`,
    }))
    .where("purge_at", "<=", now())
    .where("html", "<>", "")
    // It is being sent now; the next run blanks it.
    .where("state", "<>", "sending")
    .returning("id")
    .execute();
  return purged.length;
}

/** Mail that has been due for an hour and has not left; null where this deployment can send none. */
export function selectOverdueMail(db: Db, env: Env) {
  if (!isMailConfigured(env)) return null;
  return db
    .selectFrom("outbox")
    .select("id")
    .where("state", "=", "waiting")
    .where("due_at", "<", now() - hour)
    .where(mayLeave())
    .limit(1);
}
