import { nameRole } from "#app/staff/staff-pages.ts";
import type { ListedUser } from "#worker/accounts/list-users.ts";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Accounts as a table; below 1024 px each row becomes a card (see staff.css). Days are UTC. */
export function UserTable({ users }: { users: readonly ListedUser[] }) {
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
            <th scope="row">{user.email}</th>
            <td data-label="Roles">{user.roles.map(nameRole).join(", ") || "None"}</td>
            <td>
              <span className={user.status === "active" ? "staff-chip staff-chip-good" : "staff-chip"}>
                {user.status === "active" ? "Active" : "Disabled"}
              </span>
            </td>
            <td data-label="Created">{formatDay(user.createdAt)}</td>
            <td data-label="Last sign-in">{user.signedInAt === null ? "Never" : formatDay(user.signedInAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatDay(at: number) {
  return <time dateTime={new Date(at).toISOString()}>{day.format(at)}</time>;
}
