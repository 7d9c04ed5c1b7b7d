// Bundle: alone
import type { Role } from "#shared/permissions.ts";

/** The display name of a role, such as 'Marketing admin'. */
export function formatRole(role: Role): string {
  const words = role.replace("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
