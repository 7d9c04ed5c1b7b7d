import { sql } from "kysely";
import { day, hour } from "#shared/dates/durations.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { mailTextFields } from "#shared/hiring/mail-template.ts";
import { fillMail, joinParts, type MailPart } from "#shared/hiring/mail-variables.ts";
import { z } from "zod";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import type { Company } from "#worker/lib/scope.ts";

/** Longest filled-in subject, so that the reference still fits into the header. */
const longestFilledSubject = 180;
const longestFilledBody = 15_000;

const typedSchema = z.object(mailTextFields);

/** What somebody typed: subject and text, with variables. */
export interface TypedMail {
  subject: string;
  body: string;
}

export type MailFacts = NonNullable<Awaited<ReturnType<typeof readMailFacts>>>;

/** What a mail about an application is filled in from, and what decides whether it may be sent; undefined when it is gone. */
export function readMailFacts(db: Db, { applicationId, actor, mailId, template }: MailAsked) {
  return db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .leftJoin("accounts as sender", (join) => join.on("sender.id", "=", actor))
    .select(["applications.id", "applications.name", "applications.email", "stage", "applications.version"])
    .select(["openings.title as job", "sender.name as sender"])
    .select([
      newestMail("applications.id").as("newest"),
      countAnHour(actor).as("an_hour"),
      countADay("applications.id").as("a_day"),
      sql<string | null>`(select kind from mail_templates where id = ${template ?? ""})`.as("kind"),
      // Of the mail that came before this one.
      sql<string | null>`(select json_object('subject', subject, 'direction', direction, 'name', author.name,
          'email', author.email)
        from application_mails left join accounts as author on author.id = author_id
        where application_id = applications.id order by position desc limit 1)`.as("last"),
      // The same form was sent before.
      sql<string | null>`(select json_object('subject', subject, 'body', body, 'application', application_id)
        from application_mails where id = ${mailId ?? ""})`.as("same"),
    ])
    .where("applications.id", "=", applicationId)
    .where("applications.sealed_at", "is", null)
    .executeTakeFirst();
}

interface MailAsked {
  applicationId: ApplicationId;
  actor: AccountId;
  mailId?: CandidateMailId;
  /** Id of the template that the text began with. */
  template?: string | null;
}

/** SQL of the position of the newest mail of the application whose id is in the column; 0 without any. */
export function newestMail(column: string) {
  return sql<number>`coalesce((select max(position) from application_mails
    where application_id = ${sql.ref(column)}), 0)`;
}

/** SQL of how many mails a colleague has written within the last hour. */
export function countAnHour(actor: AccountId) {
  return sql<number>`(select count(*) from application_mails
    where author_id = ${actor} and stored_at > ${now() - hour} and direction = 'out')`;
}

/** SQL of how many mails within a day go to the person whose application it is, about any of theirs. */
export function countADay(column: string) {
  return sql<number>`(select count(*) from applications as own
    join application_mails as sent on sent.application_id = own.id
    where own.candidate_id = (select candidate_id from applications as this where this.id = ${sql.ref(column)})
      and sent.direction = 'out' and sent.withdrawn_at is null and sent.stored_at > ${now() - day})`;
}

export interface Composed {
  /** With the reference at its end. */
  subject: string;
  body: MailPart[];
  hasLink: boolean;
}

/**
 * The mail as it will leave, but for the private link.
 * @throws {InvalidInputError} by field: too long, empty, or with a variable that there is not
 */
export function composeMail(facts: MailFacts, typed: TypedMail, company: Pick<Company, "name">): Composed {
  const { subject, body } = parseInput(typedSchema, typed);
  const reference = formatReference(facts.id);
  const values = {
    candidate: facts.name,
    "first name": facts.name.trim().split(/\s+/)[0] ?? facts.name,
    job: facts.job ?? "a role with us",
    sender: facts.sender ?? "The hiring team",
    company: company.name,
    reference,
  };
  const filled = { subject: joinParts(fillMail(subject, values)), body: fillMail(body, values) };
  if (filled.subject.length > longestFilledSubject)
    throw new InvalidInputError({ subject: ["With its variables filled in the subject is too long."] });
  if (joinParts(filled.body).length > longestFilledBody)
    throw new InvalidInputError({ body: ["With its variables filled in the text is too long."] });
  return {
    subject: `${filled.subject} [${reference}]`,
    body: filled.body,
    hasLink: filled.body.some(({ kind }) => kind === "link"),
  };
}
