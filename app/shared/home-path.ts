import { mayOpen, type Role, type StaffPage, staffPages } from "./permissions.ts";

const hubs: readonly StaffPage[] = ["/marketing-admin", "/talent-admin"];

/** The page for a user without a role. It says that they have none. */
export const rolelessHomePath = "/admin";

/** The page where a user with `roles` arrives after signing in: their hub, else the first page they may open. */
export function homePathFor(roles: readonly Role[]): StaffPage | typeof rolelessHomePath {
  return [...hubs, ...staffPages].find((page) => mayOpen(page, roles)) ?? rolelessHomePath;
}
