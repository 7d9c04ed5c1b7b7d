import type { InsightId } from "../db/insights-tables.ts";
import type { Secrets } from "../lib/former-secret.ts";
import { makePreviewToken, previewEnd, readPreviewToken as readToken } from "../lib/preview-token.ts";

/**
 * Path of a preview: anyone with this link can read the post `id` as it was last saved, published or not, until
 * `expires` (epoch seconds).
 */
export async function makePreviewPath(secret: string, id: InsightId, expires: number = previewEnd()): Promise<string> {
  return `/insights/preview/${await makePreviewToken(secret, "article preview", { id, expires })}`;
}

/** The post that `token` shows; null for a token that is not ours, or no longer good. */
export async function readPreviewToken(secrets: Secrets, token: string): Promise<InsightId | null> {
  return readToken<InsightId>(secrets, "article preview", token);
}
