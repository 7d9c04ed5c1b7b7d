import { mayOpen, type Role, type StaffPage, staffPages } from "./permissions.ts";

const hubs: readonly StaffPage[] = ["/marketing-admin", "/talent-admin"];

/** Where somebody holding `roles` arrives after signing in: their hub, else the first page they may open, else home. */
export function findLanding(roles: readonly Role[]): StaffPage | "/" {
  return [...hubs, ...staffPages].find((page) => mayOpen(page, roles)) ?? "/";
}
