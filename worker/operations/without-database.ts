import { hour } from "#shared/dates/durations.ts";
import { nameSite } from "../email/layout.ts";
import { sendDirectly } from "../email/send-mail.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import { privatePrefix } from "../media/private-prefix.ts";
import type { StoredSettings } from "./alert-settings.ts";
import { writeAlertMail, writeInsight } from "./alert-texts.ts";
import type { AlertPlan } from "./plan-alerts.ts";
import { post } from "./webhook.ts";

/** Where the bucket keeps what an alert needs while the database does not answer. */
const key = `${privatePrefix}operations/alerts.json`;
const remindsAfter = 6 * hour;

interface Kept {
  settings: Pick<StoredSettings, "recipients" | "webhookUrl" | "webhookSalt">;
  /** Since when the database does not answer, and when that was last told; null while it answers. */
  down: { since: number; toldAt: number } | null;
}

type Scope = Pick<RequestScope, "env" | "log" | "company">;

async function readKept({ env }: Scope): Promise<Kept | null> {
  return (await (await env.MEDIA.get(key))?.json<Kept>()) ?? null;
}

async function writeKept({ env }: Scope, kept: Kept): Promise<void> {
  await env.MEDIA.put(key, JSON.stringify(kept), { httpMetadata: { contentType: "application/json" } });
}

/** Keeps the newest settings at hand, and tells that the database answers again if it did not. */
export async function noteDatabase(settings: StoredSettings, scope: Scope): Promise<void> {
  const kept = await readKept(scope);
  if (kept?.down) await tell(kept, { kind: "recovered", since: kept.down.since }, scope);
  const { recipients, webhookUrl, webhookSalt } = settings;
  const next: Kept = { settings: { recipients, webhookUrl, webhookSalt }, down: null };
  if (JSON.stringify(kept) !== JSON.stringify(next)) await writeKept(scope, next);
}

/**
 * Tells that the database does not answer: at once, and every six hours while it goes on. No outbox holds these mails, so
 * one that the mail service refuses is tried again by the next run.
 */
export async function tellOfOutage(scope: Scope): Promise<void> {
  const kept = await readKept(scope);
  if (!kept) return;
  const at = now();
  if (kept.down && at - kept.down.toldAt < remindsAfter) return;
  const since = kept.down?.since ?? at;
  if (await tell(kept, { kind: kept.down ? "reminder" : "failed", since }, scope))
    await writeKept(scope, { ...kept, down: { since, toldAt: at } });
}

/** True when somebody was reached. */
async function tell(
  { settings }: Kept,
  { kind, since }: { kind: AlertPlan["told"][number]["kind"]; since: number },
  scope: Scope,
): Promise<boolean> {
  const { env, log } = scope;
  const isFailed = kind !== "recovered";
  const todo = "See whether Cloudflare reports trouble with D1; visitors see kept pages only until it answers.";
  const row = { key: "database", name: "Database (D1)", todo, isUrgent: true, isFailed, since, toldAt: null };
  const site = nameSite(scope);
  const told = [{ kind, row }];
  const mail = writeAlertMail(site, told);
  const mails = settings.recipients.map((to) => sendDirectly(env, { to, ...mail }));
  const body = writeInsight(site, told, now());
  const posts = settings.webhookUrl === "" ? [] : [post({ id: newId(), body }, settings, env).then(() => true)];
  const results = await Promise.allSettled([...mails, ...posts]);
  for (const each of results) if (each.status === "rejected") log.error("alert not sent", each.reason);
  return results.some((each) => each.status === "fulfilled" && each.value);
}
