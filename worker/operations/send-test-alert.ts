import { sql } from "kysely";
import { minute } from "#shared/dates/durations.ts";
import { type Doer, runRecorded } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { nameSite } from "../email/layout.ts";
import { isMailConfigured } from "../email/send-mail.ts";
import { now } from "../lib/clock.ts";
import { ConflictError, TooManyAttemptsError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { reachesNobody, readAlertSettings, selectAlertSettings } from "./alert-settings.ts";
import { writeTestMail, writeTestPost } from "./alert-texts.ts";
import { deliver, planSending } from "./send-alerts.ts";

/** What came of a test within the request. */
export interface TestOutcome {
  /** Mails that were written. */
  mails: number;
  /** False: they wait until mail is set up. */
  isMailSet: boolean;
  /** Null where no webhook is named, or its turn has not come; `problem` is why the webhook did not take the post, null where it did. */
  post: { problem: string | null } | null;
}

/**
 * Sends a test alert to everybody who is named, once a minute at most.
 * @throws {ConflictError} when nobody is named, or somebody else sent one at the same moment
 * @throws {TooManyAttemptsError} within a minute of the last one
 */
export async function sendTestAlert(db: Db, doer: Doer, scope: RequestScope): Promise<TestOutcome> {
  const settings = readAlertSettings(await selectAlertSettings(db).executeTakeFirstOrThrow());
  if (reachesNobody(settings)) throw new ConflictError("Name an address or a webhook first: alerts reach nobody.");
  const recent = db
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", "alerts.tested")
    .where("at", ">", now() - minute)
    .limit(1);
  if (await recent.executeTakeFirst()) throw new TooManyAttemptsError(60);
  const site = nameSite(scope);
  const { queries, mailIds, insightId } = planSending(db, {
    settings,
    kind: "alert-test",
    mail: writeTestMail(site),
    post: writeTestPost(site, now()),
  });
  const detail = { mails: settings.recipients.length, webhook: settings.webhookUrl !== "" };
  // Of several who ask at the same moment one sends.
  const given = { rows: sql`(select 1 where not exists ${recent})`, conflict: "A test alert was sent a moment ago." };
  await runRecorded(db, { ...doer, subject: null, audit: { action: "alerts.tested", detail }, queries, given });
  await deliver(db, settings, mailIds, scope);
  const post = await db
    .selectFrom("alert_posts")
    .select("last_error as problem")
    .where("id", "=", insightId)
    .where("attempts", ">", 0)
    .executeTakeFirst();
  return { mails: mailIds.length, isMailSet: isMailConfigured(scope.env), post: post ?? null };
}
