import { type Db, runBatch } from "../db/client.ts";
import { listSecrets } from "../lib/former-secret.ts";
import { openSealed, seal, type SealPurpose } from "../lib/secrets.ts";

/**
 * Seals under AUTH_SECRET what the tables hold under the former secret, while that is accepted: each hour, so that nothing
 * is lost with its end. Returns how many rows that was.
 */
export async function resealRows(db: Db, env: Env): Promise<number> {
  const [current, former] = listSecrets(env);
  if (former === undefined) return 0;
  const keys = await db.selectFrom("signing_keys").select(["kid", "private_jwk_sealed as sealed"]).execute();
  const apps = await db.selectFrom("authenticator_apps").select(["id", "secret_sealed as sealed"]).execute();

  async function reseal(purpose: SealPurpose, about: string, sealed: string): Promise<string | null> {
    if ((await openSealed([current], { purpose, about }, sealed)) !== null) return null;
    const text = await openSealed([former ?? current], { purpose, about }, sealed);
    return text === null ? null : seal(current, { purpose, about }, text);
  }

  const queries = [];
  for (const { kid, sealed } of keys) {
    const renewed = await reseal("signing key", kid, sealed);
    if (renewed === null) continue;
    const row = db.updateTable("signing_keys").where("kid", "=", kid).where("private_jwk_sealed", "=", sealed);
    queries.push(row.set({ private_jwk_sealed: renewed }));
  }
  for (const { id, sealed } of apps) {
    const renewed = await reseal("authenticator app", id, sealed);
    if (renewed === null) continue;
    const row = db.updateTable("authenticator_apps").where("id", "=", id).where("secret_sealed", "=", sealed);
    queries.push(row.set({ secret_sealed: renewed }));
  }
  if (queries.length > 0) await runBatch(db, queries);
  return queries.length;
}
