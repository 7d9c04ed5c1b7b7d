import { longestAddress, readAddress } from "#shared/text/email-address.ts";
import { type FormAnswers, readAnswer } from "#shared/pages/refusal.ts";
import type { Ticket } from "#worker/lib/forms/ticket.ts";
import type { Db } from "#worker/db/client.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import type { Logger } from "#worker/lib/log.ts";

/**
 * Notes whose the files of a form are, before anything of it is refused: an erasure finds them by that. A form that is stored
 * anyway needs no note, and one that cannot be noted is taken.
 */
export async function noteSender(
  db: Db,
  { answers, ticket }: { answers: FormAnswers; ticket: Ticket | null },
  log: Logger,
): Promise<void> {
  const typed = readAnswer(answers, "email") ?? "";
  const hasFiles = Object.keys(answers).some((name) => name.endsWith("-upload") && answers[name] !== "");
  if (!ticket || !hasFiles || typed === "") return;
  try {
    await db
      .updateTable("application_uploads")
      .set({ email: readAddress(typed).address ?? typed.slice(0, longestAddress) })
      .where("form_hash", "=", await hashText(ticket.id))
      .where("application_id", "is", null)
      .execute();
  } catch (error) {
    log.error("sender of files not noted", error);
  }
}
