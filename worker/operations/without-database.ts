import { hour } from "#shared/dates/durations.ts";
import { nameSite } from "../email/layout.ts";
import { sendDirectly } from "../email/send-mail.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { privatePrefix } from "../media/private-prefix.ts";
import type { StoredSettings } from "./alert-settings.ts";
import { writeAlertMail, writeWebhookBody } from "./alert-texts.ts";
import type { AlertPlan } from "./plan-alerts.ts";
import { post } from "./webhook.ts";

/** Where the bucket keeps what an alert needs while the database does not answer. */
const key = `${privatePrefix}operations/alerts.json`;
const remindsAfter = 6 * hour;

interface OutageState {
  settings: Pick<StoredSettings, "recipients" | "webhookUrl" | "webhookSalt">;
  /** Since when the database does not answer, and when the last alert was sent; null while it answers. */
  down: { since: number; alertedAt: number } | null;
}

type Scope = Pick<RequestScope, "env" | "log" | "company">;

async function readOutageState({ env }: Scope): Promise<OutageState | null> {
  return (await (await env.MEDIA.get(key))?.json<OutageState>()) ?? null;
}

async function writeOutageState({ env }: Scope, known: OutageState): Promise<void> {
  await env.MEDIA.put(key, JSON.stringify(known), { httpMetadata: { contentType: "application/json" } });
}

/** Stores the newest settings, and reports that the database answers again if it did not. */
export async function noteDatabase(settings: StoredSettings, scope: Scope): Promise<void> {
  const known = await readOutageState(scope);
  if (known?.down) await tell(known, { kind: "recovered", since: known.down.since }, scope);
  const { recipients, webhookUrl, webhookSalt } = settings;
  const next: OutageState = { settings: { recipients, webhookUrl, webhookSalt }, down: null };
  if (JSON.stringify(known) !== JSON.stringify(next)) await writeOutageState(scope, next);
}

/**
 * Tells that the database does not answer: at once, and every six hours while it goes on. No outbox holds these mails, so
 * one that the mail service refuses is tried again by the next run.
 */
export async function tellOfOutage(scope: Scope): Promise<void> {
  const known = await readOutageState(scope);
  if (!known) return;
  const at = now();
  if (known.down && at - known.down.alertedAt < remindsAfter) return;
  const since = known.down?.since ?? at;
  if (await tell(known, { kind: known.down ? "reminder" : "failed", since }, scope))
    await writeOutageState(scope, { ...known, down: { since, alertedAt: at } });
}

/** True when somebody was reached. */
async function tell(
  { settings }: OutageState,
  { kind, since }: { kind: AlertPlan["alerts"][number]["kind"]; since: number },
  scope: Scope,
): Promise<boolean> {
  const { env, log } = scope;
  const isFailed = kind !== "recovered";
  const todo = "See whether Cloudflare reports trouble with D1; visitors see kept pages only until it answers.";
  const row = { key: "database", name: "Database (D1)", todo, isUrgent: true, isFailed, since, alertedAt: null };
  const site = nameSite(scope);
  const alerts = [{ kind, row }];
  const mail = writeAlertMail(site, alerts);
  const mails = settings.recipients.map((to) => sendDirectly(env, { to, ...mail }));
  const body = writeWebhookBody(site, alerts, now());
  const posts = settings.webhookUrl === "" ? [] : [post({ id: newId(), body }, settings, env).then(() => true)];
  const results = await Promise.allSettled([...mails, ...posts]);
  for (const each of results) if (each.status === "rejected") log.error("alert not sent", each.reason);
  return results.some((each) => each.status === "fulfilled" && each.value);
}
