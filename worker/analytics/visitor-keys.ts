import { listSecrets } from "#worker/lib/former-secret.ts";
import { hashText } from "#worker/lib/hash-text.ts";
import { macText } from "#worker/lib/secrets.ts";
import { hashToNumber } from "./visit-key.ts";

/** Under what a visitor is stored, and under which hashes their number would have been erased. */
export interface VisitorKeys {
  /** 63 bits of the SHA-256 of the number, in decimals. */
  visitor: string;
  visitor_hash: string;
  former_hash: string | null;
}

export async function keyVisitor(env: Env, visitorId: string): Promise<VisitorKeys> {
  const [, former] = listSecrets(env);
  return {
    visitor: await hashToNumber(visitorId),
    visitor_hash: await hashErased(env.AUTH_SECRET, visitorId),
    // A number that was erased before AUTH_SECRET was replaced has its tombstone under the former one.
    former_hash: former === undefined ? null : await hashErased(former, visitorId),
  };
}

/**
 * The hash under which an erased number is stored, so that a person who knows a number cannot tell from the table whether
 * it was erased.
 */
export async function hashErased(secret: string, visitorId: string): Promise<string> {
  return hashText(await macText(secret, "erased visitor", visitorId));
}
