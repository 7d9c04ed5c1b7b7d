import type { MailPart } from "#shared/hiring/mail-variables.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";

/** What stands in the form of a mail. */
export interface MailFields {
  /** Id of the mail that it becomes; null for a new one. */
  id: string | null;
  /** Id of the template that the text began with; "" for none. */
  used: string;
  subject: string;
  body: string;
  /** Stage that the application goes to then; "" for none. */
  move: string;
}

interface ReplyFields {
  id: string;
  reply: string;
  from: string;
}

/** What a form of the panel of mails is answered with. */
export interface MailAnswer {
  /** What the form holds now; null when it is to be empty, undefined when it stays as it is. */
  fields: MailFields | null | undefined;
  /**
   * What becomes of `fields` in the page: they are what it has anyway, they replace that ("put"), or only if nothing was typed
   * ("offer").
   */
  fill: "none" | "put" | "offer";
  /** What is wrong, by field; the name "" is for the whole form. */
  problems: Record<string, string>;
  preview: { to: string; replyTo: string; subject: string; body: MailPart[] } | null;
  /** A template that would replace what was typed. */
  asks: { template: string; name: string } | null;
  /** A reply that is not stored; null when the form is to be empty, undefined when it stays as it is. */
  reply: ReplyFields | null | undefined;
}

export interface ApplicationMailAnswer {
  outcome: ListOutcomeWords | null;
  refusedView: null;
  note: string;
  mail: MailAnswer;
}
