import { sql } from "kysely";
import type { Enquiry } from "#shared/enquiries/enquiry.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import type { Db } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { MailSite } from "#worker/email/layout.ts";
import { planMail } from "#worker/email/outbox.ts";
import { writeOwnerMail, writeSenderMail } from "./mail-templates.ts";

export interface Topic {
  id: string;
  name: string;
  /** Address that enquiries about it are mailed to. */
  mailbox: string;
}

/** The answers as they are stored. */
export function pickAnswers({ name, email, company, topic, subject, message, job }: Enquiry) {
  return { name, email, company, topic, subject: subject || "No subject", message, opening: job || null };
}

interface Planned {
  id: EnquiryId;
  enquiry: Enquiry;
  topic: Topic;
  site: MailSite;
}

/**
 * Statements that write the two mails about an enquiry: one to the topic's mailbox, one to the sender. They run after
 * the one that stores the enquiry or moves it out of the spam folder. Each writes its mail only if the limits (see
 * limits.ts) allowed it: the owner's if `mailed_at` is set, the sender's if `confirmed_at` is set.
 */
export function planEnquiryMails(db: Db, { id, enquiry, topic, site }: Planned) {
  const reference = formatReference(id);
  const { name, email, company, subject, message, opening: job } = pickAnswers(enquiry);
  const facts = { name, email, company, subject, message, job };
  const url = `${site.origin}/marketing-admin/inbox/${id}`;
  const toOwner = planMail(db, {
    ...writeOwnerMail({ site, reference, topic: topic.name, url, ...facts }),
    dedupeKey: `enquiry:${id}:owner`,
    kind: "enquiry-owner",
    recipient: topic.mailbox,
    replyTo: email,
    subjectId: id,
    condition: sql<boolean>`exists (select 1 from enquiries where id = ${id} and mailed_at is not null)`,
  });
  const toSender = planMail(db, {
    ...writeSenderMail({ site, reference, topic: topic.name }),
    dedupeKey: `enquiry:${id}:sender`,
    kind: "enquiry-sender",
    recipient: email,
    // People may answer this mail, and perhaps nobody reads the address that the software sends from.
    replyTo: topic.mailbox,
    subjectId: id,
    condition: sql<boolean>`exists (select 1 from enquiries where id = ${id} and confirmed_at is not null)`,
  });
  return [toOwner, toSender];
}
