/** What becomes of many invitations at once: first as a plan that changes nothing, then for each by itself. */
import { sql } from "kysely";
import { formatRole } from "#shared/accounts/format-role.ts";
import { formatUnchangeable } from "#shared/accounts/format-unchangeable.ts";
import { explainUnchangeable, listGrantable } from "#shared/accounts/delegation.ts";
import { type Role } from "#shared/permissions.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { changeRoles } from "./change-account.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { invitedAlready, inviteAccount } from "./invites.ts";
import { readRoles, rolesOf } from "./list-accounts.ts";
import type { Manager } from "./manage.ts";

/** Somebody who is to be invited; the address in small letters. */
export interface AskedInvite {
  email: string;
  roles: readonly Role[];
  note: string;
}

/** What would become of one of them. */
export type PlannedInvite = AskedInvite &
  (
    | { kind: "invite" }
    /** The address has a verified account, which gets `missing` at once. */
    | { kind: "grant"; id: AccountId; version: number; missing: Role[] }
    /** There is nothing to do, or it may not be done. */
    | { kind: "none"; why: string; isProblem: boolean }
  );

/** Says what would become of each of `asked`, in their order. Changes nothing. */
export async function planInvites(
  db: Db,
  { asked, manager }: { asked: readonly AskedInvite[]; manager: Manager },
): Promise<PlannedInvite[]> {
  const emails = sql<string>`(select value from json_each(${JSON.stringify(asked.map(({ email }) => email))}))`;
  const accounts = db
    .selectFrom("accounts")
    .select([
      "accounts.id",
      "accounts.email",
      "accounts.status",
      "accounts.version",
      "accounts.verified_at",
      rolesOf.as("roles"),
    ])
    .where("accounts.email", "in", emails);
  const invites = db
    .selectFrom("invites")
    .select("invites.email")
    .where("invites.email", "in", emails)
    .where("invites.accepted_at", "is", null)
    .where("invites.withdrawn_at", "is", null)
    .where("invites.expires_at", ">", now());
  const results = await runBatch(db, [accounts, invites]);
  const known = new Map(readRows(accounts, results[0]).map((row) => [row.email.toLowerCase(), row]));
  const invited = new Set(readRows(invites, results[1]).map(({ email }) => email.toLowerCase()));
  const grantable = listGrantable(manager.roles);
  return asked.map((each) => {
    const beyond = each.roles.find((role) => !grantable.includes(role));
    if (beyond !== undefined) return refuse(each, `You may not give the role ${formatRole(beyond)}.`);
    const account = known.get(each.email);
    if (account && account.status !== "active")
      return refuse(each, "The account of this address is disabled. Enable it first.");
    // Who accepts an invitation takes over an account of the address that nobody has confirmed.
    if (!account || account.verified_at === null)
      return invited.has(each.email) ? refuse(each, invitedAlready, false) : { ...each, kind: "invite" };
    const held = readRoles(account.roles);
    const reason = explainUnchangeable(manager, { id: account.id, roles: held });
    if (reason !== null) return refuse(each, formatUnchangeable(reason));
    const missing = each.roles.filter((role) => !held.includes(role));
    if (missing.length === 0) return refuse(each, "This address has an account with these roles already.", false);
    return { ...each, kind: "grant", id: account.id, version: account.version, missing };
  });
}

/** What has become of one of them. `why`: why nothing has; null when something has. */
export interface SentInvite {
  email: string;
  kind: "invite" | "grant" | "none";
  why: string | null;
}

/**
 * Does what `planned` says, one after the other; what has changed since is refused by itself.
 * @throws {StaleSignInError} unless the manager has signed in just now
 */
export async function sendInvites(
  db: Db,
  { planned, manager }: { planned: readonly PlannedInvite[]; manager: Manager },
  scope: RequestScope,
): Promise<SentInvite[]> {
  requireFreshSignIn(manager);
  const sent: SentInvite[] = [];
  for (const each of planned) sent.push(await sendOne(db, each, manager, scope));
  return sent;
}

async function sendOne(db: Db, planned: PlannedInvite, manager: Manager, scope: RequestScope): Promise<SentInvite> {
  const { email, roles, note } = planned;
  if (planned.kind === "none") return { email, kind: "none", why: planned.why };
  try {
    if (planned.kind === "invite") await inviteAccount(db, { email, roles, note, manager }, scope);
    else {
      const { id, version, missing } = planned;
      await changeRoles(db, { id, version, manager, grant: missing, revoke: [] }, scope);
    }
    return { email, kind: planned.kind, why: null };
  } catch (error) {
    const { status, message } = lookUpError(error);
    if (status >= 500) scope.log.error("not invited with others", error);
    return { email, kind: "none", why: message ?? "It could not be stored just now." };
  }
}

function refuse(asked: AskedInvite, why: string, isProblem = true): PlannedInvite {
  return { ...asked, kind: "none", why, isProblem };
}
