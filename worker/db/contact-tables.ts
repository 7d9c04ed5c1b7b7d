import type { Generated } from "kysely";
import type { UserId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type EnquiryId = Branded<"enquiry">;
export type MailId = Branded<"mail">;
export type EnquiryFolder = "inbox" | "spam";
export type EnquiryStatus = "new" | "open" | "answered" | "closed";
export type MailState = "waiting" | "sending" | "sent" | "unconfirmed" | "failed";

interface EnquiriesTable {
  id: EnquiryId;
  /** SHA-256 (hex) of the form's ticket and its answers: the same for every repetition of one submission. */
  submission_hash: string;
  /** SHA-256 (hex) of address and message. */
  words_hash: string;
  request_id: string;
  received_at: number;
  name: string;
  email: string;
  company: string;
  topic: string;
  subject: string;
  message: string;
  /** Slug of the opening it is about. */
  job: string | null;
  consented_at: number;
  folder: EnquiryFolder;
  /** JSON array of texts. */
  spam_reasons: Generated<string>;
  status: Generated<EnquiryStatus>;
  owner_id: UserId | null;
  version: Generated<number>;
  updated_at: number;
}

interface EnquiryNotesTable {
  id: string;
  enquiry_id: EnquiryId;
  author_id: UserId | null;
  written_at: number;
  note: string;
}

interface OutboxTable {
  id: MailId;
  /** One mail for each, e.g. `enquiry:<id>:owner`. */
  occasion: string;
  enquiry_id: EnquiryId | null;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  state: Generated<MailState>;
  attempts: Generated<number>;
  created_at: number;
  /** When it may be tried next; while it is being sent, when that began. */
  due_at: number;
  sent_at: number | null;
  last_error: string | null;
}

export interface ContactTables {
  enquiries: EnquiriesTable;
  enquiry_notes: EnquiryNotesTable;
  outbox: OutboxTable;
}

export const contactColumns = {
  enquiries: [
    "id",
    "submission_hash",
    "words_hash",
    "request_id",
    "received_at",
    "name",
    "email",
    "company",
    "topic",
    "subject",
    "message",
    "job",
    "consented_at",
    "folder",
    "spam_reasons",
    "status",
    "owner_id",
    "version",
    "updated_at",
  ],
  enquiry_notes: ["id", "enquiry_id", "author_id", "written_at", "note"],
  outbox: [
    "id",
    "occasion",
    "enquiry_id",
    "kind",
    "recipient",
    "reply_to",
    "subject",
    "text",
    "html",
    "state",
    "attempts",
    "created_at",
    "due_at",
    "sent_at",
    "last_error",
  ],
} as const satisfies ColumnsOf<ContactTables>;
