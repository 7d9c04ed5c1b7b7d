import { may, type Permission, type Role } from "#shared/permissions.ts";

const hubs = [
  { path: "/marketing-admin", permission: "marketing.hub" },
  { path: "/talent-admin", permission: "talent.hub" },
] as const satisfies { path: string; permission: Permission }[];

/** Path that redirects to the first page that the user may open. It tells a user without a role that they have none. */
export const staffRoot = "/admin";

/** The page where a user with `roles` arrives after signing in: their hub, else the root of the staff area. */
export function chooseHomePath(roles: readonly Role[]): (typeof hubs)[number]["path"] | typeof staffRoot {
  return hubs.find(({ permission }) => may(roles, permission))?.path ?? staffRoot;
}
