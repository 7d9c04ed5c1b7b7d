/** Second factors of accounts, for tests. */
import { env } from "cloudflare:workers";
import { generateSync } from "otplib";
import { beginApp, confirmApp } from "#worker/accounts/second-factors/authenticator-apps.ts";
import type { FactorProof } from "#worker/accounts/second-factors/factor-code.ts";
import { planRecoveryCodes } from "#worker/accounts/second-factors/recovery-codes.ts";
import { offerRegistration, registerPasskey } from "#worker/accounts/second-factors/register-passkey.ts";
import type { FactorOwner } from "#worker/accounts/second-factors/first-factor.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import { isGuardError } from "#worker/db/guard.ts";
import { makeScope } from "../make-scope.ts";
import { makeAuthenticator } from "./software-authenticator.ts";

const db = openDb(env.DB);

interface Person {
  id: AccountId;
  email: string;
}

export function makeOwner({ id, email }: Person, sessionId = "none"): FactorOwner {
  return { id, email, sessionId: sessionId as SessionId };
}

/** What another maker's app shows `seconds` from now. */
export function showCode(key: string, seconds = 0): string {
  return generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + seconds });
}

/**
 * A confirmed app. Its code of now is used up by confirming, so `code` is the next one, which is good already. `codes` are
 * the recovery codes that came with it; none where the account had a second factor.
 */
export async function makeApp(user: Person, name = "Phone") {
  const { id, key } = await beginApp(db, { user, name }, makeScope());
  const codes = await confirmApp(db, { owner: makeOwner(user), id, code: showCode(key) }, makeScope());
  return { appId: id, key, code: showCode(key, 30), codes: codes ?? [] };
}

/** A passkey on a device of its own. */
export async function makePasskey(user: Person, options: Parameters<typeof makeAuthenticator>[0] = {}) {
  const device = await makeAuthenticator(options);
  const owner = makeOwner(user);
  const attestation = await device.register(await offerRegistration(db, { owner }, makeScope()));
  const codes = await registerPasskey(db, { owner, name: "Laptop", attestation }, makeScope());
  return { device, codes: codes ?? [] };
}

/** New recovery codes, in the place of those that the account has. */
export async function makeRecoveryCodes(userId: AccountId): Promise<string[]> {
  const { codes, queries } = await planRecoveryCodes(db, { userId }, env);
  await runBatch(db, queries);
  return codes;
}

/** Uses a code up, as a sign-in does. False for one that proves nothing, and for whoever was too late. */
export async function useUp(read: Promise<FactorProof | null>): Promise<boolean> {
  const proof = await read;
  if (!proof) return false;
  try {
    await runBatch(db, proof.queries);
    return true;
  } catch (error) {
    if (isGuardError(error)) return false;
    throw error;
  }
}
