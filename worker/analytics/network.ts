/**
 * Names the network of a request for one day: a hash with a random key that is deleted after the day, so that nobody can
 * find the address afterwards, and hashes of two days cannot be matched.
 */
import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { encodeBase64url } from "#worker/lib/text/base64url.ts";
import { hashToNumber } from "./visit-key.ts";
import { onNewIsolate } from "#worker/lib/isolate-memory.ts";

/** The key of today, cached until the day ends. */
let known: { day: number; db: D1Database; secret: string } | undefined;
onNewIsolate(() => {
  known = undefined;
});

/**
 * The network as a whole number of 63 bits, in decimals; null while D1 does not answer, for a visit is worth more than the
 * limit of its network.
 */
export async function hashNetwork(
  db: Db,
  { DB }: Pick<Env, "DB">,
  { clientKey, at }: { clientKey: string; at: number },
): Promise<string | null> {
  const start = startOfDay(at);
  if (known?.day !== start || known.db !== DB) {
    const secret = await readSecret(db, start).catch(() => undefined);
    if (secret === undefined) return null;
    known = { day: start, db: DB, secret };
  }
  return hashToNumber(`${known.secret}\n${clientKey}`);
}

/** Of those who ask first on a day, all get the key of one. */
async function readSecret(db: Db, start: number): Promise<string | undefined> {
  const secret = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const read = db.selectFrom("network_keys").select("secret").where("day", "=", start);
  const stored = await read.executeTakeFirst();
  if (stored) return stored.secret;
  const write = db
    .insertInto("network_keys")
    .values({ day: start, secret })
    .onConflict((conflict) => conflict.doNothing());
  const [, rows] = await runBatch(db, [write, read]);
  return readRows(read, rows)[0]?.secret;
}

/** Midnight UTC of the day of `instant`. */
export function startOfDay(instant: number): number {
  return Math.floor(instant / day) * day;
}

/** True where the network of the visit at hand (`entry`) has brought too much today. */
export const isLimited = sql<boolean>`exists (
  select 1 from network_limits as beyond
  where beyond.day = entry.value ->> 'day' and beyond.network = cast(entry.value ->> 'network' as integer)
)`;
