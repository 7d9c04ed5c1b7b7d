import { isRole, type Role, superAdmin } from "#shared/permissions.ts";
import { sql } from "kysely";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

interface Sync {
  id: AccountId;
  /** The roles that the provider's groups can give at all. All others are not looked at. */
  governed: readonly Role[];
  /** The roles that the person's groups give. */
  wanted: readonly Role[];
}

/**
 * Grants and revokes the roles that OIDC_ROLES governs, so that the account has just those of its groups; who granted one
 * before does not matter. The last super admin keeps the role, which is logged.
 */
export async function syncRoles(db: Db, { id, governed, wanted }: Sync, scope: RequestScope): Promise<void> {
  const rows = await db.selectFrom("account_roles").select("role").where("account_id", "=", id).execute();
  const held = rows.map(({ role }) => role).filter(isRole);
  const granted = wanted.filter((role) => !held.includes(role));
  const revoked = held.filter((role) => governed.includes(role) && !wanted.includes(role));
  try {
    await changeRoles(db, { id, granted, revoked }, scope);
  } catch (error) {
    if (!/last_super_admin/.test(String(error))) throw error;
    scope.log.warn("the last super admin keeps the role that the provider does not give", { userId: id });
    await changeRoles(db, { id, granted, revoked: revoked.filter((role) => role !== superAdmin) }, scope);
  }
}

interface Change {
  id: AccountId;
  granted: readonly Role[];
  revoked: readonly Role[];
}

async function changeRoles(db: Db, { id, granted, revoked }: Change, { requestId }: RequestScope): Promise<void> {
  if (granted.length === 0 && revoked.length === 0) return;
  const at = now();
  await runRecorded(db, {
    actor: null,
    requestId,
    subject: id,
    audit: {
      action: "identity.roles_synced",
      detail: { granted: granted.join(" "), revoked: revoked.join(" ") },
    },
    queries: [
      ...granted.map((role) =>
        db
          .insertInto("account_roles")
          .values({ account_id: id, role, granted_by: null, granted_at: at })
          .onConflict((conflict) => conflict.doNothing()),
      ),
      ...revoked.map((role) => db.deleteFrom("account_roles").where("account_id", "=", id).where("role", "=", role)),
      db
        .updateTable("accounts")
        .set({ version: sql`version + 1`, updated_at: at })
        .where("id", "=", id),
    ],
  });
}
