import type { RevokedReason, SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";

interface Ending {
  id: AccountId;
  /** The address of the account: its links are found by it. */
  email: string;
  reason: RevokedReason;
  /** The one session that goes on. */
  except?: SessionId | undefined;
}

/**
 * The queries that end what was opened with a former password or under a former address: sessions, sign-ins that wait for a
 * second proof, API tokens, and links for the account, except invitations, which others gave.
 */
export function endAccess(db: Db, { id, email, reason, except }: Ending) {
  const sessions = db
    .updateTable("sessions")
    .set({ revoked_at: now(), revoked_reason: reason })
    .where("account_id", "=", id)
    .where("revoked_at", "is", null);
  return [
    except === undefined ? sessions : sessions.where("id", "<>", except),
    db.deleteFrom("pending_sign_ins").where("account_id", "=", id),
    db
      .updateTable("api_tokens")
      .set({ revoked_at: now() })
      .where("account_id", "=", id)
      .where("revoked_at", "is", null),
    db
      .updateTable("one_time_tokens")
      .set({ consumed_at: now() })
      .where(({ or, eb }) => or([eb("account_id", "=", id), eb("email", "=", email)]))
      .where("purpose", "<>", "invite")
      .where("consumed_at", "is", null),
  ];
}
