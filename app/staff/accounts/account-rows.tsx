import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { formatUnchangeable } from "#shared/accounts/format-unchangeable.ts";
import { explainUnchangeable } from "#shared/accounts/delegation.ts";
import { type Role, superAdmin } from "#shared/permissions.ts";
import { Icon } from "#app/staff-kit/icon.tsx";
import { type BulkAction, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { Avatar, StatusChip, Tag } from "#app/staff-kit/tag.tsx";
import { NewCountry } from "#app/staff/new-country.tsx";
import { buildPicturePath } from "#app/staff/picture-path.ts";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { ListedAccount } from "#worker/accounts/managing/list-accounts.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { RoleOption } from "./role-options.ts";
import { factorNames, standingNames, accountList } from "./account-list.ts";
import "./recipes.ts";

export type AccountRow = ReturnType<typeof toAccountRow>;

/** How the list is read: by whom, and around which open account. */
export interface Reading {
  reader: string;
  /** What the list shows, as the query of its address. */
  query: string;
  /** Id of the account that is open. */
  open: string | undefined;
}

/** An account as the reader sees it; dates become text on the server, as on every staff page. */
export function toAccountRow(
  user: Omit<ListedAccount, "sort_value">,
  { manager, locale }: { manager: Pick<Manager, "id" | "roles">; locale: string },
) {
  const { id, email, name, picture, status, version, roles, factor, standing, sessions } = user;
  const isInvited = user.inviter_email !== null || user.inviter_gone === 1;
  const reason = explainUnchangeable(manager, user);
  return {
    id: id as string,
    email,
    name,
    picture: picture === null ? null : buildPicturePath(picture),
    status,
    version,
    roles,
    factor,
    standing,
    sessions,
    isNewCountry: user.new_country === 1,
    /** Why the reader may change nothing of it; null when they may. */
    unchangeable: reason && formatUnchangeable(reason),
    invitedBy: isInvited ? formatColleagueShort({ name: user.inviter_name, email: user.inviter_email }) : null,
    seen: user.seen_at === null ? null : toInstant(user.seen_at, locale),
    made: toInstant(user.created_at, locale),
  };
}

const standingTones = {
  active: "success",
  "must-add": "warn",
  dormant: "plain",
  roleless: "plain",
  unconfirmed: "plain",
  disabled: "danger",
} as const;

/** The cells of the list of accounts, by column. */
export function buildAccountCells({
  reader,
  query,
  open,
}: Reading): Record<keyof typeof accountList.columns, (row: AccountRow) => ReactNode> {
  return {
    name: ({ id, email, name, picture }) => (
      <>
        <Link
          className="user-name: inline-flex items-center max-w-full font-600 align-middle [&>span:last-child]:overflow-hidden [&>span:last-child]:text-ellipsis"
          data-main=""
          to={open === id ? accountList.path + query : `${accountList.path}/${id}${query}`}
          aria-expanded={open === id}
          preventScrollReset
        >
          <Icon name={open === id ? "caret-down" : "caret-right"} />
          <Avatar name={name ?? email} picture={picture} />
          <span>{name ?? email}</span>
        </Link>{" "}
        {id === reader && <Tag tone="info">You</Tag>}
      </>
    ),
    email: ({ email }) => email,
    roles: (row) => <RoleTags {...row} />,
    factor: ({ factor }) => <FactorWords factor={factor} />,
    seen: ({ seen }) => (seen ? <LocalTime at={seen} /> : <span className="list-second">Never</span>),
    sessions: ({ sessions }) => sessions,
    invited: ({ invitedBy }) => <span className="list-second">{invitedBy ?? "–"}</span>,
    // What asks for a look stands in place of "Active".
    status: ({ standing, isNewCountry }) =>
      isNewCountry && standing === "active" ? (
        <NewCountry />
      ) : (
        <StatusChip tone={standingTones[standing]}>{standingNames[standing]}</StatusChip>
      ),
  };
}

/** The roles of an account; those of a disabled one are struck out, for they open nothing. */
export function RoleTags({ roles, status = "active" }: { roles: readonly Role[]; status?: string }) {
  if (roles.length === 0) return <span className="list-second">None</span>;
  return (
    <span className={status === "active" ? "user-roles" : "user-roles user-roles-off"}>
      {roles.map((role) => (
        <Tag key={role} tone={role === superAdmin ? "key" : "plain"}>
          {formatRole(role)}
        </Tag>
      ))}
    </span>
  );
}

function FactorWords({ factor }: Pick<AccountRow, "factor">) {
  if (factor === "none")
    return (
      <span className="user-factor user-factor-none: text-warn">
        <Icon name="warning" />
        {factorNames.none}
      </span>
    );
  return (
    <span className="user-factor">
      <Icon name={factor === "passkey" ? "fingerprint" : "phone"} />
      {factorNames[factor]}
    </span>
  );
}

/** A row with what can be done with it alone, and `detail` below it while it is open. */
export function buildAccountView(row: AccountRow, reading: Reading, detail: ReactNode): RowView {
  const { id, version, name, email, status, sessions } = row;
  const unavailable = row.unchangeable ?? undefined;
  const submit = (what: string) => ({ form: rowForm, name: "do", value: `${what} ${id}:${version}` });
  const isOpen = reading.open === id;
  return {
    name: name ?? email,
    tick: `${id}:${version}`,
    isOpen,
    ...(isOpen && { detail }),
    actions: [
      {
        name: "Sessions and access",
        icon: "arrow-right",
        to: `${accountList.path}/${id}${reading.query}`,
      },
      { kind: "separator" },
      {
        name: "End all sessions",
        icon: "sign-out",
        submit: submit("end-sessions"),
        unavailable: unavailable ?? (sessions === 0 ? "No session is open." : undefined),
      },
      status === "active"
        ? { name: "Disable", icon: "prohibit", tone: "danger", submit: submit("disable"), unavailable }
        : { name: "Enable", icon: "check", submit: submit("enable"), unavailable },
    ],
  };
}

/** What can be done with several accounts, by somebody to whom these roles are offered. */
export function listBulkActions(options: readonly RoleOption[]): BulkAction[] {
  const open = options.filter(({ unavailable }) => unavailable === undefined);
  const choose = (what: string) => open.map(({ role }) => ({ name: formatRole(role), value: `${what}:${role}` }));
  return [
    { name: "Grant role", icon: "plus", choices: choose("grant") },
    { name: "Revoke role", icon: "x", choices: choose("revoke") },
    {
      name: "End sessions",
      icon: "sign-out",
      value: "end-sessions",
      confirm: {
        title: "End the sessions of these accounts?",
        text: "Their owners are signed out on every device, and what they have not saved there stays unsaved. This cannot be undone.",
        verb: "End the sessions of",
      },
    },
    { name: "Disable", icon: "prohibit", value: "disable" },
    { name: "Enable", icon: "check", value: "enable" },
  ];
}
