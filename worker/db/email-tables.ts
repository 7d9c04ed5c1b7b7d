import type { Generated } from "kysely";
import type { Branded, ColumnsOf } from "./columns.ts";

export type MailId = Branded<"mail">;
export type MailState = "waiting" | "sending" | "sent" | "unconfirmed" | "failed";

interface OutboxTable {
  id: MailId;
  /** One mail for each, e.g. `enquiry:<id>:owner`. */
  dedupe_key: string;
  /** Id of what the mail is about, in whatever table; `subject` is the line in its header. */
  subject_id: string | null;
  /** One of the `mails` of a subject. */
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  /** 1 where the text holds a secret: it is blanked once the mail is sent. */
  is_secret: Generated<0 | 1>;
  state: Generated<MailState>;
  attempts: Generated<number>;
  created_at: number;
  /** When it may be tried next; while it is being sent, when that began. */
  due_at: number;
  sent_at: number | null;
  /** From then on the text is blank and the mail does not leave; null where the term of retention alone counts. */
  purge_at: number | null;
  /** Since when the mail must not leave, whatever its state. */
  withdrawn_at: number | null;
  last_error: string | null;
  /** 1 after a try that may have arrived: the next one of that kind is left to a person. */
  unanswered: Generated<0 | 1>;
  /** JSON array of `MailFile`. */
  attachments: Generated<string>;
  /** Where a click ends mails of this kind. */
  stop_url: string | null;
}

/** A file of a mail. `content` is text. */
export interface MailFile {
  name: string;
  /** Media type, such as "text/calendar; charset=utf-8; method=REQUEST". */
  type: string;
  content: string;
}

export interface EmailTables {
  outbox: OutboxTable;
}

export const emailColumns = {
  outbox: [
    "id",
    "dedupe_key",
    "subject_id",
    "kind",
    "recipient",
    "reply_to",
    "subject",
    "text",
    "html",
    "is_secret",
    "state",
    "attempts",
    "created_at",
    "due_at",
    "sent_at",
    "purge_at",
    "withdrawn_at",
    "last_error",
    "attachments",
    "stop_url",
    "unanswered",
  ],
} as const satisfies ColumnsOf<EmailTables>;
