import type { UserId } from "../db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "../db/client.ts";
import type { FactorName } from "./change-factors.ts";

/** A passkey or an app, as its owner reads of it. Instants are epoch milliseconds. */
export interface OwnFactor extends FactorName {
  name: string;
  addedAt: number;
  usedAt: number | null;
  /** A passkey that its maker copies to the other devices of its owner. */
  isSynced: boolean;
}

/** The second factors of an account, oldest first, and how many recovery codes it has left of how many. */
export async function readFactors(
  db: Db,
  userId: UserId,
): Promise<{ factors: OwnFactor[]; codes: { left: number; all: number } }> {
  const passkeys = db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "used_at", "is_synced"])
    .where("user_id", "=", userId);
  const apps = db
    .selectFrom("authenticator_apps")
    .select(["id", "name", "created_at", "used_at"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null);
  const codes = db.selectFrom("recovery_codes").select("used_at").where("user_id", "=", userId);
  const [passkeyRows, appRows, codeRows] = await runBatch(db, [passkeys, apps, codes]);
  const factors: OwnFactor[] = [
    ...readRows(passkeys, passkeyRows).map((row) => toOwn("passkey", row, row.is_synced === 1)),
    ...readRows(apps, appRows).map((row) => toOwn("app", row, false)),
  ];
  const all = readRows(codes, codeRows);
  return {
    factors: factors.toSorted((a, b) => a.addedAt - b.addedAt),
    codes: { left: all.filter(({ used_at }) => used_at === null).length, all: all.length },
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
