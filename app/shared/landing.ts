import { mayOpen, type Role, type StaffPage, staffPages } from "./permissions.ts";

const hubs: readonly StaffPage[] = ["/marketing-admin", "/talent-admin"];

/** Where somebody without a role arrives: told that this is so. */
export const rolelessLanding = "/admin";

/** Where somebody holding `roles` arrives after signing in: their hub, else the first page they may open. */
export function findLanding(roles: readonly Role[]): StaffPage | typeof rolelessLanding {
  return [...hubs, ...staffPages].find((page) => mayOpen(page, roles)) ?? rolelessLanding;
}
