import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { FactorName } from "./change-factors.ts";
import { isWorkingCode } from "./recovery-codes.ts";

/** A passkey or an app, as its owner reads of it. Instants are epoch milliseconds. */
export interface OwnFactor extends FactorName {
  name: string;
  addedAt: number;
  usedAt: number | null;
  /** A passkey that its maker copies to the other devices of its owner. */
  isSynced: boolean;
}

/** How the recovery codes of an account stand. */
export interface OwnCodes {
  /** Those that are not used, and work. */
  left: number;
  /** Those that were made. */
  all: number;
  /** The secret that made them was replaced: they work no longer ("over"), or only until the former one is over ("ending"). */
  secret: "current" | "ending" | "over";
}

/** The second factors of an account, oldest first, and its recovery codes. */
export async function readFactors(
  db: Db,
  userId: AccountId,
  env: Env,
): Promise<{ factors: OwnFactor[]; codes: OwnCodes }> {
  const passkeys = db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "used_at", "is_synced"])
    .where("account_id", "=", userId);
  const apps = db
    .selectFrom("authenticator_apps")
    .select(["id", "name", "created_at", "used_at"])
    .where("account_id", "=", userId)
    .where("confirmed_at", "is not", null);
  const codes = db
    .selectFrom("recovery_codes")
    .select([
      "used_at",
      (await isWorkingCode(env)).as("works"),
      (await isWorkingCode(env, { current: true })).as("stays"),
    ])
    .where("account_id", "=", userId);
  const [passkeyRows, appRows, codeRows] = await runBatch(db, [passkeys, apps, codes]);
  const factors: OwnFactor[] = [
    ...readRows(passkeys, passkeyRows).map((row) => toOwn("passkey", row, row.is_synced === 1)),
    ...readRows(apps, appRows).map((row) => toOwn("app", row, false)),
  ];
  const all = readRows(codes, codeRows);
  return {
    factors: factors.toSorted((a, b) => a.addedAt - b.addedAt),
    codes: {
      left: all.filter(({ used_at, works }) => used_at === null && works).length,
      all: all.length,
      // All of an account's codes are made at once.
      secret: all.every(({ stays }) => stays) ? "current" : all.every(({ works }) => works) ? "ending" : "over",
    },
  };
}

interface Row {
  id: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

function toOwn(kind: OwnFactor["kind"], { id, name, created_at, used_at }: Row, isSynced: boolean): OwnFactor {
  return { kind, id, name, addedAt: created_at, usedAt: used_at, isSynced };
}
