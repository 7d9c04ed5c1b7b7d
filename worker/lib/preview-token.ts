import { day, second } from "#shared/dates/durations.ts";
import { decodeBase64url } from "./text/base64url.ts";
import { nowInSeconds } from "./clock.ts";
import type { Secrets } from "./former-secret.ts";
import { macText, verifyMac } from "./secrets.ts";

/** What a preview link can show. */
type Previewed = "article preview" | "job preview";

/** How long a preview link is good, in seconds: three days. */
const previewLife = (3 * day) / second;

/** When a preview link that is made now ends, in epoch seconds. */
export function previewEnd(): number {
  return nowInSeconds() + previewLife;
}

/** The token of a link by which anyone can read `id` as it was last saved, until `expires` (epoch seconds). */
export async function makePreviewToken(
  secret: string,
  of: Previewed,
  { id, expires }: { id: string; expires: number },
): Promise<string> {
  const claim = `${id}.${expires}`;
  return `${claim}.${await macText(secret, of, claim)}`;
}

/** The id that `token` shows; null for a token that is not ours, or no longer good. */
export async function readPreviewToken<Id extends string>(
  secrets: Secrets,
  of: Previewed,
  token: string,
): Promise<Id | null> {
  const [, id, expires, tag = ""] = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const bytes = decodeBase64url(tag);
  if (id === undefined || !bytes || !(await verifyMac(secrets, of, `${id}.${expires}`, bytes))) return null;
  return Number(expires) > nowInSeconds() ? (id as Id) : null;
}
