/** The account of somebody who signed in at the provider: found, joined, taken over or made. */
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type Account, accountColumns, maySignIn } from "../sessions/authenticate.ts";
import type { Person } from "./read-person.ts";
import { CompanySignInError } from "./refuse.ts";

/**
 * The account of `person`. At their first sign-in one is made without a password, or theirs is joined.
 * @throws {CompanySignInError} when the account is disabled, or the address belongs to somebody else here
 */
export async function resolveAccount(db: Db, person: Person, scope: RequestScope): Promise<Account> {
  const known = await findByIdentity(db, person);
  if (known) return requireActive(known, scope);
  await joinAccount(db, person, scope).catch((error: unknown) => {
    // Another request of the same person was first; what it did is found below.
    if (!(error instanceof ConflictError) && !/UNIQUE constraint failed/.test(String(error))) throw error;
  });
  const joined = await findByIdentity(db, person);
  if (!joined) throw new CompanySignInError("busy", "the account changed meanwhile");
  return requireActive(joined, scope);
}

/**
 * For "confirm that it is you": lets nobody pass but the owner of the account `user`, before anything is made or joined.
 * @throws {CompanySignInError}
 */
export async function requireOwner(db: Db, { person, user }: { person: Person; user: string }): Promise<void> {
  const account =
    (await findByIdentity(db, person)) ??
    (await db.selectFrom("accounts").select("id").where("email", "=", person.email).executeTakeFirst());
  if (account?.id !== user)
    throw new CompanySignInError("somebody-else", "not the account that is signed in here", {
      user: user as AccountId,
    });
}

async function joinAccount(db: Db, person: Person, scope: RequestScope): Promise<void> {
  const found = await db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("email", "=", person.email)
    .executeTakeFirst();
  if (!found) return makeAccount(db, person, scope);
  requireActive(found, scope);
  if (found.verified_at === null) return takeOver(db, { id: found.id, person }, scope);
  return linkAccount(db, { id: found.id, person }, scope);
}

async function makeAccount(db: Db, person: Person, { requestId }: RequestScope): Promise<void> {
  const id = newId<AccountId>();
  const at = now();
  const user = {
    id,
    email: person.email,
    name: person.name,
    status: "active" as const,
    password_hash: null,
    created_at: at,
    updated_at: at,
    verified_at: at,
  };
  await runRecorded(db, {
    actor: id,
    requestId,
    subject: id,
    audit: { action: "user.provisioned" },
    queries: [db.insertInto("accounts").values(user), insertIdentity(db, { id, person })],
  });
}

interface Joining {
  id: AccountId;
  person: Person;
}

/** Whoever signed up with this address did not prove it; the person has. All that the other one could use ends. */
async function takeOver(db: Db, { id, person }: Joining, { requestId }: RequestScope): Promise<void> {
  const at = now();
  const user = db.selectFrom("accounts").select("id").where("id", "=", id).where("verified_at", "is", null);
  await runRecorded(db, {
    actor: null,
    requestId,
    subject: id,
    audit: { action: "user.taken_over", detail: { by: "company sign-in" } },
    given: { rows: user, conflict: "This account was verified meanwhile." },
    queries: [
      db
        .updateTable("accounts")
        .set({ password_hash: null, name: person.name, verified_at: at, updated_at: at })
        .where("id", "=", id),
      db
        .updateTable("sessions")
        .set({ revoked_at: at, revoked_reason: "ended" })
        .where("account_id", "=", id)
        .where("revoked_at", "is", null),
      db.deleteFrom("one_time_tokens").where("account_id", "=", id),
      db.deleteFrom("passkeys").where("account_id", "=", id),
      db.deleteFrom("authenticator_apps").where("account_id", "=", id),
      db.deleteFrom("recovery_codes").where("account_id", "=", id),
      db.deleteFrom("account_identities").where("account_id", "=", id),
      insertIdentity(db, { id, person }),
    ],
  });
}

/**
 * Joins a verified account: only for an address of a domain that OIDC_ALLOWED_DOMAINS names, because then the company
 * that runs the provider also gives out the addresses. An account that already has another identity of the provider
 * belongs to somebody who had the address before.
 */
async function linkAccount(db: Db, { id, person }: Joining, { requestId }: RequestScope): Promise<void> {
  if (!person.isOfCompany) throw new CompanySignInError("taken", "a verified account has the address", { user: id });
  const other = await db
    .selectFrom("account_identities")
    .select("subject")
    .where("account_id", "=", id)
    .where("issuer", "=", person.issuer)
    .where("subject", "!=", person.subject)
    .executeTakeFirst();
  if (other) throw new CompanySignInError("taken", "the account has another identity of the provider", { user: id });
  const user = db.selectFrom("accounts").select("id").where("id", "=", id).where("email", "=", person.email);
  await runRecorded(db, {
    actor: id,
    requestId,
    subject: id,
    audit: { action: "identity.linked" },
    given: {
      rows: user.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("account_identities")
              .select("subject")
              .where("account_id", "=", id)
              .where("issuer", "=", person.issuer),
          ),
        ),
      ),
      conflict: "This account was joined meanwhile.",
    },
    queries: [insertIdentity(db, { id, person })],
  });
}

function insertIdentity(db: Db, { id, person: { issuer, subject } }: Joining) {
  const at = now();
  return db.insertInto("account_identities").values({ issuer, subject, account_id: id, created_at: at, used_at: at });
}

function findByIdentity(db: Db, { issuer, subject }: Person): Promise<Account | undefined> {
  return db
    .selectFrom("accounts")
    .select(accountColumns)
    .where("id", "in", (query) =>
      query
        .selectFrom("account_identities")
        .select("account_id")
        .where("issuer", "=", issuer)
        .where("subject", "=", subject),
    )
    .executeTakeFirst();
}

function requireActive(account: Account, { env }: RequestScope): Account {
  if (!maySignIn(account, env))
    throw new CompanySignInError("disabled", "the account is disabled", { user: account.id });
  return account;
}
