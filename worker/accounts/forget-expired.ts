import { openDb, runBatch } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { backoffMemory } from "./backoff.ts";

const day = 24 * 3_600_000;

/**
 * Deletes what has run out: sessions 30 days after their end (until then they explain the audit log), one-time tokens
 * a day after theirs, and sign-in backoff that has been quiet for a day.
 */
export async function forgetExpired(env: Env): Promise<void> {
  const db = openDb(env.DB);
  await runBatch(db, [
    db.deleteFrom("sessions").where("idle_expires_at", "<", now() - 30 * day),
    db.deleteFrom("one_time_tokens").where("expires_at", "<", now() - day),
    db.deleteFrom("sign_in_backoff").where("attempted_at", "<", now() - backoffMemory),
  ]);
}
