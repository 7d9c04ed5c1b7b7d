import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

interface NewProfile {
  user: AccountId;
  /** As colleagues read it; null for none. */
  name: string | null;
  /** The IANA name of a time zone; null for the browser's. */
  timeZone: string | null;
}

/** Changes what the owner of an account says of themselves. The audit entry has neither of the two. */
export async function changeProfile(
  db: Db,
  { user, name, timeZone }: NewProfile,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  await runRecorded(db, {
    actor: user,
    requestId,
    subject: user,
    audit: { action: "account.changed" },
    queries: [db.updateTable("accounts").set({ name, time_zone: timeZone }).where("id", "=", user)],
  });
}
