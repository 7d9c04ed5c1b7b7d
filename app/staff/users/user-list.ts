import { z } from "zod";
import { defineList, type ListState } from "#app/shared/list.ts";
import { roles } from "#app/shared/permissions.ts";
import { formatRole } from "#app/shared/format-role.ts";
import type { UserFilter } from "#worker/accounts/list-users.ts";
import type { UserStatus } from "#worker/db/accounts-tables.ts";

export const userStatusNames = { active: "Active", disabled: "Disabled" } as const satisfies Record<UserStatus, string>;

const statuses = Object.keys(userStatusNames) as UserStatus[];

/** The accounts: columns, filters and what the address may say. */
export const userList = defineList({
  id: "users",
  path: "/user-management",
  nouns: { one: "account", many: "accounts" },
  columns: {
    name: { name: "Name", sort: "asc" },
    email: { name: "E-mail", sort: "asc" },
    roles: { name: "Roles" },
    created: { name: "Created", sort: "desc", align: "end", hides: 1 },
    signedIn: { name: "Last sign-in", sort: "desc", align: "end" },
    status: { name: "Status" },
  },
  sort: { by: "email", direction: "asc" },
  filters: {
    role: { name: "Role", values: z.enum([...roles, "none"]) },
    status: { name: "Status", values: z.enum(statuses) },
  },
});

export const userOptions = {
  role: [...roles.map((role) => ({ value: role, name: formatRole(role) })), { value: "none", name: "none" }],
  status: statuses.map((value) => ({ value, name: userStatusNames[value] })),
};

/** What the database is asked for. */
export function toUserFilter({ filters, words }: ListState<typeof userList>): UserFilter {
  return { role: filters.role || null, status: filters.status || null, words };
}
