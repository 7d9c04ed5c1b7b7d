import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { nameStage, type Stage } from "#shared/hiring/hiring-stages.ts";
import { mailTemplateKinds } from "#shared/hiring/mail-template.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { tellTrouble } from "./tell-trouble.ts";
import type { TemplateChoice, ThreadRow } from "#worker/hiring/mails/thread.ts";
import type { TroubledRow } from "#worker/hiring/mails/troubled-mails.ts";
import { newId } from "#worker/lib/ids.ts";

export type TroubledMail = ReturnType<typeof toTroubled>;
export type ThreadMail = ReturnType<typeof toMail>;

interface Found {
  mails: readonly ThreadRow[];
  troubled: readonly TroubledRow[];
  mailTemplates: readonly TemplateChoice[];
  application: { email: string; stage: string };
}

interface Asked {
  reader: string;
  /** Now, epoch milliseconds. */
  at: number;
  locale: string;
  stages: readonly Stage[];
  /** Kind of the template that the form begins with. */
  write: string | null;
}

/** The data of the panel of mails. */
export function toMailsView(
  { mails, troubled, mailTemplates, application }: Found,
  { reader, at, locale, stages, write }: Asked,
) {
  const waiting = mails.filter((mail) => judge(mail) === "waiting" || judge(mail) === "sending");
  const first = mailTemplates.find(({ kind, body }) => kind === write && body !== null);
  return {
    reader,
    /** Ids of the next mail and the next reply: a form that is sent twice is stored once. */
    next: { mail: newId(), reply: newId() },
    /** Position of the newest mail; what is written says that its writer has seen it. */
    seen: Math.max(0, ...mails.map(({ position }) => position)),
    to: application.email,
    stageName: nameStage(stages, application.stage),
    templates: mailTemplates.map(({ id, name, kind }) => ({ id: id as string, name, kind: mailTemplateKinds[kind] })),
    start: first ? { used: first.id as string, subject: first.subject ?? "", body: first.body ?? "" } : null,
    thread: mails.toSorted((a, b) => a.at - b.at || a.position - b.position).map((mail) => toMail(mail, locale)),
    troubled: troubled.map(toTroubled),
    /** Milliseconds until the first mail that waits may leave; null when none waits. */
    leavesIn: waiting.length === 0 ? null : Math.min(...waiting.map(({ dueAt }) => dueAt ?? at)) - at,
  };
}

function toMail(mail: ThreadRow, locale: string) {
  return {
    id: mail.id as string,
    direction: mail.direction,
    who: mail.direction === "in" ? mail.address : formatColleagueShort(mail),
    address: mail.address,
    at: toInstant(mail.at, locale),
    subject: mail.subject,
    body: mail.body,
    quoted: mail.quoted,
    state: judge(mail),
    error: mail.error,
    canSendAgain: mail.isBlank === 0,
    outboxId: mail.outboxId as string | null,
    isSeen: mail.isSeen === 1,
  };
}

function toTroubled({ id, recipient, subject, state, error, isBlank }: TroubledRow) {
  return { id: id as string, recipient, subject, why: tellTrouble({ state, error }), canSendAgain: isBlank === 0 };
}

/** How a mail of ours stands; a reply has been received. What the outbox has forgotten was sent long ago. */
function judge({ direction, withdrawnAt, state }: ThreadRow) {
  if (direction === "in") return "received" as const;
  return withdrawnAt === null ? (state ?? ("sent" as const)) : ("withdrawn" as const);
}
