import { z } from "zod";
import { defineList, type ListState } from "#shared/pages/list.ts";
import { roles } from "#shared/permissions.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import type { AccountFilter } from "#worker/accounts/managing/list-accounts.ts";
import type { Factor, Standing } from "#worker/accounts/managing/account-columns.ts";

export const standingNames = {
  active: "Active",
  "must-add": "Must add factor",
  dormant: "Dormant",
  roleless: "No role",
  unconfirmed: "Not confirmed",
  disabled: "Disabled",
} as const satisfies Record<Standing, string>;

export const factorNames = {
  passkey: "Passkey",
  app: "App code",
  none: "None",
} as const satisfies Record<Factor, string>;

const standings = Object.keys(standingNames) as Standing[];
const factors = Object.keys(factorNames) as Factor[];

/** The accounts: columns, filters and what the address may say. */
export const accountList = defineList({
  id: "users",
  path: "/user-management",
  nouns: { one: "account", many: "accounts" },
  columns: {
    name: { name: "Name", sort: "asc" },
    email: { name: "E-mail", sort: "asc" },
    roles: { name: "Roles", sort: "asc" },
    factor: { name: "Second factor", sort: "asc", hides: 2 },
    seen: { name: "Last seen", sort: "desc", hides: 1 },
    sessions: { name: "Sessions", sort: "desc", align: "end", hides: 2 },
    invited: { name: "Invited by", hides: 3 },
    status: { name: "Status", sort: "asc" },
  },
  // The highest role first, and by name within it.
  sort: { by: "roles", direction: "asc" },
  filters: {
    role: { name: "Role", values: z.enum([...roles, "none"]) },
    factor: { name: "Second factor", values: z.enum(factors) },
    status: { name: "Status", values: z.enum(standings) },
  },
});

export type AccountListState = ListState<typeof accountList>;

export const accountOptions = {
  role: [...roles.map((role) => ({ value: role, name: formatRole(role) })), { value: "none", name: "none" }],
  factor: factors.map((value) => ({ value, name: factorNames[value] })),
  status: standings.map((value) => ({ value, name: standingNames[value] })),
};

/** What the database is asked for. */
export function toAccountFilter({ filters, words }: AccountListState): AccountFilter {
  return {
    role: filters.role || null,
    factor: filters.factor || null,
    standing: filters.status || null,
    words,
  };
}
