import { type RawBuilder, sql } from "kysely";
import { day, second } from "#shared/dates/durations.ts";
import { joinParts } from "#shared/hiring/mail-variables.ts";
import { addHistory } from "#worker/hiring/applications/history.ts";
import { type BesideMove, moveApplication } from "#worker/hiring/applications/move-application.ts";
import { makeOwnLink } from "#worker/hiring/applications/own-links.ts";
import { writeOwnPath } from "#worker/hiring/applications/plan-mails.ts";
import { recordAudit } from "#worker/audit/record.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { CandidateMailId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { announceMails, planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import {
  type Composed,
  composeMail,
  countADay,
  countAnHour,
  type MailFacts,
  newestMail,
  readMailFacts,
  type TypedMail,
} from "./compose.ts";
import { mostMails, refuseSending } from "./refuse-sending.ts";
import { writeCandidateMail } from "./write-mail.ts";

/** How long a mail waits in the outbox, so that whoever sent it can take it back; milliseconds. */
const undoTime = 20 * second;
/** How long a mail with a private link may wait to leave, in milliseconds. */
const linkMailLife = 7 * day;

/** The key in the outbox of a mail to a candidate. */
export function nameMailKey(id: CandidateMailId): string {
  return `candidate-mail:${id}`;
}

interface NewMail {
  /** Made with the form: sent twice, it is one mail. */
  mailId: CandidateMailId;
  applicationId: ApplicationId;
  actor: AccountId;
  typed: TypedMail;
  /** Id of the template that the text began with; null for none. */
  template: string | null;
  /** Position of the newest mail that the writer has seen; 0 for none. */
  seen: number;
  /** Where the application goes in the same transaction. */
  move?: { to: string; version: number } | undefined;
}

export interface SentMail {
  /** The version of the application, where it was moved. */
  movedTo: number | null;
}

/**
 * Puts a mail to the candidate into the outbox, which lets it go after `undoTime`, and into the conversation; moves the
 * application, if asked to, in the same transaction. The same form, sent twice, is one mail.
 * @throws {InvalidInputError} by field: `subject`, `body`, `template`, `to`
 * @throws {ConflictError} when somebody has written or replied since, or the application has changed where it is to be moved
 * @throws {TooManyMailsError} past a limit
 * @throws {NotFoundError} when the application is gone
 */
export async function sendCandidateMail(db: Db, mail: NewMail, scope: RequestScope): Promise<SentMail> {
  const { move } = mail;
  const facts = await readMailFacts(db, mail);
  if (!facts) throw new NotFoundError();
  const composed = composeMail(facts, mail.typed, scope.company);
  if (isSame(facts, composed)) return { movedTo: findMove(facts, mail) };
  refuseSending(facts, mail);
  const { queries, outboxId } = await planCandidateMail(db, { mail, facts, composed }, scope);
  const beside = { where: mayStillSend(mail, facts), queries };
  let movedTo: number | null;
  try {
    movedTo = await (move ? moveBeside(db, { mail, move, beside }, scope) : store(db, { mail, beside }, scope));
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const later = await readMailFacts(db, mail);
    if (!later) throw new NotFoundError();
    if (isSame(later, composed)) return { movedTo: findMove(later, mail) };
    refuseSending(later, mail);
    throw error;
  }
  const delaySeconds = undoTime / second + 1;
  scope.ctx.waitUntil(announceMails([outboxId], scope, { delaySeconds }));
  return { movedTo };
}

interface Planned {
  mail: NewMail;
  facts: MailFacts;
  composed: Composed;
}

async function planCandidateMail(db: Db, { mail, facts, composed }: Planned, scope: RequestScope) {
  const { mailId, applicationId, actor } = mail;
  const at = now();
  const site = nameSite(scope);
  const link = composed.hasLink ? await makeOwnLink(db, applicationId) : null;
  const path = link ? writeOwnPath(link.token) : "";
  const purging = link ? { isSecret: true as const, purgeAt: at + linkMailLife } : { isSecret: false as const };
  const { query, id: outboxId } = planMail(db, {
    ...purging,
    ...writeCandidateMail({ site, ...composed, link: site.origin + path }),
    dedupeKey: nameMailKey(mailId),
    kind: "candidate-mail",
    recipient: facts.email,
    replyTo: scope.company.careersEmail,
    subjectId: applicationId,
    dueAt: at + undoTime,
  });
  const queries = [
    ...(link ? [link.query] : []),
    query,
    db.insertInto("application_mails").values({
      id: mailId,
      application_id: applicationId,
      position: sql<number>`${newestMailOf(applicationId)} + 1`,
      direction: "out",
      author_id: actor,
      address: facts.email,
      at,
      stored_at: at,
      subject: composed.subject,
      body: joinParts(composed.body),
      has_link: composed.hasLink ? 1 : 0,
    }),
    addHistory(db, {
      applicationId,
      actor,
      kind: "mailed",
      // The move that is taken back with the mail, and whether it must not leave once a rejection is taken back.
      detail: { mail: mailId, template: facts.kind, version: mail.move ? mail.move.version + 1 : null },
    }),
    // It is handled: its term begins anew. Its version stays.
    db.updateTable("applications").set({ updated_at: at }).where("id", "=", applicationId),
  ];
  return { queries, outboxId };
}

const auditDetail = (mail: NewMail) => ({ mail: mail.mailId, moved: mail.move?.to ?? null });

async function moveBeside(
  db: Db,
  { mail, move, beside }: { mail: NewMail; move: { to: string; version: number }; beside: BesideMove },
  scope: RequestScope,
): Promise<number> {
  const { applicationId: id, actor } = mail;
  const { requestId } = scope;
  const entry = { action: "application.mailed", actor, subject: id, requestId, detail: auditDetail(mail) } as const;
  const queries = [...beside.queries, recordAudit(db, entry)];
  const known = { id, version: move.version };
  return moveApplication(db, { known, to: move.to, actor, beside: { where: beside.where, queries } }, scope);
}

async function store(
  db: Db,
  { mail, beside }: { mail: NewMail; beside: BesideMove },
  { requestId }: RequestScope,
): Promise<null> {
  const { applicationId, actor } = mail;
  await runRecorded(db, {
    actor,
    requestId,
    subject: applicationId,
    audit: { action: "application.mailed", detail: auditDetail(mail) },
    given: {
      rows: sql`(select 1 from applications where id = ${applicationId} and ${beside.where})`,
      conflict: "The conversation has changed since you opened this page. Your mail was not sent.",
    },
    queries: beside.queries,
  });
  return null;
}

/** What `refuseSending` has asked for, of the row of `applications`, at the moment of storing. */
function mayStillSend({ seen, actor }: NewMail, { kind }: MailFacts): RawBuilder<boolean> {
  const { anHour, aDay } = mostMails;
  return sql<boolean>`sealed_at is null and (${kind !== "rejection" ? 1 : 0} or stage = 'rejected')
    and ${newestMail("applications.id")} = ${seen}
    and ${countAnHour(actor)} < ${anHour} and ${countADay("applications.id")} < ${aDay}`;
}

function newestMailOf(id: ApplicationId) {
  return sql<number>`coalesce((select max(position) from application_mails where application_id = ${id}), 0)`;
}

/** The version after the move that this very form has made; null where it made none, or somebody has changed it since. */
function findMove({ stage, version }: MailFacts, { move }: NewMail): number | null {
  return move?.to === stage && version === move.version + 1 ? version : null;
}

/** True when this very form has been stored. One that was sent with other words before is refused by what was seen. */
function isSame({ id, same }: MailFacts, { subject, body }: Composed): boolean {
  if (same === null) return false;
  const stored = JSON.parse(same) as { subject: string; body: string; application: string };
  return stored.application === id && stored.subject === subject && stored.body === joinParts(body);
}
