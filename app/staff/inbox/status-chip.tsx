import type { EnquiryStatus } from "#worker/db/contact-tables.ts";
import type { MailState } from "#worker/db/email-tables.ts";
import { mailStateNames, statusNames } from "./names.ts";

const statusTones = { new: "info", open: "warn", answered: "good", closed: "plain" } as const;
const mailTones = {
  waiting: "info",
  sending: "info",
  sent: "good",
  unconfirmed: "warn",
  failed: "bad",
  withdrawn: "plain",
} as const;

/** The status of an enquiry. */
export function StatusChip({ status }: { status: EnquiryStatus }) {
  return <span className={`staff-chip staff-chip-${statusTones[status]}`}>{statusNames[status]}</span>;
}

/** The state of a mail. */
export function MailChip({ state }: { state: MailState | "withdrawn" }) {
  return <span className={`staff-chip staff-chip-${mailTones[state]}`}>{mailStateNames[state]}</span>;
}
