import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailSite } from "#worker/email/layout.ts";
import { planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { writeCandidateMail, writeTeamMail } from "./mail-templates.ts";

/** How long a mail with a private link may wait to leave, in milliseconds. */
const linkMailLife = 7 * day;

interface Planned {
  id: ApplicationId;
  /** Of the candidate's private page. */
  token: string;
  email: string;
  /** Title of the job. */
  job: string | null;
  site: MailSite;
  /** The hiring team's mailbox. */
  mailbox: string;
}

/** The path of a candidate's own page. */
export function writeOwnPath(token: string): string {
  return `/careers/application/${token}`;
}

/**
 * Statements that write the two mails about an application, after the one that stores it: to the hiring team if `mailed_at` is
 * set, to the candidate if `confirmed_at` is.
 */
export function planApplicationMails(db: Db, { id, token, email, job, site, mailbox }: Planned) {
  const reference = formatReference(id);
  const toTeam = planMail(db, {
    ...writeTeamMail({ site, reference, job, url: `${site.origin}/job-applications/${id}` }),
    dedupeKey: `application:${id}:team`,
    kind: "application-team",
    recipient: mailbox,
    subjectId: id,
    condition: sql<boolean>`exists (select 1 from applications where id = ${id} and mailed_at is not null)`,
  });
  const toCandidate = planMail(db, {
    ...writeCandidateMail({ site, reference, job, url: site.origin + writeOwnPath(token) }),
    dedupeKey: `application:${id}:candidate`,
    kind: "application-candidate",
    recipient: email,
    replyTo: mailbox,
    subjectId: id,
    isSecret: true,
    purgeAt: now() + linkMailLife,
    condition: sql<boolean>`exists (select 1 from applications where id = ${id} and confirmed_at is not null)`,
  });
  return [toTeam, toCandidate];
}
