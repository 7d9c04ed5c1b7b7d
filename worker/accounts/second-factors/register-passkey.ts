import type { Attestation } from "#shared/accounts/passkey-schemas.ts";
import type { Db } from "#worker/db/client.ts";
import { decodeBase64url, encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { type FactorOwner, planFirstFactor } from "./first-factor.ts";
import { recordFactorChange } from "./record-factor-change.ts";
import { algorithms, loadWebauthn, readRelyingParty, storeChallenge, takeChallenge } from "./webauthn.ts";

const mostPasskeys = 20;

/**
 * What a browser is given to make a passkey: one that is found without a name (resident), and that checks its owner each
 * time, so that it signs in alone. Devices that hold one of the account already are left out.
 * @throws ConflictError when the account has as many as it may have
 */
export async function offerRegistration(db: Db, { owner }: { owner: FactorOwner }, { env }: RequestScope) {
  const own = await db.selectFrom("passkeys").select(["id", "transports"]).where("account_id", "=", owner.id).execute();
  if (own.length >= mostPasskeys) throw new ConflictError(`An account has at most ${mostPasskeys} passkeys.`);
  const { generateRegistrationOptions } = await loadWebauthn();
  const { id: rpID, name: rpName } = readRelyingParty(env);
  const challenge = decodeBase64url(await storeChallenge(db, { purpose: "register", userId: owner.id }));
  if (!challenge) throw new Error("A new challenge is base64url.");
  return generateRegistrationOptions({
    rpID,
    rpName,
    challenge,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.email,
    timeout: 300_000,
    attestationType: "none",
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as string[] })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

interface NewPasskey {
  owner: FactorOwner;
  name: string;
  attestation: Attestation;
}

/**
 * Stores a passkey that the owner's browser has just made. Returns recovery codes, to be shown once, with the account's
 * first second factor; else null.
 * @throws InvalidInputError for what our challenge was not answered with, ConflictError when it is stored already
 */
export async function registerPasskey(
  db: Db,
  { owner, name, attestation }: NewPasskey,
  scope: RequestScope,
): Promise<string[] | null> {
  const { env, log } = scope;
  const { clientDataJSON, transports = [] } = attestation.response;
  const challenge = await takeChallenge(db, { purpose: "register", userId: owner.id, clientDataJSON });
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { id: rpID, origin } = readRelyingParty(env);
  const checked =
    challenge !== null &&
    (await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch((error: unknown) => {
      log.warn("passkey not taken", { userId: owner.id, why: error instanceof Error ? error.message : "unknown" });
      return null;
    }));
  if (!checked || !checked.verified)
    throw new InvalidInputError({}, "The passkey could not be checked. It may have taken too long: please try again.");
  const { credential, credentialBackedUp } = checked.registrationInfo;
  const taken = await db.selectFrom("passkeys").select("id").where("id", "=", credential.id).executeTakeFirst();
  if (taken) throw new ConflictError("This passkey is stored already.");
  const first = await planFirstFactor(db, owner, env);
  const insert = db.insertInto("passkeys").values({
    id: credential.id,
    account_id: owner.id,
    name,
    public_key: encodeBase64url(credential.publicKey),
    sign_count: credential.counter,
    transports: JSON.stringify(transports),
    is_synced: credentialBackedUp ? 1 : 0,
    created_at: now(),
    used_at: null,
  });
  await recordFactorChange(db, { owner, action: "passkey.added", queries: [...first.queries, insert] }, scope);
  return first.codes;
}
