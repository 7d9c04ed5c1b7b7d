import type { Role } from "./permissions.ts";

/**
 * True when `held` contains `role`; super_admin passes every check. Stands apart from the table of staff pages, because
 * the public header asks it too, and nothing else of that table is a public page's business.
 */
export function hasRole(role: Role, held: readonly Role[]): boolean {
  return held.includes(role) || held.includes("super_admin");
}
