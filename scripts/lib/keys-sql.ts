import { makeSigningKey, retiredGrace } from "../../worker/accounts/sessions/signing-keys.ts";
import { newId } from "../../worker/lib/ids.ts";

/** A row of signing_keys without its private half. Instants are epoch milliseconds. */
export interface KeyRow {
  kid: string;
  state: "next" | "current" | "retired";
  created_at: number;
  activated_at: number | null;
  retired_at: number | null;
}

export const listKeysSql = `SELECT kid, state, created_at, activated_at, retired_at FROM signing_keys
  ORDER BY CASE state WHEN 'retired' THEN 0 WHEN 'current' THEN 1 ELSE 2 END, activated_at;`;

/**
 * Statements that make the next key the current one and publish a new next key. The current one verifies for
 * `retiredGrace` more; with `atOnce` it is gone, and with it every access token that it signed.
 */
export async function writeRotationSql(secret: string, { atOnce }: { atOnce: boolean }): Promise<string[]> {
  const at = Date.now();
  const action = atOnce ? "signing_key.revoked" : "signing_key.rotated";
  return [
    `INSERT INTO audit_log (id, at, action, subject_id) SELECT ${quote(newId())}, ${at}, ${quote(action)}, kid
     FROM signing_keys WHERE state = 'current';`,
    // A site that was never signed in to has none, and one that was interrupted may lack the next.
    await writeNextKey(secret, at),
    atOnce
      ? "DELETE FROM signing_keys WHERE state = 'current';"
      : `UPDATE signing_keys SET state = 'retired', retired_at = ${at} WHERE state = 'current';`,
    `UPDATE signing_keys SET state = 'current', activated_at = ${at} WHERE state = 'next';`,
    await writeNextKey(secret, at),
  ];
}

/** What the rows mean, one line a key, with instants as ISO dates. */
export function describeKeys(keys: readonly KeyRow[]): string[] {
  return keys.map(({ kid, state, created_at: made, activated_at: used, retired_at: retired }) => {
    if (state === "next") return `next     ${kid}  published ${write(made)}`;
    if (state === "current") return `current  ${kid}  signs since ${write(used)}`;
    return `retired  ${kid}  signed ${write(used)} to ${write(retired)}, verifies until ${write((retired ?? 0) + retiredGrace)}`;
  });
}

async function writeNextKey(secret: string, at: number): Promise<string> {
  const { kid, public_jwk, private_jwk_sealed } = await makeSigningKey({ AUTH_SECRET: secret }, "next");
  return `INSERT INTO signing_keys (kid, state, public_jwk, private_jwk_sealed, created_at)
     SELECT ${quote(kid)}, 'next', ${quote(public_jwk)}, ${quote(private_jwk_sealed)}, ${at}
     WHERE NOT EXISTS (SELECT 1 FROM signing_keys WHERE state = 'next');`;
}

function write(instant: number | null): string {
  return instant === null ? "never" : new Date(instant).toISOString();
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
