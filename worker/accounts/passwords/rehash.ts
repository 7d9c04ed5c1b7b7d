import { recordAudit } from "#worker/audit/record.ts";
import type { Db } from "#worker/db/client.ts";
import type { Authenticated } from "../sessions/authenticate.ts";

interface Rehash extends Pick<Authenticated, "account" | "rehashed"> {
  requestId: string;
  /** The instant of the step that it is part of, in epoch milliseconds: what is pending ends with any later change. */
  at: number;
}

/** The queries that replace a hash of another cost; none where there is nothing to replace. */
export function storeRehash(db: Db, { account, rehashed, requestId, at }: Rehash) {
  if (rehashed === null) return [];
  return [
    db
      .updateTable("accounts")
      .set({ password_hash: rehashed, updated_at: at })
      .where("id", "=", account.id)
      .where("password_hash", "=", account.password_hash),
    recordAudit(db, { action: "password.rehashed", actor: account.id, subject: account.id, requestId }),
  ];
}
