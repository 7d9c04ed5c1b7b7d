/** Who may give which roles to whom. It is apart from the permissions, because every public page carries those. */
import { type Role, roles, superAdmin } from "#shared/permissions.ts";

/** What each role opens, in a few words. */
export const roleLines: Readonly<Record<Role, string>> = {
  super_admin: "Everything, including removals and the audit log",
  marketing_admin: "Inbox, blog, analytics, embeddings",
  talent_admin: "Openings, and the accounts of talent and HR",
  HR: "Openings and applications",
};

/** The roles that who holds a role may invite, grant and revoke. A super admin may all; who is not named, none. */
const delegated: Partial<Record<Role, readonly Role[]>> = {
  marketing_admin: ["marketing_admin"],
  talent_admin: ["talent_admin", "HR"],
};

/** The roles that somebody who holds `held` may invite, grant and revoke. */
export function listGrantable(held: readonly Role[]): readonly Role[] {
  return held.includes(superAdmin) ? roles : roles.filter((role) => held.some((own) => delegated[own]?.includes(role)));
}

/** The roles of which one is needed to grant `role`. */
export function listGranters(role: Role): readonly Role[] {
  return roles.filter((held) => listGrantable([held]).includes(role));
}

/**
 * Why a caller may not change an account, or null when they may. Nobody changes their own roles or status, and nobody an
 * account that holds a role which they may not grant.
 */
export function explainUnchangeable(
  caller: { id: string; roles: readonly Role[] },
  account: { id: string; roles: readonly Role[] },
): "own account" | "role beyond one's own" | null {
  if (caller.id === account.id) return "own account";
  const grantable = listGrantable(caller.roles);
  return account.roles.every((role) => grantable.includes(role)) ? null : "role beyond one's own";
}
