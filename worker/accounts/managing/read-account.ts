import { isFlagged } from "#worker/audit/unusual.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { parseAccount, selectShown } from "./list-accounts.ts";
import { isOpenSession } from "../sessions/sessions.ts";
import type { StandingTerms } from "./account-columns.ts";

/** Sessions that are shown of an account, the last used first. */
const sessionsShown = 20;

export type ReadAccount = NonNullable<Awaited<ReturnType<typeof readUser>>>;

/**
 * One account with its open sessions and with what would be left without an owner: three queries in one round trip.
 * Null when there is none.
 */
export async function readUser(db: Db, { id, terms }: { id: AccountId; terms: StandingTerms }) {
  const found = selectShown(db, terms).where("accounts.id", "=", id);
  const open = db
    .selectFrom("sessions")
    .select(["id", "created_at", "refreshed_at", "device", "place"])
    .select(isFlagged("sessions.id", "new country").as("is_new_country"))
    .where("sessions.account_id", "=", id)
    .where(isOpenSession(now()))
    .orderBy("refreshed_at", "desc")
    .limit(sessionsShown);
  const owned = db
    .selectFrom("enquiries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("owner_id", "=", id);
  const results = await runBatch(db, [found, open, owned]);
  const [user] = readRows(found, results[0]);
  if (!user) return null;
  return {
    ...parseAccount(user),
    open: user.status === "active" ? readRows(open, results[1]) : [],
    enquiries: readRows(owned, results[2])[0]?.count ?? 0,
  };
}

/** True for a text that the id of an account could be. */
export function isAccountId(text: string): text is AccountId {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
