import { listGrantable, roleLines } from "#shared/accounts/delegation.ts";
import { type Role, roles } from "#shared/permissions.ts";

/** A role as a form offers it. */
export type RoleOption = ReturnType<typeof listRoleOptions>[number];

/**
 * Every role, and why somebody who holds `held` may not give or take it. Loaders call it: what it needs of the
 * permissions does not go to browsers, because public pages load the same file.
 */
export function listRoleOptions(held: readonly Role[]) {
  const grantable = listGrantable(held);
  return roles.map((role) => ({
    role,
    line: roleLines[role],
    unavailable: grantable.includes(role) ? undefined : "Only somebody with more rights may give or take it.",
  }));
}
