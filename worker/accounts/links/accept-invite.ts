/**
 * Accepting an invitation. The link proves the mailbox, so a new account is verified from the start, and an unverified one is
 * taken over. An account that is verified already gets the roles and keeps its password.
 */
import { type RawBuilder, sql } from "kysely";
import { listGranters } from "#shared/accounts/delegation.ts";
import { isRole, type Role, roles as allRoles } from "#shared/permissions.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { InviteId, AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, LinkOverError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { endAccess } from "../sessions/end-access.ts";
import { hashNewPassword } from "../passwords/new-password.ts";
import { consumeLink, readLink, selectOpenLink } from "./one-time-links.ts";
import { selectOpenInvite } from "../managing/invites.ts";
import { limitAttempts } from "../sign-in/rate-limit.ts";
import { insertAccount, planAccountRow } from "../sign-in/sign-up.ts";
import { takeOverAccount } from "../sign-in/take-over.ts";

const purpose = "invite";

/** An invitation that can be accepted now. */
export interface OpenInvite {
  id: InviteId;
  email: string;
  /** Name or address of who invites. */
  inviter: string;
  invitedBy: AccountId;
  /** What the inviter may still grant; never empty. */
  roles: Role[];
  /** A personal line, or "". */
  note: string;
  /** The verified account under the address, which keeps its password; null where a new one is made or taken over. */
  account: AccountId | null;
  /** Names the link. */
  hash: string;
}

/**
 * What the link invites to, or null: it is unknown, used or over, the invitation is withdrawn, the inviter is gone, disabled
 * or may grant none of its roles any longer, or the account is disabled. Changes nothing.
 */
export async function readInvite(db: Db, { token }: { token: string }): Promise<OpenInvite | null> {
  const link = await readLink(db, { purpose, token });
  if (!link?.subject) return null;
  const invite = await selectOpenInvite(db, { id: link.subject as InviteId })
    .innerJoin("accounts as inviter", "inviter.id", "invites.invited_by")
    .leftJoin("accounts as account", "account.email", "invites.email")
    .where("inviter.status", "=", "active")
    .select([
      "invites.id",
      "invites.email",
      "invites.roles",
      "invites.note",
      "inviter.id as invitedBy",
      "inviter.name as inviterName",
      "inviter.email as inviterEmail",
      "account.id as account",
      "account.status as accountStatus",
      "account.verified_at as verifiedAt",
    ])
    .executeTakeFirst();
  if (!invite) return null;
  const { id, email, note, invitedBy, inviterName, inviterEmail, account, accountStatus, verifiedAt } = invite;
  const roles = await listGrantedRoles(db, { roles: invite.roles, invitedBy });
  const isDisabled = accountStatus !== null && accountStatus !== "active";
  if (roles.length === 0 || isDisabled) return null;
  const inviter = inviterName ?? inviterEmail;
  return { id, email, note, invitedBy, inviter, roles, account: verifiedAt === null ? null : account, hash: link.hash };
}

interface Acceptance {
  token: string;
  /** Of a new colleague; null for an account that has them already. */
  given: { name: string; password: string } | null;
  request: Request;
}

/**
 * Makes the account of an invitation, or takes over an unverified one, or gives a verified one its roles: once, however
 * often and fast the link is used.
 * @throws LinkOverError, InvalidInputError on field `password`, TooManyAttemptsError, UnavailableError
 */
export async function acceptInvite(db: Db, { token, given, request }: Acceptance, scope: RequestScope): Promise<void> {
  await limitAttempts(request, "link", scope);
  const invite = await readInvite(db, { token });
  // A page that was opened before the account was made, or went, asks for the wrong things.
  if (!invite || (invite.account === null) !== (given !== null)) throw new LinkOverError();
  const passwordHash =
    given && (await hashNewPassword({ password: given.password, email: invite.email, name: given.name }, scope));
  const { id, queries, isStill } = given
    ? await planAccount(db, { invite, name: given.name, passwordHash: passwordHash ?? "" }, scope)
    : planRoles(db, invite);
  const at = now();
  const open = selectOpenLink(db, { purpose, hash: invite.hash })
    .select("token_sha256")
    .where(({ exists }) => exists(selectOpenInvite(db, { id: invite.id }).select("invites.id")))
    .where(isStill)
    .where(({ or }) => or(invite.roles.map((role) => mayStillGrant(invite, role))));
  const granted = invite.roles.map(
    (role) => sql`iif(${mayStillGrant(invite, role)} and ${lacksRole(id, role)}, ${` ${role}`}, '')`,
  );
  try {
    await runRecorded(db, {
      actor: id,
      requestId: scope.requestId,
      subject: id,
      audit: {
        action: "invite.accepted",
        detail: sql<string>`json_object('invite', ${invite.id}, 'roles', ltrim(${sql.join(granted, sql` || `)}))`,
      },
      given: { rows: open, conflict: "The invitation is over." },
      queries: [
        ...queries,
        ...invite.roles.map((role) => grantRole(db, { id, role, invite })),
        db
          .updateTable("invites")
          .set((eb) => ({ accepted_at: at, accepted_by: id, version: eb("version", "+", 1) }))
          .where("id", "=", invite.id),
        consumeLink(db, { hash: invite.hash }),
      ],
    });
  } catch (error) {
    throw error instanceof ConflictError ? new LinkOverError() : error;
  }
}

interface Colleague {
  invite: OpenInvite;
  name: string;
  passwordHash: string;
}

/** What makes the account or takes it over, and what must hold of the address until then. */
async function planAccount(db: Db, { invite, name, passwordHash }: Colleague, { requestId }: RequestScope) {
  const { email, invitedBy } = invite;
  const squatted = await db.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
  const user = planAccountRow({ email, passwordHash, isVerified: true });
  const id = squatted?.id ?? user.id;
  const version = sql<number>`version + ${squatted ? 1 : 0}`;
  const welcome = db.updateTable("accounts").set({ name, invited_by: invitedBy, version }).where("id", "=", id);
  const isStill = squatted
    ? sql<boolean>`exists (select 1 from accounts where id = ${id} and email = ${email} and verified_at is null and status = 'active')`
    : sql<boolean>`not exists (select 1 from accounts where email = ${email})`;
  const made = squatted
    ? [...takeOverAccount(db, { id, passwordHash, requestId }), ...endAccess(db, { id, email, reason: "ended" })]
    : [insertAccount(db, user)];
  return { id, queries: [...made, welcome], isStill };
}

/** What a verified account that is invited needs: the change of its roles counts. */
function planRoles(db: Db, { account, email }: OpenInvite) {
  const id = account as AccountId;
  const counted = db
    .updateTable("accounts")
    .set((eb) => ({ version: eb("version", "+", 1), updated_at: now() }))
    .where("id", "=", id);
  const isStill: RawBuilder<boolean> = sql`exists (
    select 1 from accounts where id = ${id} and email = ${email} and status = 'active' and verified_at is not null)`;
  return { id, queries: [counted], isStill };
}

/** The invitation's roles that its inviter may still grant, in the order of shared/permissions.ts. */
async function listGrantedRoles(
  db: Db,
  { roles, invitedBy }: { roles: string; invitedBy: AccountId },
): Promise<Role[]> {
  const asked = new Set((JSON.parse(roles) as string[]).filter(isRole));
  const held = await db.selectFrom("account_roles").select("role").where("account_id", "=", invitedBy).execute();
  const mayGrant = (role: Role) => listGranters(role).some((granter) => held.some((one) => one.role === granter));
  return allRoles.filter((role) => asked.has(role) && mayGrant(role));
}

/** The query that gives a role, if the account lacks it and the inviter may still grant it at that point of the batch. */
function grantRole(db: Db, { id, role, invite }: { id: AccountId; role: Role; invite: OpenInvite }) {
  return db
    .insertInto("account_roles")
    .columns(["account_id", "role", "granted_by", "granted_at"])
    .expression(
      db
        .selectNoFrom([
          sql.val(id).as("account_id"),
          sql.val(role).as("role"),
          sql.val(invite.invitedBy).as("granted_by"),
          sql.val(now()).as("granted_at"),
        ])
        .where(mayStillGrant(invite, role))
        .where(lacksRole(id, role)),
    );
}

/** True while the inviter is active and holds a role whose holders may grant this one. */
function mayStillGrant({ invitedBy }: Pick<OpenInvite, "invitedBy">, role: Role): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from account_roles as own join accounts as inviter on inviter.id = own.account_id
    where own.account_id = ${invitedBy} and inviter.status = 'active' and own.role in (${sql.join(listGranters(role))}))`;
}

function lacksRole(id: AccountId, role: Role): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from account_roles as held where held.account_id = ${id} and held.role = ${role})`;
}
