import { day, second } from "#app/shared/durations.ts";
import type { PostId } from "../db/insights-tables.ts";
import { decodeBase64url } from "../lib/base64url.ts";
import { nowInSeconds } from "../lib/clock.ts";
import type { Secrets } from "../lib/former-secret.ts";
import { macText, verifyMac } from "../lib/secrets.ts";

/** How long a preview link is good, in seconds: three days. */
const previewLife = (3 * day) / second;

/** When a preview link that is made now ends, in epoch seconds. */
export function previewEnd(): number {
  return nowInSeconds() + previewLife;
}

/**
 * Path of a preview: anyone with this link can read the post `id` as it was last saved, published or not, until
 * `expires` (epoch seconds).
 */
export async function makePreviewPath(secret: string, id: PostId, expires: number = previewEnd()): Promise<string> {
  const claim = `${id}.${expires}`;
  return `/insights/preview/${claim}.${await macText(secret, "article preview", claim)}`;
}

/** The post that `token` shows; null for a token that is not ours, or no longer good. */
export async function readPreviewToken(secrets: Secrets, token: string): Promise<PostId | null> {
  const [, id, expires, tag = ""] = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const bytes = decodeBase64url(tag);
  if (id === undefined || !bytes || !(await verifyMac(secrets, "article preview", `${id}.${expires}`, bytes)))
    return null;
  return Number(expires) > nowInSeconds() ? (id as PostId) : null;
}
