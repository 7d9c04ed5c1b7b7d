import { randomUUID } from "node:crypto";
import type { MailId } from "../../worker/db/email-tables.ts";
import { sendByHttp } from "../../worker/email/transports/http.ts";
import { type MailVariables, readMailSettings } from "../../worker/email/transports/settings.ts";
import { sendBySmtp } from "../../worker/email/transports/smtp.ts";
import { MailError, type OutgoingMail } from "../../worker/email/transports/transport.ts";
import type { Cloudflare } from "../cloudflare/api.ts";
import { openNodeSocket } from "./node-socket.ts";

interface TestMail {
  to: string;
  /** Those of wrangler.toml, with the secrets of this machine's environment. */
  variables: MailVariables;
  origin: string;
  /** Needed where Cloudflare sends. */
  account: Cloudflare | null;
}

/**
 * Sends one mail as the site does, and returns what the other side says to it.
 * @throws {Error} in words for the operator, without any secret
 */
export async function sendTest({ to, variables, origin, account }: TestMail): Promise<string> {
  const { settings, mistakes } = readMailSettings(variables);
  if (!settings) throw new Error(mistakes.map(({ what }) => `${what}.`).join(" "));
  const text = `This is the test mail of ${origin}, sent by \`npm run mail:check\`. If you read it, mails of the site arrive.`;
  const mail: OutgoingMail = {
    id: randomUUID() as MailId,
    from: variables.MAIL_FROM ?? "",
    to,
    replyTo: null,
    subject: `Test mail of ${new URL(origin).hostname}`,
    text,
    html: `<p>${text.replaceAll("`", "")}</p>`,
    files: [],
    headers: {},
  };
  try {
    if (settings.transport === "smtp") return await sendBySmtp(mail, settings.smtp, openNodeSocket);
    if (settings.transport === "http") return await sendByHttp(mail, settings.api);
  } catch (error) {
    throw error instanceof MailError ? new Error(`${error.message} ${error.said}`.trim(), { cause: error }) : error;
  }
  if (!account)
    throw new Error(
      "Cloudflare sends these mails, so the test mail needs a sign-in: npx wrangler login, and no --offline.",
    );
  const { from, subject, html } = mail;
  // https://developers.cloudflare.com/email-service/api/send-emails/rest-api/
  const result = await account.ask<Record<string, string[]>>("/email/sending/send", {
    method: "POST",
    body: { from, to, subject, text, html },
  });
  const { delivered = [], queued = [], permanent_bounces: bounced = [] } = result;
  if (bounced.length > 0) throw new Error(`Email Service could not deliver the mail to ${bounced.join(", ")}.`);
  return delivered.length > 0 ? "delivered" : queued.length > 0 ? "on its way" : "accepted";
}
