import { minute, second } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { readErrorMessage } from "../lib/error-message.ts";
import { listSecrets, type SecretVariables } from "../lib/former-secret.ts";
import type { RequestScope } from "../lib/scope.ts";
import { mac } from "../lib/secrets.ts";
import { isStillSet } from "./alert-posts.ts";
import { findUrlProblem, type StoredSettings } from "./alert-settings.ts";

type Target = Pick<StoredSettings, "webhookUrl" | "webhookSalt">;

const patience = 10 * second;
const mostAttempts = 8;
const mostAtOnce = 5;

/** The key that signs posts, as its receiver enters it: `whsec_` and base64, by the Standard Webhooks. */
export async function readSigningKey(env: SecretVariables, salt: string): Promise<string> {
  return `whsec_${encode(await mac(env.AUTH_SECRET, "alert webhook", salt))}`;
}

/**
 * Posts `body`, JSON, signed by the Standard Webhooks. While a former AUTH_SECRET is accepted its signature is there as
 * well, so that a receiver takes both meanwhile.
 * @throws {Error} when it is not taken within 10 seconds with a status of 200 to 299
 */
export async function post(
  { id, body }: { id: string; body: string },
  { webhookUrl, webhookSalt }: Target,
  env: SecretVariables,
): Promise<void> {
  const problem = findUrlProblem(webhookUrl);
  if (problem) throw new Error(problem);
  const timestamp = Math.floor(now() / 1000);
  const signatures = await Promise.all(
    listSecrets(env).map(async (secret) =>
      sign(await mac(secret, "alert webhook", webhookSalt), `${id}.${timestamp}.${body}`),
    ),
  );
  const response = await fetch(webhookUrl, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "site-alerts",
      "Webhook-Id": id,
      "Webhook-Timestamp": String(timestamp),
      "Webhook-Signature": signatures.join(" "),
    },
    body,
    // A redirect could lead into a network that the address itself may not name.
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
}

async function sign(key: ArrayBuffer, text: string): Promise<string> {
  const hmac = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${encode(await crypto.subtle.sign("HMAC", hmac, new TextEncoder().encode(text)))}`;
}

function encode(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

/**
 * Posts what is due, the oldest first. A post is claimed before it leaves, so that two runs at once send one; one that is
 * refused is tried again after 1, 2, 4 … minutes, eight times in all.
 */
export async function sendDuePosts(db: Db, target: Target, { env, log }: Pick<RequestScope, "env" | "log">) {
  const outcome = { posted: 0, refused: 0 };
  const due = await db
    .selectFrom("alert_posts")
    .select(["id", "attempts"])
    .where("due_at", "<=", now())
    .orderBy("due_at")
    .limit(mostAtOnce)
    .execute();
  for (const { id, attempts } of due) {
    const tries = attempts + 1;
    const claimed = await db
      .updateTable("alert_posts")
      .set({ attempts: tries, due_at: tries < mostAttempts ? now() + minute * 2 ** attempts : null })
      .where("id", "=", id)
      .where("attempts", "=", attempts)
      .where(isStillSet(target.webhookUrl))
      .returning("body")
      .executeTakeFirst();
    if (!claimed) continue;
    try {
      await post({ id, body: claimed.body }, target, env);
      await db
        .updateTable("alert_posts")
        .set({ sent_at: now(), due_at: null, last_error: null })
        .where("id", "=", id)
        .execute();
      outcome.posted += 1;
    } catch (error) {
      log.error("alert not posted", error, { insightId: id, attempts: tries });
      await db
        .updateTable("alert_posts")
        .set({ last_error: readErrorMessage(error) })
        .where("id", "=", id)
        .execute();
      outcome.refused += 1;
    }
  }
  return outcome;
}
