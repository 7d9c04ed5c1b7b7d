/** Display names for the short names in the database. */
import type { SpamReason } from "#worker/enquiries/spam.ts";
import type { EnquiryStatus } from "#worker/db/enquiries-tables.ts";
import type { MailState } from "#worker/db/email-tables.ts";

/** Longest note, in UTF-16 code units as `maxlength` counts them. */
export const longestNote = 4000;

/** The value for "no owner" in forms and addresses. */
export const nobody = "nobody";

export const statusNames = {
  new: "New",
  open: "Open",
  answered: "Answered",
  closed: "Closed",
} as const satisfies Record<EnquiryStatus, string>;

export const mailStateNames = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  unconfirmed: "Unconfirmed",
  failed: "Failed",
  withdrawn: "Withdrawn",
} as const satisfies Record<MailState | "withdrawn", string>;

const reasonNames: Record<string, string> = {
  trap: "The field that people do not see was filled in.",
  "no-ticket": "The form did not come from a page of this site.",
  "too-fast": "The form was sent within three seconds of being shown.",
  "too-old": "The form had been open for more than a day.",
  repeated: "The same words came from the same address within a day.",
  "links-in-name": "Name, company or subject holds a link.",
  "many-links": "The message holds more than three links.",
  challenge: "The check against robots was not passed.",
} satisfies Record<SpamReason, string>;

/** The reasons for which an enquiry was classified as spam, as sentences. `json` is the array stored with it. */
export function formatReasons(json: string): string[] {
  return (JSON.parse(json) as string[]).map((reason) => reasonNames[reason] ?? reason);
}

const mailKindNames: Record<string, string> = {
  "enquiry-owner": "To the topic's mailbox",
  "enquiry-given": "To the owner",
};

/** The name of a kind of mail, by its recipient. */
export function formatMailKind(kind: string): string {
  return mailKindNames[kind] ?? "To the sender";
}
