import { day } from "#shared/dates/durations.ts";
import { recordAuditWhen } from "#worker/audit/record.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { keyLife, makeSigningKey } from "./signing-keys.ts";

const retiredLifetime = day;

/**
 * Rotates the keys when the current one is 30 days old: the next key signs, the current one still verifies for
 * `retiredGrace`, and a new next key is published before its use. Safe to run twice at once.
 */
export async function rotateSigningKeys(
  db: Db,
  { env, requestId }: { env: Env; requestId: string },
): Promise<"unchanged" | "rotated"> {
  const keys = await db.selectFrom("signing_keys").select(["kid", "state", "activated_at"]).execute();
  const current = keys.find((key) => key.state === "current");
  const next = keys.find((key) => key.state === "next");
  const prune = db.deleteFrom("signing_keys").where("retired_at", "<", now() - retiredLifetime);
  if (!current || (current.activated_at ?? 0) > now() - keyLife) {
    await prune.execute();
    return "unchanged";
  }
  const made = next ? null : await makeSigningKey(env, "next");
  const heir = next ?? made;
  const isCurrent = db.selectFrom("signing_keys").select("kid").where("kid", "=", current.kid);
  await runBatch(db, [
    prune,
    ...(made ? [db.insertInto("signing_keys").orIgnore().values(made)] : []),
    recordAuditWhen(db, isCurrent.where("state", "=", "current"), {
      action: "signing_key.rotated",
      actor: null,
      subject: current.kid,
      requestId,
    }),
    db
      .updateTable("signing_keys")
      .set({ state: "retired", retired_at: now() })
      .where("kid", "=", current.kid)
      .where("state", "=", "current"),
    db
      .updateTable("signing_keys")
      .set({ state: "current", activated_at: now() })
      .where("kid", "=", heir?.kid ?? "")
      .where("state", "=", "next"),
    db
      .insertInto("signing_keys")
      .orIgnore()
      .values(await makeSigningKey(env, "next")),
  ]);
  return "rotated";
}
