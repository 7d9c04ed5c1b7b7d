import { z } from "zod";
import { giveUpMessage } from "#worker/failed-messages/store.ts";
import { openDb } from "../db/client.ts";
import type { MailId } from "../db/email-tables.ts";
import type { RequestScope } from "../lib/scope.ts";
import { computeWait, sendMail } from "./send-mail.ts";

const messageSchema = z.object({ mailId: z.uuid() });

/**
 * Sends the mails of a batch, one after another. The outbox keeps the state: a message only says that a mail may be
 * due, so any message can come twice, late or never.
 */
export async function consumeMails(batch: MessageBatch, scope: RequestScope): Promise<void> {
  const db = openDb(scope.env.DB);
  for (const message of batch.messages) {
    const parsed = messageSchema.safeParse(message.body);
    if (!parsed.success) {
      await giveUpMessage(message, { queue: batch.queue, scope, error: parsed.error });
      continue;
    }
    try {
      const outcome = await sendMail(db, { id: parsed.data.mailId as MailId }, scope);
      scope.log.info("mail", { mailId: parsed.data.mailId, outcome });
      if (outcome === "retry") message.retry({ delaySeconds: Math.min(43_200, computeWait(message.attempts) / 1000) });
      else message.ack();
    } catch (error) {
      scope.log.error("mail message put back", error, { messageId: message.id, attempts: message.attempts });
      message.retry({ delaySeconds: Math.min(900, 10 * 2 ** (message.attempts - 1)) });
    }
  }
}
