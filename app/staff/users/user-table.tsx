import { formatRole } from "#app/shared/format-role.ts";
import type { UserRow } from "./user-rows.ts";

/** Accounts as a table; below 1024 px each row becomes a card (see table.css). Days are UTC. */
export function UserTable({ users }: { users: readonly UserRow[] }) {
  return (
    <table className="staff-table">
      <caption>Accounts by e-mail address, days in UTC</caption>
      <thead>
        <tr>
          <th scope="col">E-mail</th>
          <th scope="col">Roles</th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <th scope="col">Last sign-in</th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id}>
            <th scope="row">
              {user.email}
              {user.name && <span>{user.name}</span>}
            </th>
            <td data-label="Roles">{user.roles.map(formatRole).join(", ") || "None"}</td>
            <td>
              <span className={user.status === "active" ? "staff-chip staff-chip-good" : "staff-chip"}>
                {user.status === "active" ? "Active" : "Disabled"}
              </span>
            </td>
            <td data-label="Created">
              <Day day={user.created} />
            </td>
            <td data-label="Last sign-in">{user.signedIn ? <Day day={user.signedIn} /> : "Never"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day }: { day: { iso: string; name: string } }) {
  return <time dateTime={day.iso}>{day.name}</time>;
}
