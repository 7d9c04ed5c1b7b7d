import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import { interviewKindNames } from "#shared/hiring/interview.ts";
import { makeOwnLink } from "#worker/hiring/applications/own-links.ts";
import { writeOwnPath } from "#worker/hiring/applications/plan-mails.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { MailFile, MailId } from "#worker/db/email-tables.ts";
import type { InterviewId } from "#worker/db/interviews-tables.ts";
import { type MailSite, nameSite } from "#worker/email/layout.ts";
import { planGiven } from "#worker/email/plan-given.ts";
import { planMail } from "#worker/email/outbox.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import {
  type CandidateNews,
  type ColleagueNews,
  type MailedInterview,
  writeCandidateNews,
  writeColleagueNews,
} from "./mail-texts.ts";
import type { Candidate, Colleague } from "./read-parties.ts";
import { type CalendarEvent, type CalendarMethod, writeCalendar } from "./write-calendar.ts";

/** How long a mail with a private link may wait to leave, in milliseconds. */
const linkMailLife = 7 * day;

/** An interview as a change leaves it, for the mails about that change. */
export interface Changed extends MailedInterview {
  id: InterviewId;
  /** After the change: each change has mails of its own. */
  version: number;
  sequence: number | null;
}

interface Planned {
  candidate: Candidate;
  interview: Changed;
  /** The news to the candidate; null for none. */
  news: CandidateNews | null;
  /** The news to colleagues. */
  toColleagues: readonly { colleague: Colleague; news: ColleagueNews }[];
  /**
   * The calendar file. A cancellation of a time that was booked before the change names that time.
   */
  calendar: { startsAt: number; minutes: number; method: CalendarMethod } | null;
  /** The application goes with this change, and its mails with it: those to colleagues are about nothing that is stored. */
  isErased?: boolean;
}

export type MailScope = Pick<RequestScope, "company" | "env">;

interface Entrusted {
  candidate: Candidate;
  interview: Pick<Changed, "id" | "kind" | "minutes">;
  /** Who was to hold it before, and who is from now on. */
  before: readonly AccountId[];
  after: readonly AccountId[];
  actor: AccountId | null;
}

/**
 * The mails to those who are to hold an interview that is not booked yet, and stops those to who no longer is. Once it is booked, a
 * mail with its time tells them, and that is enough.
 */
export async function planEntrusted(
  db: Db,
  { candidate, interview, before, after, actor }: Entrusted,
  scope: RequestScope,
) {
  const changes = [
    ...after.filter((id) => !before.includes(id)).map((to) => ({ from: null, to })),
    ...before.filter((id) => !after.includes(id)).map((from) => ({ from, to: null })),
  ];
  const gifts = await Promise.all(
    changes.map((change) =>
      planGiven(
        db,
        {
          kind: "interview-given",
          subject: candidate.id,
          ...change,
          actor,
          facts: [
            ["Role", candidate.job ?? "No particular role"],
            ["Reference", formatReference(candidate.id)],
            ["Length", `${interview.minutes} minutes`],
            ["How", interviewKindNames[interview.kind]],
          ],
          path: `/job-applications/${candidate.id}`,
          stillHas: () => sql<boolean>`true`,
        },
        scope,
      ),
    ),
  );
  return { queries: gifts.flatMap(({ queries }) => queries), tell: () => Promise.all(gifts.map(({ tell }) => tell())) };
}

/** The queries that write the mails about a change of an interview, for the batch of that change, and the mails' ids. */
export async function planInterviewMails(
  db: Db,
  { candidate, interview, news, toColleagues, calendar, isErased = false }: Planned,
  scope: MailScope,
): Promise<{ queries: Compilable[]; ids: MailId[] }> {
  const site = nameSite(scope);
  const mailbox = scope.company.careersEmail;
  const key = `interview:${interview.id}:${interview.version}`;
  const staffUrl = `${site.origin}/job-applications${isErased ? "" : `/${candidate.id}`}`;
  // A cancellation names the time that no longer holds.
  const mailed = { ...interview, startsAt: calendar?.startsAt ?? interview.startsAt };
  const forStaff = { ...mailed, place: isErased ? "" : toStaffPlace(mailed) };
  const plans: Compilable[] = [];
  const ids: MailId[] = [];
  if (news !== null) {
    const link = await makeOwnLink(db, candidate.id);
    const mail = planMail(db, {
      ...writeCandidateNews({ site, interview: mailed, candidate, url: site.origin + writeOwnPath(link.token) }, news),
      dedupeKey: `${key}:candidate`,
      kind: "interview-candidate",
      recipient: candidate.email,
      replyTo: mailbox,
      subjectId: candidate.id,
      isSecret: true,
      purgeAt: now() + linkMailLife,
      files: calendar ? [writeFile(calendar, { ...toCandidateEvent(interview, candidate, site), ...org() })] : [],
    });
    plans.push(link.query, mail.query);
    ids.push(mail.id);
  }
  for (const { colleague, news: what } of toColleagues) {
    const method = what === "cancelled" ? "cancel" : "request";
    const event = { ...toStaffEvent(forStaff, candidate, staffUrl), ...org(colleague) };
    const mail = planMail(db, {
      ...writeColleagueNews({ site, interview: forStaff, candidate, url: staffUrl }, what, colleague),
      dedupeKey: `${key}:${colleague.id}`,
      kind: "interview-colleague",
      recipient: colleague.email,
      ...(!isErased && { subjectId: candidate.id }),
      files: calendar && what !== "declined" ? [writeFile({ ...calendar, method }, event)] : [],
    });
    plans.push(mail.query);
    ids.push(mail.id);
  }
  return { queries: plans, ids };

  function org(colleague?: Colleague) {
    const attendee = colleague
      ? { name: colleague.name ?? colleague.email, email: colleague.email }
      : { name: candidate.name, email: candidate.email };
    return { organizer: { name: scope.company.name, email: mailbox }, attendee };
  }
}

type Entry = Pick<CalendarEvent, "uid" | "sequence" | "title" | "description" | "place" | "url">;

function writeFile(
  { startsAt, minutes, method }: NonNullable<Planned["calendar"]>,
  event: Entry & Pick<CalendarEvent, "organizer" | "attendee">,
): MailFile {
  return {
    name: "interview.ics",
    type: `text/calendar; charset=utf-8; method=${method.toUpperCase()}`,
    content: writeCalendar({ ...event, startsAt, minutes, stamp: now() }, method),
  };
}

type Entered = Pick<Changed, "id" | "kind" | "sequence" | "place" | "message">;

/** Calendars are shared: the entry names neither the private link nor colleagues. */
export function toCandidateEvent(interview: Entered, candidate: Pick<Candidate, "id" | "job">, site: MailSite): Entry {
  const title = candidate.job === null ? `Interview, ${site.name}` : `Interview: ${candidate.job}, ${site.name}`;
  return {
    ...toEntry(interview, site.origin),
    title,
    description: describe(candidate, interview.message),
    url: site.origin,
  };
}

/** The candidate's name and telephone number stay on the site, so that no calendar keeps what is erased here. */
export function toStaffEvent(interview: Entered, candidate: Pick<Candidate, "id" | "job">, url: string): Entry {
  const title = `Interview: ${candidate.job ?? "no particular role"}`;
  return {
    ...toEntry({ ...interview, place: toStaffPlace(interview) }, url),
    title,
    description: describe(candidate, ""),
    url,
  };
}

function toEntry({ id, sequence, place }: Entered, url: string) {
  return { uid: `${id}@${new URL(url).hostname}`, sequence: sequence ?? 0, place };
}

/** Where colleagues go. A telephone number is the candidate's own: it stays on the page of the application. */
function toStaffPlace({ kind, place }: Pick<Changed, "kind" | "place">): string {
  return kind === "telephone" ? "" : place;
}

function describe({ id }: Pick<Candidate, "id">, message: string): string {
  return [`Reference ${formatReference(id)}`, message].filter(Boolean).join("\n\n");
}
