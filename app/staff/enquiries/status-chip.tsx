import { StatusChip as Chip } from "#app/staff-kit/tag.tsx";
import type { EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { MailState } from "#worker/db/email-tables.ts";
import { mailStateNames, statusNames } from "./names.ts";

const statusTones = { new: "info", open: "warn", answered: "success", closed: "plain" } as const;
const mailTones = {
  waiting: "info",
  sending: "info",
  sent: "success",
  unconfirmed: "warn",
  failed: "danger",
  withdrawn: "plain",
} as const;

/** The status of an enquiry. */
export function StatusChip({ status }: { status: EnquiryStatus }) {
  return <Chip tone={statusTones[status]}>{statusNames[status]}</Chip>;
}

/** The state of a mail. */
export function MailChip({ state }: { state: MailState | "withdrawn" }) {
  return <Chip tone={mailTones[state]}>{mailStateNames[state]}</Chip>;
}
