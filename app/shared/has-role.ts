import type { Role } from "./permissions.ts";

/**
 * True when `held` contains `role`; super_admin passes every check. In a file of its own, because the public header
 * uses it and must not load the table of staff pages.
 */
export function hasRole(role: Role, held: readonly Role[]): boolean {
  return held.includes(role) || held.includes("super_admin");
}
