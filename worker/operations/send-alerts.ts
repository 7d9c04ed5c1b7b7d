import type { Compilable } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import { type MailText, nameSite } from "../email/layout.ts";
import { announceMails, planMail } from "../email/outbox.ts";
import type { MailId } from "../db/email-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { RequestScope } from "../lib/scope.ts";
import type { MailKind } from "../subjects.ts";
import { planPost } from "./alert-posts.ts";
import type { StoredSettings } from "./alert-settings.ts";
import { writeAlertMail, writeWebhookBody } from "./alert-texts.ts";
import type { AlertPlan } from "./plan-alerts.ts";
import { sendDuePosts } from "./webhook.ts";

interface Sending {
  settings: StoredSettings;
  kind: Extract<MailKind, "alert" | "alert-test">;
  mail: MailText;
  post: string;
}

/** The queries that store a mail for each address and the post, with the ids of the mails and of the post. */
export function planSending(db: Db, { settings, kind, mail, post }: Sending) {
  const id = newId();
  const mails = settings.recipients.map((recipient) =>
    planMail(db, { ...mail, kind, recipient, dedupeKey: `${kind}:${id}:${recipient}` }),
  );
  const queries: Compilable[] = mails.map(({ query }) => query);
  const { webhookUrl } = settings;
  if (webhookUrl !== "") queries.push(planPost(db, { id, body: post, webhookUrl }));
  return { queries, mailIds: mails.map((planned) => planned.id), insightId: id };
}

/** Sends what `planSending` has stored, and the posts that waited. */
export async function deliver(db: Db, settings: StoredSettings, mailIds: readonly MailId[], scope: RequestScope) {
  await announceMails(mailIds, scope);
  return settings.webhookUrl === "" ? { posted: 0, refused: 0 } : sendDuePosts(db, settings, scope);
}

/**
 * Stores what is remembered of alerts together with their mails and their post, in one transaction, and
 * sends them. Posts that waited go along.
 */
export async function sendAlerts(db: Db, plan: AlertPlan, settings: StoredSettings, scope: RequestScope) {
  const site = nameSite(scope);
  const { queries, mailIds } =
    plan.alerts.length === 0
      ? { queries: [], mailIds: [] }
      : planSending(db, {
          settings,
          kind: "alert",
          mail: writeAlertMail(site, plan.alerts),
          post: writeWebhookBody(site, plan.alerts, now()),
        });
  const changes: Compilable[] = plan.changed.map(({ key, name, todo, isUrgent, isFailed, since, alertedAt }) => {
    const row = {
      name,
      todo,
      is_urgent: isUrgent ? 1 : 0,
      is_failed: isFailed ? 1 : 0,
      since,
      told_at: alertedAt,
    } as const;
    return db
      .insertInto("alerts")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row));
  });
  if (plan.gone.length > 0) changes.push(db.deleteFrom("alerts").where("key", "in", plan.gone));
  if (changes.length + queries.length > 0) await runBatch(db, [...changes, ...queries]);
  return deliver(db, settings, mailIds, scope);
}
