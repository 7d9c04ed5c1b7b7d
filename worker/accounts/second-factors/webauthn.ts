/** What all uses of passkeys share. The library is large and needed by few requests, so each loads it when it needs it. */
import { z } from "zod";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { decodeBase64url, encodeBase64url } from "#worker/lib/text/base64url.ts";
import { now } from "#worker/lib/clock.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { minute } from "#shared/dates/durations.ts";

export function loadWebauthn() {
  return import("@simplewebauthn/server");
}

/** EdDSA, ES256 and RS256: what authenticators of today sign with. */
export const algorithms = [-8, -7, -257];

/** Who passkeys are made for: the site's host and its origin. */
export function readRelyingParty({ SITE_ORIGIN }: Pick<Env, "SITE_ORIGIN">) {
  return { id: new URL(SITE_ORIGIN).hostname, name: new URL(SITE_ORIGIN).host, origin: SITE_ORIGIN };
}

const challengeLife = 5 * minute;

interface ChallengeUse {
  purpose: "register" | "sign-in";
  /** Who may use it; null while the browser is not signed in. */
  userId: AccountId | null;
}

/** A random number that a passkey has to sign. It is good for one answer within five minutes; only its hash is stored. */
export async function storeChallenge(db: Db, { purpose, userId }: ChallengeUse): Promise<string> {
  const challenge = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
  const at = now();
  await db
    .insertInto("webauthn_challenges")
    .values({
      challenge_sha256: await hashText(challenge),
      purpose,
      account_id: userId,
      created_at: at,
      expires_at: at + challengeLife,
    })
    .execute();
  return challenge;
}

/** The challenge that an answer has signed, used up here; null when it is not ours, was used before or is over. */
export async function takeChallenge(
  db: Db,
  { purpose, userId, clientDataJSON }: ChallengeUse & { clientDataJSON: string },
): Promise<string | null> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === null) return null;
  const taken = await db
    .deleteFrom("webauthn_challenges")
    .where("challenge_sha256", "=", await hashText(challenge))
    .where("purpose", "=", purpose)
    .where("account_id", userId === null ? "is" : "=", userId)
    .where("expires_at", ">", now())
    .returning("purpose")
    .executeTakeFirst();
  return taken ? challenge : null;
}

const clientData = z.object({ challenge: z.string().max(100) });

function readChallenge(clientDataJSON: string): string | null {
  const bytes = decodeBase64url(clientDataJSON);
  if (!bytes) return null;
  try {
    return clientData.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data?.challenge ?? null;
  } catch {
    return null;
  }
}
