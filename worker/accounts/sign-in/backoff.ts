/**
 * Delays between attempts, per bucket: five attempts are free, then 1 s, 2 s, 4 s ... up to five minutes. There is
 * never a permanent lockout. A correct password clears the count, and so does a day without attempts. An e-mail
 * address, known or not, is one bucket; a browser that has signed in with it before is another (see known-device.ts).
 */
import { sql } from "kysely";
import { day, minute } from "#shared/dates/durations.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { macText } from "#worker/lib/secrets.ts";

const freeAttempts = 5;
const longestDelay = 5 * minute;
/** The count expires after a day without an attempt. */
export const backoffMemory = day;

/** The bucket of an e-mail address. Without `secret` nobody can tell the address from it. */
export async function hashEmail(email: string, secret: string): Promise<string> {
  return macText(secret, "e-mail hash", email.toLowerCase());
}

/** Whole seconds until an attempt under `bucket` may be made; 0 when it may be now. */
export async function readDelay(db: Db, bucket: string): Promise<number> {
  const row = await db
    .selectFrom("sign_in_backoff")
    .select("blocked_until")
    .where("email_hash", "=", bucket)
    .executeTakeFirst();
  return Math.max(0, Math.ceil(((row?.blocked_until ?? 0) - now()) / 1000));
}

/**
 * The query that counts an attempt before its password is checked, so that concurrent guesses count too. It returns a
 * row, or none while the bucket must wait.
 */
export function claimAttempt(db: Db, bucket: string) {
  const at = now();
  const forgiven = sql<boolean>`attempted_at < ${at - backoffMemory}`;
  const delay = sql`min(${longestDelay}, 1000 << min(failed_count - ${freeAttempts}, 10))`;
  return db
    .insertInto("sign_in_backoff")
    .values({ email_hash: bucket, failed_count: 1, attempted_at: at, blocked_until: at })
    .onConflict((conflict) =>
      conflict
        .column("email_hash")
        .doUpdateSet({
          failed_count: sql`CASE WHEN ${forgiven} THEN 1 ELSE failed_count + 1 END`,
          attempted_at: at,
          blocked_until: sql`CASE WHEN ${forgiven} OR failed_count < ${freeAttempts} THEN ${at} ELSE ${at} + ${delay} END`,
        })
        .where("sign_in_backoff.blocked_until", "<=", at),
    )
    .returning("failed_count");
}

/** The query that clears the attempts under `bucket`. */
export function clearAttempts(db: Db, bucket: string) {
  return db.deleteFrom("sign_in_backoff").where("email_hash", "=", bucket);
}
