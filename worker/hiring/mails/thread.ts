import { sql } from "kysely";
import type { CandidateMailId, MailTemplateId } from "#worker/db/hiring-mails-tables.ts";
import type { MailId, MailState } from "#worker/db/email-tables.ts";
import type { MailTemplateKind } from "#shared/hiring/mail-template.ts";

/** Most mails of a conversation that are read, the newest ones. */
const mostMails = 100;

/** One mail of a conversation. */
export interface ThreadRow {
  id: CandidateMailId;
  position: number;
  direction: "out" | "in";
  at: number;
  address: string;
  subject: string;
  body: string;
  quoted: string;
  name: string | null;
  email: string | null;
  withdrawnAt: number | null;
  /** Of the outbox; null for replies, and once the outbox has forgotten it. */
  state: MailState | null;
  sentAt: number | null;
  dueAt: number | null;
  error: string | null;
  /** The outbox has its text no longer: it cannot be sent again. */
  isBlank: 0 | 1 | null;
  /** Its id in the outbox. */
  outboxId: MailId | null;
  /** 1 once somebody has seen that it did not leave. */
  isSeen: 0 | 1 | null;
}

/** A template that a mail can begin with; its texts only where they were asked for. */
export interface TemplateChoice {
  id: MailTemplateId;
  name: string;
  kind: MailTemplateKind;
  subject: string | null;
  body: string | null;
}

/** SQL of the conversation about the row of `applications`, as JSON, the newest first. */
export function selectThread() {
  return sql<string>`(select json_group_array(json(line)) from (
    select json_object('id', mail.id, 'position', position, 'direction', direction, 'at', mail.at, 'address', address,
      'subject', mail.subject, 'body', body, 'quoted', quoted, 'name', author.name, 'email', author.email,
      'withdrawnAt', mail.withdrawn_at, 'state', outbox.state, 'sentAt', outbox.sent_at, 'dueAt', outbox.due_at,
      'error', outbox.last_error, 'isBlank', outbox.html = '',
      'outboxId', outbox.id, 'isSeen', outbox.withdrawn_at is not null) as line
    from application_mails as mail
      left join accounts as author on author.id = mail.author_id
      left join outbox on outbox.dedupe_key = 'candidate-mail:' || mail.id
    where mail.application_id = applications.id order by position desc limit ${mostMails}))`;
}
