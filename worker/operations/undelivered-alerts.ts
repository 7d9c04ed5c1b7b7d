import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";

/** Tries of a post that are no accident any longer. */
const tolerated = 3;
/** Mails that were refused longer ago say nothing of today. */
const recent = 7 * day;

/**
 * Alerts that somebody who is named does not get: posts that are refused, and mails that were. Only what was written
 * since the settings were last changed counts, and only until something has arrived there. The other channel reports it.
 */
export function selectUndeliveredAlerts(db: Db) {
  const alert = sql`('alert', 'alert-test')`;
  const post = sql`select 1 from alert_posts as bad
    where bad.sent_at is null and bad.attempts >= ${tolerated} and bad.created_at >= settings.updated_at
      and not exists (select 1 from alert_posts as good where good.created_at > bad.created_at and good.sent_at is not null)`;
  const mail = sql`select 1 from outbox as bad
    where bad.kind in ${alert} and bad.created_at >= max(settings.updated_at, ${now() - recent}) and bad.state = 'failed'
      and bad.recipient in (select value from json_each(settings.recipients))
      and not exists (select 1 from outbox as good where good.kind in ${alert}
        and good.created_at > bad.created_at and good.recipient = bad.recipient and good.state = 'sent')`;
  return db
    .selectFrom("alert_settings as settings")
    .select("settings.id")
    .where("settings.id", "=", "site")
    .where(sql<boolean>`((settings.webhook_url <> '' and exists (${post})) or exists (${mail}))`);
}
