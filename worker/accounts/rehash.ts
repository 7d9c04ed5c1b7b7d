import { recordAudit } from "../audit/record.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { Authenticated } from "./authenticate.ts";

interface Rehash extends Pick<Authenticated, "account" | "rehashed"> {
  requestId: string;
}

/** The queries that replace a hash of another cost; none where there is nothing to replace. */
export function storeRehash(db: Db, { account, rehashed, requestId }: Rehash) {
  if (rehashed === null) return [];
  return [
    db
      .updateTable("users")
      .set({ password_hash: rehashed, updated_at: now() })
      .where("id", "=", account.id)
      .where("password_hash", "=", account.password_hash),
    recordAudit(db, { action: "password.rehashed", actor: account.id, subject: account.id, requestId }),
  ];
}
