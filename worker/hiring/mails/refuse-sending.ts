import { ConflictError, InvalidInputError, TooManyAttemptsError } from "#worker/lib/errors.ts";
import type { MailFacts } from "./compose.ts";

/** Mails of one colleague within an hour, and to one person within a day. */
export const mostMails = { anHour: 30, aDay: 5 };

/** More mails than one may write within an hour, or than one person should get within a day. */
class TooManyMailsError extends TooManyAttemptsError {
  override name = "TooManyMailsError";

  constructor(message: string, retryAfter: number) {
    super(retryAfter);
    this.message = message;
  }
}

interface Asked {
  seen: number;
}

/**
 * Refuses in words what may not be sent: a rejection to who is not rejected, a mail whose writer has not seen the newest one,
 * a form that was sent with other words, and one mail too many.
 * @throws {InvalidInputError}, {ConflictError}, {TooManyMailsError}
 */
export function refuseSending(facts: MailFacts, { seen }: Asked): void {
  if (facts.kind === "rejection" && facts.stage !== "rejected")
    throw new InvalidInputError({
      template: ["This text tells somebody that they are rejected. Reject the application first, with its reason."],
    });
  if (facts.newest !== seen) throw new ConflictError(describeLast(facts.last));
  if (facts.same !== null) throw new ConflictError("This form has sent another mail already. Load the page again.");
  if (facts.an_hour >= mostMails.anHour)
    throw new TooManyMailsError(
      `You have written ${mostMails.anHour} mails within the last hour, which is the most. Your text is kept: send it later.`,
      600,
    );
  if (facts.a_day >= mostMails.aDay)
    throw new TooManyMailsError(
      `This person was written to ${mostMails.aDay} times within a day, which is the most. Your text is kept: send it tomorrow.`,
      3600,
    );
}

function describeLast(last: string | null): string {
  const advice = "Read it above. Your text is still here: send it again if it still fits.";
  if (last === null) return `The conversation has changed since you opened this page. ${advice}`;
  const mail = JSON.parse(last) as { subject: string; direction: string; name: string | null; email: string | null };
  const who = mail.name ?? mail.email ?? "A colleague";
  const did = mail.direction === "in" ? "has added a reply" : "has written to the candidate";
  return `${who} ${did} since you opened this page: “${mail.subject}”. ${advice}`;
}
