/** Invitations by e-mail: made, sent again and withdrawn. Each holds the roles that its account will get. */
import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Role } from "#shared/permissions.ts";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { InviteId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, withdrawMails } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { readInviteRoles } from "./list-invites.ts";
import { type Manager, requireGrantable, stillHolds } from "./manage.ts";
import { endLinks } from "../links/one-time-links.ts";
import { planInviteMail } from "../links/plan-link-mail.ts";

/** Mails with invitations that one account may cause in 24 hours. */
export const invitesPerDay = 200;

interface NewInvite {
  email: string;
  roles: readonly Role[];
  /** A personal line for the mail; "" for none. */
  note: string;
  manager: Manager;
}

/**
 * Invites the owner of an address, whose account will have `roles`, and mails the link. An invitation of the same
 * address whose time is over makes room for it.
 * @throws {StaleSignInError} unless the manager has signed in just now
 * @throws {NotAllowedError} for roles that they may not give
 * @throws {TooManyAttemptsError} after too many invitations of a day
 * @throws {ConflictError} when the address has an open invitation or a verified account
 */
export async function inviteAccount(
  db: Db,
  { email, roles, note, manager }: NewInvite,
  scope: RequestScope,
): Promise<InviteId> {
  requireFreshSignIn(manager);
  requireGrantable(manager, roles);
  await requireRoom(db, manager);
  const id = newId<InviteId>();
  const at = now();
  const mail = await planInviteMail(db, { invite: { id, email, roles, note }, ...nameSender(manager, scope) });
  const invite = { id, email, roles: JSON.stringify(roles), note, invited_by: manager.id, expires_at: mail.expiresAt };
  const allowed = sql`(select 1 where ${stillHolds(manager)} and ${isWithinDay(manager)} and not exists (
    select 1 from accounts where email = ${email} and verified_at is not null))`;
  try {
    await runRecorded(db, {
      actor: manager.id,
      requestId: scope.requestId,
      subject: id,
      audit: { action: "user.invited", detail: { roles: roles.join() } },
      given: { rows: allowed, conflict: "This address has an account by now, or your own roles have changed." },
      queries: [
        db
          .updateTable("invites")
          .set({ withdrawn_at: at })
          .where("email", "=", email)
          .where("expires_at", "<=", at)
          .where("accepted_at", "is", null)
          .where("withdrawn_at", "is", null),
        db.insertInto("invites").values({ ...invite, created_at: at, sent_at: at, ...nobodyYet }),
        ...mail.queries,
      ],
    });
  } catch (error) {
    if (/UNIQUE constraint failed: invites\.email/.test(String(error))) throw new ConflictError(invitedAlready);
    throw error;
  }
  scope.ctx.waitUntil(announceMails([mail.id], scope));
  return id;
}

const nobodyYet = { accepted_at: null, accepted_by: null, withdrawn_at: null };

/** The answer for an address with an open invitation. */
export const invitedAlready = "This address is invited already. Send that invitation again instead.";

interface InviteChange {
  id: InviteId;
  /** Of the invitation as its reader saw it. */
  version: number;
  manager: Manager;
}

/**
 * Mails a new link, which ends the former one, and counts its time anew.
 * @throws {StaleSignInError} unless the manager has signed in just now
 * @throws {NotAllowedError} when the manager may not give its roles
 * @throws {TooManyAttemptsError} as `inviteAccount`
 * @throws {ConflictError} when it has been accepted, withdrawn or sent again since
 */
export async function resendInvite(db: Db, change: InviteChange, scope: RequestScope): Promise<void> {
  const { id, manager } = change;
  requireFreshSignIn(manager);
  const invite = await readManaged(db, change);
  await requireRoom(db, manager);
  const mail = await planInviteMail(db, { invite: { ...invite, id }, ...nameSender(manager, scope) });
  await runVersioned(db, {
    ...seen(change, scope.requestId),
    where: sql<boolean>`${isPending} and ${stillHolds(manager)} and ${isWithinDay(manager)}`,
    // Whose rights count from now on.
    set: { invited_by: manager.id, sent_at: now(), expires_at: mail.expiresAt },
    audit: { action: "invite.resent" },
    queries: [withdrawMails(db, { subjectId: id }), ...mail.queries],
  });
  scope.ctx.waitUntil(announceMails([mail.id], scope));
}

/**
 * Ends an invitation and its link, and stops its mail if that has not left.
 * @throws {NotAllowedError} and {ConflictError} as `resendInvite`
 */
export async function withdrawInvite(
  db: Db,
  change: InviteChange,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<void> {
  const { email } = await readManaged(db, change);
  await runVersioned(db, {
    ...seen(change, requestId),
    where: sql<boolean>`${isPending} and ${stillHolds(change.manager)}`,
    set: { withdrawn_at: now() },
    audit: { action: "invite.withdrawn" },
    queries: [endLinks(db, { purpose: "invite", email }), withdrawMails(db, { subjectId: change.id })],
  });
}

/** The query of an invitation that can still be accepted: the condition (`given` of `runRecorded`) of its acceptance. */
export function selectOpenInvite(db: Db, { id }: { id: InviteId }) {
  return db
    .selectFrom("invites")
    .where("invites.id", "=", id)
    .where("invites.accepted_at", "is", null)
    .where("invites.withdrawn_at", "is", null)
    .where("invites.expires_at", ">", now());
}

/** How many more invitations the account may send today. */
export async function countRoom(db: Db, manager: Pick<Manager, "id">): Promise<number> {
  const { rows } = await sql<{ sent: number }>`select ${countSent(manager)} as sent`.execute(db);
  return Math.max(0, invitesPerDay - (rows[0]?.sent ?? 0));
}

async function requireRoom(db: Db, manager: Manager): Promise<void> {
  if ((await countRoom(db, manager)) === 0) throw new TooManyAttemptsError(day / 1000);
}

function isWithinDay(manager: Manager): RawBuilder<boolean> {
  return sql<boolean>`${countSent(manager)} < ${invitesPerDay}`;
}

function countSent({ id }: Pick<Manager, "id">): RawBuilder<number> {
  return sql<number>`(select count(*) from audit_log as sent where sent.actor_id = ${id}
    and sent.at > ${now() - day} and sent.action in ('user.invited', 'invite.resent'))`;
}

function nameSender({ name, email }: Manager, scope: RequestScope) {
  return { inviter: name ?? email, site: nameSite(scope) };
}

const isPending = sql<boolean>`accepted_at is null and withdrawn_at is null`;

/** The invitation, when the manager may give all of its roles. */
async function readManaged(db: Db, { id, manager }: Pick<InviteChange, "id" | "manager">) {
  const invite = await db
    .selectFrom("invites")
    .select(["email", "roles", "note"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!invite) throw new NotFoundError("This invitation is gone.");
  const roles = readInviteRoles(invite.roles);
  requireGrantable(manager, roles);
  return { email: invite.email, roles, note: invite.note };
}

function seen({ id, version, manager }: InviteChange, requestId: string) {
  const conflict = "It has been accepted, withdrawn or sent again since.";
  return { table: "invites", id, version, actor: manager.id, requestId, conflict } as const;
}
