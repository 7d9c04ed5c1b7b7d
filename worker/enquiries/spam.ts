import { day } from "#shared/dates/durations.ts";
import type { Enquiry } from "#shared/enquiries/enquiry.ts";
import { now } from "#worker/lib/clock.ts";
import type { Ticket } from "#worker/lib/forms/ticket.ts";
import type { ChallengeOutcome } from "#worker/lib/forms/turnstile.ts";

export type SpamReason =
  | "trap"
  | "no-ticket"
  | "too-fast"
  | "too-old"
  | "repeated"
  | "links-in-name"
  | "many-links"
  | "challenge";

interface Evidence {
  enquiry: Enquiry;
  /** Value of the honeypot field, which people do not see. */
  trap: string;
  ticket: Ticket | null;
  /** The same sender sent the same message within the last day. */
  isRepeated: boolean;
  challenge: ChallengeOutcome;
}

const fastestMs = 3000;
const oldestMs = day;
const link = /https?:\/\/|www\.|\[url/gi;
const mostLinks = 3;

/** Why an enquiry looks like spam; empty when it does not. Nothing is ever dropped for it. */
export function listSpamReasons({ enquiry, trap, ticket, isRepeated, challenge }: Evidence): SpamReason[] {
  const age = ticket ? now() - ticket.issuedAt : 0;
  const signs: Record<SpamReason, boolean> = {
    trap: trap !== "",
    "no-ticket": !ticket,
    "too-fast": ticket !== null && age < fastestMs,
    "too-old": ticket !== null && age > oldestMs,
    repeated: isRepeated,
    "links-in-name": countLinks(`${enquiry.name} ${enquiry.company} ${enquiry.subject}`) > 0,
    "many-links": countLinks(enquiry.message) > mostLinks,
    challenge: challenge === "failed",
  };
  return (Object.keys(signs) as SpamReason[]).filter((reason) => signs[reason]);
}

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}
