/** A Worker that sends a mail as the site does, with variables that come with the request. */
import { connect } from "cloudflare:sockets";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { MailId } from "#worker/db/email-tables.ts";
import { planMail } from "#worker/email/outbox.ts";
import { sendMail } from "#worker/email/send-mail.ts";
import type { SmtpSettings } from "#worker/email/transports/settings.ts";
import { type OpenSocket, sendBySmtp } from "#worker/email/transports/smtp.ts";
import { MailError, type OutgoingMail } from "#worker/email/transports/transport.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

export interface Asked {
  variables?: Record<string, string>;
  /** A new mail of the outbox. */
  mail?: { recipient: string; subject: string; text: string; html: string; stopUrl?: string; replyTo?: string };
  files?: { name: string; type: string; content: string }[];
  /** One that is there, due now. */
  again?: MailId;
  /** A mail that passes by the outbox, to a server that has a second for each answer. */
  direct?: { mail: OutgoingMail; settings: SmtpSettings };
}

let planned = 0;

async function answer(asked: Asked, env: Env): Promise<object> {
  if (asked.direct) {
    const { mail, settings } = asked.direct;
    const patience = { connect: 1, answer: 1, mail: 1 };
    return sendBySmtp(mail, settings, connect as unknown as OpenSocket, patience).then(
      (said) => ({ said }),
      (error: unknown) =>
        error instanceof MailError ? { ...error, message: error.message } : { thrown: String(error) },
    );
  }
  const db = openDb(env.DB);
  const logged: string[] = [];
  const log = { info() {}, error: (_what: string, error: unknown) => logged.push(String(error)) };
  const scope = { env: { ...env, ...asked.variables }, log } as unknown as RequestScope;
  let id = asked.again;
  if (asked.mail) {
    planned += 1;
    const mail = { ...asked.mail, files: asked.files ?? [], kind: "test", dedupeKey: `test:${planned}` } as const;
    const plan = planMail(db, mail);
    id = plan.id;
    await runBatch(db, [plan.query]);
  }
  if (!id) throw new Error("Which mail?");
  await db.updateTable("outbox").set({ due_at: 1 }).where("id", "=", id).execute();
  const outcome = await sendMail(db, { id }, scope);
  const row = await db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  return { outcome, row, logged };
}

export default {
  async fetch(request, env) {
    return Response.json(await answer(await request.json(), env));
  },
} satisfies ExportedHandler<Env>;
