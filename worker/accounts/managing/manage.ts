import { type RawBuilder, sql } from "kysely";
import { formatRole } from "#shared/accounts/format-role.ts";
import { formatUnchangeable } from "#shared/accounts/format-unchangeable.ts";
import { explainUnchangeable, listGrantable } from "#shared/accounts/delegation.ts";
import { type Role } from "#shared/permissions.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { NotAllowedError } from "#worker/lib/errors.ts";

/** Who manages accounts, as the guard of the request has read them. */
export interface Manager {
  id: AccountId;
  email: string;
  name: string | null;
  roles: readonly Role[];
  /** When they proved who they are, in epoch seconds. */
  authTime: number;
}

/** @throws {NotAllowedError} when the manager may only read the account */
export function requireChangeable(manager: Manager, account: { id: AccountId; roles: readonly Role[] }): void {
  const reason = explainUnchangeable(manager, account);
  if (reason !== null) throw new NotAllowedError(formatUnchangeable(reason));
}

/** @throws {NotAllowedError} unless the manager may give and take each of `roles` */
export function requireGrantable(manager: Manager, roles: readonly Role[]): void {
  const grantable = listGrantable(manager.roles);
  const beyond = roles.find((role) => !grantable.includes(role));
  if (beyond !== undefined) throw new NotAllowedError(`You may not give or take the role ${formatRole(beyond)}.`);
}

/**
 * What `requireChangeable` asks, as a condition of the change itself: true while the account holds no role beyond the
 * manager's own and the manager still holds theirs. So nothing slips in between the read and the write.
 */
export function mayStillChange(manager: Manager, account: AccountId): RawBuilder<boolean> {
  const grantable = listGrantable(manager.roles);
  return sql<boolean>`${account} <> ${manager.id} and ${stillHolds(manager)} and not exists (
    select 1 from account_roles as held where held.account_id = ${account} and held.role not in (${sql.join(grantable)}))`;
}

/** True while the manager is active and holds every role that the guard has read. */
export function stillHolds({ id, roles }: Manager): RawBuilder<boolean> {
  return sql<boolean>`(
    select count(*) from account_roles as own join accounts as manager on manager.id = own.account_id
    where own.account_id = ${id} and manager.status = 'active' and own.role in (${sql.join(roles)})) = ${roles.length}`;
}
