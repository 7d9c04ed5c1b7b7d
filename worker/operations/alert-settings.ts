import { readAddress } from "#shared/text/email-address.ts";
import { sql } from "kysely";
import { type Doer, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { InvalidInputError } from "../lib/errors.ts";
import { dropWaitingPosts } from "./alert-posts.ts";

const mostRecipients = 10;

export interface AlertSettings {
  recipients: readonly string[];
  /** "" for none. */
  webhookUrl: string;
  /** Minutes of the day in the site's zone; null for none. */
  quiet: { from: number; until: number } | null;
  /** Errors of one group within an hour that cause an alert. */
  errorThreshold: number;
  version: number;
}

/** With what its deliveries need. */
export interface StoredSettings extends AlertSettings {
  webhookSalt: string;
  /** IANA name of the zone of the site's figures. */
  zone: string;
}

/** The query of the one row. */
export function selectAlertSettings(db: Db) {
  return db
    .selectFrom("alert_settings")
    .selectAll("alert_settings")
    .select(({ selectFrom }) =>
      selectFrom("analytics_settings").select("zone").where("id", "=", "site").$asScalar().as("zone"),
    )
    .where("alert_settings.id", "=", "site");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAlertSettings>["executeTakeFirstOrThrow"]>>;

export function readAlertSettings(row: Row): StoredSettings {
  const { quiet_from: from, quiet_until: until } = row;
  return {
    recipients: JSON.parse(row.recipients) as string[],
    webhookUrl: row.webhook_url,
    webhookSalt: row.webhook_salt,
    quiet: from === null || until === null ? null : { from, until },
    errorThreshold: row.error_threshold,
    version: row.version,
    zone: row.zone ?? "UTC",
  };
}

/** True where alerts reach nobody. */
export function reachesNobody({ recipients, webhookUrl }: Pick<AlertSettings, "recipients" | "webhookUrl">): boolean {
  return recipients.length === 0 && webhookUrl === "";
}

/**
 * Changes the settings. Returns the new version. Posts that wait are dropped where the address of the webhook changes.
 * @throws {InvalidInputError} with what is wrong, by field
 * @throws {ConflictError} when somebody else has changed them since
 */
export async function changeAlertSettings(
  db: Db,
  { version, ...settings }: AlertSettings,
  doer: Doer,
): Promise<number> {
  const { recipients, webhookUrl, quiet, errorThreshold } = checkSettings(settings);
  // Where it has changed again by the time of the batch, its version has, too, and nothing is done.
  const former = await db
    .selectFrom("alert_settings")
    .select("webhook_url")
    .where("id", "=", "site")
    .where("version", "=", version)
    .executeTakeFirst();
  return runVersioned(db, {
    ...doer,
    table: "alert_settings",
    id: "site",
    version,
    set: {
      recipients: JSON.stringify(recipients),
      webhook_url: webhookUrl,
      quiet_from: quiet?.from ?? null,
      quiet_until: quiet?.until ?? null,
      error_threshold: errorThreshold,
      updated_at: now(),
    },
    audit: {
      action: "alerts.changed",
      detail: { recipients: recipients.length, webhook: webhookUrl !== "", quiet: quiet !== null },
    },
    queries: former?.webhook_url === webhookUrl ? [] : [dropWaitingPosts(db)],
    conflict: "Somebody else has changed these settings meanwhile.",
  });
}

function checkSettings(given: Omit<AlertSettings, "version">): Omit<AlertSettings, "version"> {
  const typed = given.recipients.map((each) => each.trim()).filter(Boolean);
  const wrong = typed.find((each) => readAddress(each).problem !== null);
  if (wrong) throw new InvalidInputError({ recipients: [`“${wrong.slice(0, 80)}” is not an e-mail address.`] });
  const recipients = [...new Set(typed.flatMap((each) => readAddress(each).address ?? []))];
  if (recipients.length > mostRecipients)
    throw new InvalidInputError({ recipients: [`Name ${mostRecipients} addresses at most.`] });
  const problem = given.webhookUrl === "" ? null : findUrlProblem(given.webhookUrl);
  if (problem) throw new InvalidInputError({ webhook: [problem] });
  if (given.quiet && given.quiet.from === given.quiet.until)
    throw new InvalidInputError({ quietUntil: ["Quiet hours that begin and end at the same time are the whole day."] });
  return { ...given, recipients };
}

/**
 * Why posts cannot go to `text`; null where they can. A host by number, or a name that only a private network knows, is
 * refused: the Worker does not post into networks that are not the internet.
 */
export function findUrlProblem(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || url.protocol !== "https:") return "The address begins with https://.";
  if (url.username || url.password) return "The address must not hold a name or a password.";
  if (text.length > 500) return "The address has 500 characters at most.";
  const host = url.hostname.replace(/\.$/, "");
  const isNumber = host.startsWith("[") || /^[\d.]+$/.test(host);
  const isPrivate =
    !host.includes(".") || /\.(local|localhost|internal|intranet|lan|home|corp|private|arpa)$/.test(host);
  return isNumber || isPrivate ? "The address must be a name that the whole internet knows." : null;
}

/** The query that takes a person's address out of the settings. */
export function forgetRecipient(db: Db, email: string) {
  const others = sql<string>`(select json_group_array(value) from json_each(recipients) where lower(value) <> lower(${email}))`;
  return db
    .updateTable("alert_settings")
    .set({ recipients: others, version: sql`version + 1` })
    .where(hasRecipient(email));
}

/** For the export of what is held about a person. */
export function selectRecipient(db: Db, email: string) {
  return db
    .selectFrom("alert_settings")
    .select([sql<string>`'alerts by mail'`.as("about"), "updated_at"])
    .where(hasRecipient(email));
}

function hasRecipient(email: string) {
  return sql<boolean>`exists (select 1 from json_each(recipients) where lower(value) = lower(${email}))`;
}
