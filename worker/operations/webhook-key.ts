import { type Doer, runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import type { SecretVariables } from "../lib/former-secret.ts";
import { readAlertSettings, selectAlertSettings } from "./alert-settings.ts";
import { readSigningKey } from "./webhook.ts";

/** The key that signs posts, for its receiver. Who saw it is recorded. */
export async function showWebhookKey(db: Db, env: SecretVariables, doer: Doer): Promise<string> {
  const { webhookSalt } = readAlertSettings(await selectAlertSettings(db).executeTakeFirstOrThrow());
  await runRecorded(db, { ...doer, subject: "site", audit: { action: "alerts.key_shown" }, queries: [] });
  return readSigningKey(env, webhookSalt);
}

/**
 * Replaces the key that signs posts: from now on no post is signed with the former one. Returns the new key.
 * @throws {ConflictError} when somebody has changed the settings since
 */
export async function replaceWebhookKey(
  db: Db,
  { version, env }: { version: number; env: SecretVariables },
  doer: Doer,
): Promise<string> {
  const webhookSalt = crypto.randomUUID();
  await runVersioned(db, {
    ...doer,
    table: "alert_settings",
    id: "site",
    version,
    set: { webhook_salt: webhookSalt, updated_at: now() },
    audit: { action: "alerts.key_replaced" },
    conflict: "Somebody else has changed these settings meanwhile, maybe the key too. Look at them, then try again.",
  });
  return readSigningKey(env, webhookSalt);
}
