import type { Role } from "../../shared/permissions.ts";
import { hashEmail } from "../../worker/accounts/sign-in/backoff.ts";
import { hashPassword } from "../../worker/accounts/passwords/passwords.ts";
import { newId } from "../../worker/lib/ids.ts";

export interface NewAccount {
  email: string;
  /** The user's name for colleagues. If none is given, an existing name stays. */
  name?: string | undefined;
  password: string;
  /** Of the password, where it is known: hashing takes a sixth of a second. */
  hash?: string | undefined;
  roles: readonly Role[];
  isDemo: boolean;
  /** Name of the audit row. */
  action: "user.seeded" | "user.made_by_operator";
  /** When it is made, in epoch milliseconds; now by default. */
  at?: number;
}

/**
 * Statements that create a verified account with its roles and an audit entry. An existing account under the address keeps
 * its id, gets the password and the roles, is active again, and loses all other access (sessions, tokens). It keeps its
 * second factors, unless it was unverified: then they go as well, and the audit log says so. Failed sign-in attempts on the address are cleared.
 */
export async function writeAccountSql(account: NewAccount, secret: string): Promise<string[]> {
  const { at = Date.now() } = account;
  const email = quote(account.email.toLowerCase());
  const hash = quote(account.hash ?? (await hashPassword(account.password, secret)));
  const demo = account.isDemo ? 1 : 0;
  const name = account.name ? quote(account.name) : "NULL";
  const holder = `(SELECT id FROM accounts WHERE email = ${email})`;
  const unproven = `(SELECT id FROM accounts WHERE email = ${email} AND verified_at IS NULL)`;
  const roles = account.roles.map(
    (role) =>
      `INSERT OR IGNORE INTO account_roles (account_id, role, granted_at) VALUES (${holder}, ${quote(role)}, ${at});`,
  );
  return [
    `INSERT INTO audit_log (id, at, action, subject_id) SELECT ${quote(newId())}, ${at}, 'user.taken_over', id
     FROM accounts WHERE email = ${email} AND verified_at IS NULL;`,
    // Whoever made the account may have given it a passkey of their own, which signs in without the password.
    ...factorTables.map((table) => `DELETE FROM ${table} WHERE account_id = ${unproven};`),
    // Two statements, because a trigger refuses an INSERT over an existing row before ON CONFLICT applies.
    `INSERT INTO accounts (id, email, name, status, password_hash, is_demo, created_at, updated_at, verified_at)
     SELECT ${quote(newId())}, ${email}, ${name}, 'active', ${hash}, ${demo}, ${at}, ${at}, ${at}
     WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE email = ${email});`,
    `UPDATE accounts SET password_hash = ${hash}, status = 'active', is_demo = ${demo},
     name = coalesce(${name}, name), updated_at = ${at}, verified_at = coalesce(verified_at, ${at})
     WHERE email = ${email};`,
    ...roles,
    `UPDATE sessions SET revoked_at = ${at}, revoked_reason = 'ended' WHERE account_id = ${holder} AND revoked_at IS NULL;`,
    `DELETE FROM one_time_tokens WHERE account_id = ${holder} OR (email = ${email} AND purpose <> 'invite');`,
    `DELETE FROM sign_in_backoff WHERE email_hash = ${quote(await hashEmail(account.email, secret))};`,
    `INSERT INTO audit_log (id, at, action, subject_id)
     VALUES (${quote(newId())}, ${at}, ${quote(account.action)}, ${holder});`,
  ];
}

const factorTables = ["passkeys", "authenticator_apps", "recovery_codes"];

interface Reset {
  email: string;
}

/**
 * Statements that take all second factors from the account under an address, end its sessions and unfinished sign-ins, and
 * record it. Its password stays. Where its role needs a second factor, the next sign-in leads to setting one up.
 */
export function writeResetSql({ email }: Reset): string[] {
  const at = Date.now();
  const holder = `(SELECT id FROM accounts WHERE email = ${quote(email.toLowerCase())})`;
  return [
    // Fails, and nothing happens, when there is no such account: the detail must be JSON.
    `INSERT INTO audit_log (id, at, action, subject_id, detail) VALUES (${quote(newId())}, ${at}, 'second_factor.reset',
     ${holder}, CASE WHEN ${holder} IS NULL THEN 'no such account' ELSE '{"by":"operator"}' END);`,
    ...[...factorTables, "pending_sign_ins"].map((table) => `DELETE FROM ${table} WHERE account_id = ${holder};`),
    `UPDATE sessions SET revoked_at = ${at}, revoked_reason = 'ended' WHERE account_id = ${holder} AND revoked_at IS NULL;`,
  ];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
