import { sql } from "kysely";
import { isRole, type Role } from "#app/shared/permissions.ts";
import type { Db } from "../db/client.ts";
import type { UserStatus } from "../db/accounts-tables.ts";

/** What staff may see of an account; instants are epoch milliseconds. */
export interface ListedUser {
  id: string;
  email: string;
  /** The user's name for colleagues; null if not set. */
  name: string | null;
  status: UserStatus;
  roles: Role[];
  createdAt: number;
  /** When the password was last given; null if never. */
  signedInAt: number | null;
}

export const usersPerPage = 25;

/** One page (from 1) of all accounts by e-mail address, with the number of accounts in all. */
export async function listUsers(db: Db, { page }: { page: number }): Promise<{ users: ListedUser[]; total: number }> {
  const counted = db.selectFrom("users").select(({ fn }) => fn.countAll<number>().as("total"));
  const listed = db
    .selectFrom("users")
    .select((query) => [
      "id",
      "email",
      "name",
      "status",
      "created_at",
      "signed_in_at",
      query
        .selectFrom("user_roles")
        .whereRef("user_roles.user_id", "=", "users.id")
        .select(sql<string>`json_group_array(role ORDER BY role)`.as("roles"))
        .as("roles"),
    ])
    .orderBy("email")
    .limit(usersPerPage)
    .offset((page - 1) * usersPerPage);
  const [rows, { total }] = await Promise.all([listed.execute(), counted.executeTakeFirstOrThrow()]);
  const users = rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    status: row.status,
    roles: parseRoles(row.roles),
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
  }));
  return { users, total };
}

function parseRoles(json: string | null): Role[] {
  return (JSON.parse(json ?? "[]") as string[]).filter(isRole);
}

/** How many active accounts have no role, so that their owners get Access Denied everywhere. */
export async function countUsersWithoutRole(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "active")
    .where("id", "not in", (query) => query.selectFrom("user_roles").select("user_id"))
    .executeTakeFirstOrThrow();
  return count;
}
