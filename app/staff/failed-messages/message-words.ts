/** What a failed message was about, and why it failed, in words. */
import type { MailState } from "#worker/db/email-tables.ts";
import type { MailKind } from "#worker/subjects.ts";

interface Message {
  queue: string;
  last_error: string | null;
  /** Of the mail that it is about; null where that is none, or is gone. */
  mail_kind: string | null;
  mail_state: MailState | null;
  mail_recipient: string | null;
  mail_error: string | null;
}

const mailNames: Readonly<Record<MailKind, string>> = {
  alert: "An alert",
  "alert-test": "A test of the alerts",
  test: "A test mail",
  invite: "An invitation to an account",
  "password-reset": "A link to a new password",
  "email-verification": "A link that confirms an address",
  "account-exists": "A mail to somebody who signed up twice",
  "password-changed": "A note about a changed password",
  "email-change": "A link that confirms a new address",
  "email-changed": "A note about a changed address",
  "second-factor": "A note about a second factor",
  "analytics-report": "A report of the figures",
  "application-team": "The hiring team's mail about an application",
  "application-candidate": "The mail to a candidate that their application arrived",
  "application-digest": "A digest of applications",
  "application-ending": "A note about applications that are deleted soon",
  "application-keep": "A candidate's question about keeping their application",
  "application-given": "The mail to a colleague who was given applications",
  "candidate-mail": "A letter to a candidate",
  "enquiry-owner": "The mailbox's mail about an enquiry",
  "enquiry-sender": "The mail to a visitor that their enquiry arrived",
  "enquiry-digest": "A digest of enquiries",
  "enquiry-given": "The mail to a colleague who was given enquiries",
  "interview-candidate": "A candidate's mail about an interview",
  "interview-colleague": "A colleague's mail about an interview",
  "interview-given": "The mail to a colleague who is to hold interviews",
};

const queueNames: Readonly<Record<string, string>> = {
  "fivewright-mail": "A mail",
  "fivewright-documents": "The text of a document",
  "fivewright-visitor-records": "A record of a visit",
  "fivewright-search": "Texts for the search",
};

/** What did not get done: 'The mail to a visitor that their enquiry arrived'. */
export function tellWhat({ queue, mail_kind: kind }: Pick<Message, "queue" | "mail_kind">): string {
  if (kind !== null) return mailNames[kind as MailKind] ?? "A mail";
  return queueNames[queue] ?? `Work of the queue ${queue}`;
}

/** Why, with what the other side answered; never the address of who should have got it, which not everybody here may read. */
export function tellWhy(message: Message & { is_kept: boolean }): string {
  const { mail_error, mail_recipient, mail_state, last_error } = message;
  if (mail_error !== null) return hideAddress(mail_error, mail_recipient);
  if (last_error !== null) return hideAddress(tellForm(last_error), mail_recipient);
  if (mail_state === "sent") return "The mail has been sent since: this message can be deleted.";
  if (!message.is_kept) return "The message was too long to keep.";
  if (message.queue === "fivewright-mail" && mail_state === null)
    return "The mail it was about is not stored any longer: this message can be deleted.";
  return "Every try ended before it was done. The logs of that time say why.";
}

/** What zod says of a message in a form that this version does not read, as a sentence. */
function tellForm(error: string): string {
  if (!error.startsWith("[")) return error;
  const named = [...error.matchAll(/"message": ?"((?:[^"\\]|\\.){1,200})"/g)].slice(0, 3).map(([, text]) => text);
  return `This version of the site does not know the form of the message${named.length > 0 ? `: ${named.join("; ")}` : ""}.`;
}

function hideAddress(text: string, address: string | null): string {
  if (address === null || address === "") return text;
  const found = text.toLowerCase().split(address.toLowerCase());
  let at = 0;
  return found
    .map((part) => {
      const piece = text.slice(at, at + part.length);
      at += part.length + address.length;
      return piece;
    })
    .join("the recipient");
}
