import type { Assertion } from "#shared/accounts/passkey-schemas.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { decodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type Account, accountColumns } from "../sessions/authenticate.ts";
import { loadWebauthn, readRelyingParty, storeChallenge, takeChallenge } from "./webauthn.ts";

/** Said of every passkey that is refused. */
export const wrongPasskey = "This passkey does not sign in here, or it took too long. Please try again.";

/** What a browser is given to use a passkey. It is the same for everybody: the passkey itself says whose it is. */
export async function offerPasskeys(db: Db, { env }: Pick<RequestScope, "env">) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { id: rpID } = readRelyingParty(env);
  const challenge = decodeBase64url(await storeChallenge(db, { purpose: "sign-in", userId: null }));
  if (!challenge) throw new Error("A new challenge is base64url.");
  return generateAuthenticationOptions({ rpID, challenge, userVerification: "required", timeout: 300_000 });
}

/** What an answer of a passkey proves: an account, or nothing. `why` is for the audit log alone. */
type PasskeyCheck = { account: Account; why: null } | { account: null; user: AccountId | null; why: string };

/** Checks that a passkey has signed a challenge of ours, just now and for this site. The challenge is used up. */
export async function checkPasskey(
  db: Db,
  { assertion }: { assertion: Assertion },
  { env, log }: RequestScope,
): Promise<PasskeyCheck> {
  const { clientDataJSON, userHandle } = assertion.response;
  const challenge = await takeChallenge(db, { purpose: "sign-in", userId: null, clientDataJSON });
  const passkey = await db.selectFrom("passkeys").selectAll().where("id", "=", assertion.id).executeTakeFirst();
  const publicKey = passkey && decodeBase64url(passkey.public_key);
  if (!publicKey) return { account: null, user: null, why: "unknown passkey" };
  const user = passkey.account_id;
  if (challenge === null) return { account: null, user, why: "challenge used before or over" };
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { id: rpID, origin } = readRelyingParty(env);
  const checked = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: passkey.id, publicKey, counter: passkey.sign_count },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    log.warn("passkey refused", { userId: user, why: error instanceof Error ? error.message : "unknown" });
    return null;
  });
  if (!checked?.verified || !isHandleOf(userHandle, user)) return { account: null, user, why: "wrong signature" };
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  const counted = await db
    .updateTable("passkeys")
    .set({ sign_count: newCounter, is_synced: credentialBackedUp ? 1 : 0, used_at: now() })
    .where("id", "=", passkey.id)
    // A copy of the passkey counts by itself. 0 is the count of a device that does not count.
    .where((where) => where.or([where("sign_count", "<", newCounter), where.lit(newCounter === 0)]))
    .returning("id")
    .executeTakeFirst();
  const account = await db.selectFrom("accounts").select(accountColumns).where("id", "=", user).executeTakeFirst();
  return counted && account ? { account, why: null } : { account: null, user, why: "count of signatures did not grow" };
}

/** The device may say whose passkey it is; it must not say anything else. */
function isHandleOf(userHandle: string | undefined, userId: string): boolean {
  if (userHandle === undefined) return true;
  const bytes = decodeBase64url(userHandle);
  return bytes !== null && new TextDecoder().decode(bytes) === userId;
}
