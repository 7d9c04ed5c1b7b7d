import { sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import { isRole, type Role } from "#shared/permissions.ts";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { SessionId, AccountId, AccountStatus } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotAllowedError, NotFoundError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { isAddressHeld } from "#worker/privacy/held-rows.ts";
import { heldWords } from "#worker/privacy/holds.ts";
import { endAccess } from "../sessions/end-access.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { type Manager, mayStillChange, requireChangeable, requireGrantable } from "./manage.ts";
import { dropPicture } from "../own/picture.ts";
import { sendResetForAdmin } from "../passwords/request-reset.ts";
import { isOpenSession } from "../sessions/sessions.ts";

/** The account that is changed, as its reader saw it, and who changes it. */
export interface AccountChange {
  id: AccountId;
  /** Of the state that the reader saw. */
  version: number;
  manager: Manager;
}

type Scope = Pick<RequestScope, "requestId">;

interface RoleChange extends AccountChange {
  grant: readonly Role[];
  revoke: readonly Role[];
}

/**
 * Grants and revokes roles. They count from the account's next request on.
 * @returns false when the account has and lacks them already: nothing is written then
 * @throws {StaleSignInError} unless the manager has signed in just now
 * @throws {NotAllowedError} for a role or an account beyond the manager's own
 * @throws {ConflictError} when the account is no longer as it was seen, or would be the last super admin no longer
 */
export async function changeRoles(
  db: Db,
  { grant, revoke, ...change }: RoleChange,
  { requestId }: Scope,
): Promise<boolean> {
  const { id, manager } = change;
  requireFreshSignIn(manager);
  requireGrantable(manager, [...grant, ...revoke]);
  const account = await readChangeable(db, change);
  const granted = grant.filter((role) => !account.roles.includes(role));
  const revoked = revoke.filter((role) => account.roles.includes(role));
  if (granted.length + revoked.length === 0 && account.version === change.version) return false;
  const rows = granted.map((role) => ({ account_id: id, role, granted_by: manager.id, granted_at: now() }));
  await runVersioned(db, {
    ...seen(change, requestId),
    set: { updated_at: now() },
    audit: { action: "user.roles_changed", detail: { granted: granted.join(), revoked: revoked.join() } },
    queries: [
      ...(rows.length > 0 ? [db.insertInto("account_roles").values(rows)] : []),
      ...(revoked.length > 0
        ? [db.deleteFrom("account_roles").where("account_id", "=", id).where("role", "in", revoked)]
        : []),
    ],
  });
  return true;
}

/**
 * Disables an account, which ends its sessions, its half-done sign-ins and its links, or enables it again.
 * @returns false when it is so already
 * @throws {StaleSignInError} when it is to be enabled; {NotAllowedError} and {ConflictError} as `changeRoles`
 */
export async function setAccountStatus(
  db: Db,
  { status, ...change }: AccountChange & { status: AccountStatus },
  { requestId }: Scope,
): Promise<boolean> {
  // Disabling asks for none: in an emergency seconds count.
  if (status === "active") requireFreshSignIn(change.manager);
  const account = await readChangeable(db, change);
  if (account.status === status && account.version === change.version) return false;
  await runVersioned(db, {
    ...seen(change, requestId),
    set: { status, updated_at: now() },
    audit: { action: status === "active" ? "user.enabled" : "user.disabled" },
    queries: status === "active" ? [] : endAccess(db, { id: change.id, email: account.email, reason: "ended" }),
  });
  return true;
}

interface EndedSessions extends Omit<AccountChange, "version"> {
  /** One session; null for all. */
  session: SessionId | null;
}

/**
 * Ends one session of an account, or all of them.
 * @throws {NotAllowedError} as `changeRoles`
 * @throws {ConflictError} when there is none to end
 */
export async function endAccountSessions(
  db: Db,
  { session, ...change }: EndedSessions,
  { requestId }: Scope,
): Promise<void> {
  const { id, manager } = change;
  await readChangeable(db, change);
  const open = db
    .selectFrom("sessions")
    .select("sessions.id")
    .where("sessions.account_id", "=", id)
    .where(isOpenSession(now()))
    .$if(session !== null, (query) => query.where("sessions.id", "=", session as SessionId));
  await runRecorded(db, {
    actor: manager.id,
    requestId,
    subject: id,
    audit: { action: "user.sessions_ended", detail: { session: session ?? "all" } },
    given: { rows: open.where(mayStillChange(manager, id)), conflict: "There is no session left to end." },
    queries: [db.updateTable("sessions").set({ revoked_at: now(), revoked_reason: "ended" }).where("id", "in", open)],
  });
}

/**
 * Mails the owner of an account a link to choose a new password. Nobody else gets to know the link. What came of it is
 * recorded: a mail that was written, or one that the limits of the mailbox held back.
 * @throws {NotAllowedError} as `changeRoles`, for an account without a password, and while OIDC_ONLY is on
 * @throws {ConflictError} when the account is disabled
 * @throws {TooManyAttemptsError} when the limits held the mail back
 */
export async function sendResetLink(
  db: Db,
  change: Omit<AccountChange, "version">,
  scope: RequestScope,
): Promise<void> {
  const { id, manager } = change;
  const { email, status, hasPassword } = await readChangeable(db, change);
  if (status !== "active") throw new ConflictError("Enable the account first.");
  if (!hasPassword)
    throw new NotAllowedError("This account has no password: its owner signs in with the company account.");
  const allowed = sql<boolean>`(${mayStillChange(manager, id)}
    and exists (select 1 from accounts where id = ${id} and email = ${email} and status = 'active'))`;
  const outcome = await sendResetForAdmin(db, { user: { id, email }, actor: manager.id, allowed }, scope);
  if (outcome === "held back") throw new TooManyAttemptsError(hour / 1000);
  if (outcome === "changed") throw new ConflictError(changedSince);
}

/**
 * Deletes an account with its sessions, factors, views and picture. What it wrote stays, without its name.
 * @throws {StaleSignInError}, {NotAllowedError} and {ConflictError} as `changeRoles`; also while its address is held
 */
export async function removeAccount(db: Db, change: AccountChange, scope: RequestScope): Promise<void> {
  requireFreshSignIn(change.manager);
  const { picture_key: picture, isHeld } = await readChangeable(db, change);
  if (isHeld === 1) throw new ConflictError(heldWords);
  await runVersioned(db, {
    ...seen(change, scope.requestId),
    where: sql<boolean>`(${mayStillChange(change.manager, change.id)} and not ${sql.raw(isAddressHeld("accounts.email"))})`,
    set: {},
    audit: { action: "user.removed" },
    queries: [db.deleteFrom("accounts").where("id", "=", change.id)],
  });
  await dropPicture(picture, scope);
}

/**
 * The account as it is, when the manager may change it.
 * @throws {NotFoundError} and {NotAllowedError}
 */
async function readChangeable(db: Db, { id, manager }: Pick<AccountChange, "id" | "manager">) {
  const account = await db
    .selectFrom("accounts")
    .select((query) => [
      "id",
      "email",
      "status",
      "version",
      sql<0 | 1>`password_hash is not null`.as("hasPassword"),
      "picture_key",
      sql<0 | 1>`${sql.raw(isAddressHeld("accounts.email"))}`.as("isHeld"),
      query
        .selectFrom("account_roles")
        .whereRef("account_roles.account_id", "=", "accounts.id")
        .select(sql<string>`json_group_array(role)`.as("roles"))
        .as("roles"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!account) throw new NotFoundError("This account is gone.");
  const roles = (JSON.parse(account.roles ?? "[]") as Role[]).slice();
  requireChangeable(manager, { id, roles });
  return { ...account, roles: roles.filter(isRole) };
}

const changedSince = "Somebody changed this account, or your own roles, while you had it open.";

function seen({ id, version, manager }: AccountChange, requestId: string) {
  return {
    table: "accounts",
    id,
    version,
    actor: manager.id,
    requestId,
    where: mayStillChange(manager, id),
    conflict: changedSince,
  } as const;
}
