/** REQUIRE_SECOND_FACTOR: the roles whose holders must have a second factor, a list with commas or blanks. */
import { sql } from "kysely";
import { isRole, type Role, roles as allRoles } from "#shared/permissions.ts";
import type { Db } from "#worker/db/client.ts";

type RoleVariables = Pick<Cloudflare.Env, "REQUIRE_SECOND_FACTOR">;

/** The roles that it names, in the order of shared/permissions.ts. */
export function readRolesInNeed(env: RoleVariables): Role[] {
  const named = new Set(listNames(env));
  return allRoles.filter((role) => named.has(role));
}

/** True when one of `roles` must not be used without a second factor. */
export function needsSecondFactor(roles: readonly Role[], env: RoleVariables): boolean {
  return readRolesInNeed(env).some((role) => roles.includes(role));
}

/** The names in it that no role has, such as a misspelt one: they ask nobody for a second factor. */
export function listUnknownRoles(env: RoleVariables): string[] {
  return listNames(env).filter((name) => !isRole(name));
}

/** A row when it names a role that does not exist: for the health check. */
export function selectUnknownRole(db: Db, env: RoleVariables) {
  return listUnknownRoles(env).length === 0 ? null : db.selectNoFrom(sql.lit(1).as("trouble"));
}

function listNames({ REQUIRE_SECOND_FACTOR = "" }: RoleVariables): string[] {
  return REQUIRE_SECOND_FACTOR.split(/[\s,]+/).filter(Boolean);
}
