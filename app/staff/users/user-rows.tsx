import type { ReactNode } from "react";
import { StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { toInstant, LocalTime } from "#app/ui/local-time.tsx";
import { formatRole } from "#app/shared/format-role.ts";
import { superAdmin } from "#app/shared/permissions.ts";
import type { ListedUser } from "#worker/accounts/list-users.ts";
import { userList, userStatusNames } from "./user-list.ts";

type UserRow = ReturnType<typeof toUserRows>[number];

/** Accounts as the reader sees them; dates become text on the server, as on every staff page. */
export function toUserRows(users: readonly ListedUser[], locale: string) {
  return users.map(({ createdAt, signedInAt, ...user }) => ({
    ...user,
    created: toInstant(createdAt, locale),
    signedIn: signedInAt === null ? null : toInstant(signedInAt, locale),
  }));
}

/** The cells of the list of accounts, by column. */
export const userCells: Record<keyof typeof userList.columns, (row: UserRow) => ReactNode> = {
  name: ({ name }) => (name === null ? <span className="list-second">No name yet</span> : <b>{name}</b>),
  email: ({ email }) => email,
  roles: ({ roles }) =>
    roles.length === 0 ? (
      <span className="list-second">None</span>
    ) : (
      <span className="users-roles">
        {roles.map((role) => (
          <Tag key={role} tone={role === superAdmin ? "key" : "plain"}>
            {formatRole(role)}
          </Tag>
        ))}
      </span>
    ),
  created: ({ created }) => <LocalTime at={created} />,
  signedIn: ({ signedIn }) => (signedIn ? <LocalTime at={signedIn} /> : <span className="list-second">Never</span>),
  status: ({ status }) => (
    <StatusChip tone={status === "active" ? "success" : "plain"}>{userStatusNames[status]}</StatusChip>
  ),
};
