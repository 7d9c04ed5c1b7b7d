/**
 * How long things are kept, in one place. The hourly job deletes by these numbers and the privacy policy prints them. The
 * database holds rows of the consent records and of the audit log until these terms are over, so that a shorter one of
 * these two needs a migration as well (their triggers are in migrations/0002_audit.sql and 0013_analytics.sql).
 */

import { day, hour, second } from "#shared/dates/durations.ts";

type Unit = "hours" | "days" | "months" | "years";

/** A number of one unit, such as `{ months: 25 }`. */
export type Term = { [Each in Unit]: Record<Each, number> }[Unit];

export const terms = {
  /** Visitors who accepted, and their page views. */
  visits: { months: 25 },
  consentProofs: { years: 3 },
  /** Enquiries with their notes, and the mails of the site. */
  enquiries: { months: 24 },
  /** Applications that were rejected or withdrawn. */
  endedApplications: { months: 6 },
  /** Applications of people who agreed to be remembered for other roles. */
  keptApplications: { months: 24 },
  hiredApplications: { months: 12 },
  /** Applications that nobody has changed or ended. */
  idleApplications: { months: 12 },
  /** The text of a mail, once it has left. */
  mailTexts: { days: 7 },
  /** Accounts without a role. */
  accounts: { months: 24 },
  sessions: { days: 30 },
  invites: { days: 90 },
  apiTokens: { days: 90 },
  auditLog: { days: 400 },
  /** That somebody was erased, and holds that were released: the shortest common period of limitation. */
  erasureProofs: { years: 3 },
  releasedHolds: { years: 3 },
  failedMessages: { days: 28 },
  /** Articles that were thrown away. */
  trash: { days: 30 },
  /** Files of the media library that were deleted or replaced. */
  deletedMedia: { days: 30 },
  /** Drawings of covers that no article names. */
  unusedCovers: { days: 30 },
  /** Imports of articles, with who made them. */
  imports: { months: 24 },
  /** Templates of mails to candidates that were deleted. */
  deletedTemplates: { days: 30 },
  /** Who has an article or a job open. */
  presence: { hours: 24 },
  /** What went wrong in the software, without anything about people. */
  errors: { days: 30 },
  /** Alerts that were posted. */
  alerts: { days: 7 },
} as const satisfies Record<string, Term>;

/** A month is a twelfth of 365 days. */
const lengths: Record<Unit, number> = {
  hours: hour,
  days: day,
  months: (365 / 12) * day,
  years: 365 * day,
};

/** Milliseconds of a term. */
export function readLength(term: Term): number {
  const [unit, count] = readParts(term);
  return Math.round(count * lengths[unit]);
}

/** A term in words, such as "25 months" or "1 day". */
export function formatTerm(term: Term): string {
  const [unit, count] = readParts(term);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

const steps = [
  { seconds: day / second, name: "day" },
  { seconds: hour / second, name: "hour" },
  { seconds: 60, name: "minute" },
  { seconds: 1, name: "second" },
] as const;

/** A number of seconds in words, in the largest unit that leaves nothing over: "5 minutes". */
export function formatSeconds(total: number): string {
  const { seconds, name } = steps.find((step) => total % step.seconds === 0) ?? steps[3];
  const count = total / seconds;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

function readParts(term: Term): [Unit, number] {
  const [part] = Object.entries(term) as [Unit, number][];
  if (!part) throw new Error("A term has one unit.");
  return part;
}
