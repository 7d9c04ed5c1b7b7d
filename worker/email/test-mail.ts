import { hour, minute } from "#shared/dates/durations.ts";
import { type Db, runBatch } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { TooManyAttemptsError, UnavailableError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";
import { layOutMail, type MailSite, type MailText } from "./layout.ts";
import { announceMails, planMail } from "./outbox.ts";
import { hasTransport, isMailConfigured } from "./send-mail.ts";

/** What the test page may say of the set-up: that something is there, never what. */
export interface MailSetup {
  transport: boolean;
  sender: boolean;
  recipient: boolean;
  queue: boolean;
}

const limits = [
  { windowMs: minute, most: 1 },
  { windowMs: hour, most: 5 },
];

export function readMailSetup(env: Env): MailSetup {
  return {
    transport: hasTransport(env),
    sender: Boolean(env.MAIL_FROM),
    recipient: Boolean(env.MAIL_TEST_TO),
    queue: Boolean(env.MAIL_QUEUE),
  };
}

/**
 * Writes the one test mail, to the configured address and no other, at most once a minute and five times an hour for
 * everybody together. Returns false when mail or the address is not configured.
 * @throws {TooManyAttemptsError} past the limits
 * @throws {UnavailableError} when it could not be stored
 */
export async function sendTestMail(db: Db, { site }: { site: MailSite }, scope: RequestScope): Promise<boolean> {
  const { env, log } = scope;
  if (!isMailConfigured(env) || !env.MAIL_TEST_TO) return false;
  const recent = await db
    .selectFrom("outbox")
    .select("created_at")
    .where("kind", "=", "test")
    .where("created_at", ">", now() - hour)
    .orderBy("created_at", "desc")
    .limit(5)
    .execute()
    .catch(refuse);
  for (const { windowMs, most } of limits) {
    const oldest = recent[most - 1]?.created_at ?? 0;
    if (oldest > now() - windowMs) throw new TooManyAttemptsError(Math.ceil((oldest + windowMs - now()) / 1000));
  }
  // Two requests at the same moment both see room. The key contains the minute, so only one of them writes a mail.
  const mail = planMail(db, {
    ...writeTestMail(site),
    dedupeKey: `test:${Math.floor(now() / minute)}`,
    kind: "test",
    recipient: env.MAIL_TEST_TO,
  });
  const [written] = await runBatch(db, [mail.query]).catch(refuse);
  if (written?.meta.changes === 0) throw new TooManyAttemptsError(60);
  log.info("test mail asked for", { mailId: mail.id });
  await announceMails([mail.id], scope);
  return true;

  function refuse(error: unknown): never {
    log.error("test mail not stored", error);
    throw new UnavailableError(30, error);
  }
}

/** The one mail that /test-email sends. */
function writeTestMail(site: MailSite): MailText {
  return layOutMail(site, {
    subject: `Test mail from ${site.name}`,
    title: "Mail works",
    paragraphs: ["Somebody pressed the button on the test page. If you read this, the site can send mail."],
    link: { url: `${site.origin}/test-email`, name: "Open the test page" },
    after: "",
  });
}
