import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";
import type { MailId } from "./email-tables.ts";

export type EnquiryId = Branded<"enquiry">;
export type EnquiryFolder = "inbox" | "spam";
export type EnquiryStatus = "new" | "open" | "answered" | "closed";

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
  opening: string | null;
  consented_at: number;
  folder: EnquiryFolder;
  /** JSON array of texts. */
  spam_reasons: Generated<string>;
  status: Generated<EnquiryStatus>;
  owner_id: AccountId | null;
  version: Generated<number>;
  updated_at: number;
  /** The form it came from, which is good for one; null for what came by no form, such as demo data. */
  form_id: string | null;
  /** The sender's address as worker/lib/text/fold-address.ts makes it. */
  folded_email: string | null;
  /** Keyed hash of the network it came from, for a day. */
  network_hash: string | null;
  /** When the confirmation to the sender was written. */
  confirmed_at: number | null;
  /** When the mail to the topic's mailbox was written. */
  mailed_at: number | null;
  /** The mailbox that learns of it from a digest instead of a mail of its own. */
  held_for: string | null;
  /** The mail that was that digest. */
  digest_id: MailId | null;
  /** 1 for the enquiries of the local seed. */
  is_demo: Generated<0 | 1>;
  /** What is searched of it, as worker/lib/text/fold-text.ts writes it; null until the next search. */
  folded: Generated<string | null>;
}

interface EnquiryNotesTable {
  id: string;
  enquiry_id: EnquiryId;
  author_id: AccountId | null;
  written_at: number;
  note: string;
}

export interface EnquiriesTables {
  enquiries: EnquiriesTable;
  enquiry_notes: EnquiryNotesTable;
}

export const enquiriesColumns = {
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
    "opening",
    "consented_at",
    "folder",
    "spam_reasons",
    "status",
    "owner_id",
    "version",
    "updated_at",
    "form_id",
    "folded_email",
    "network_hash",
    "confirmed_at",
    "mailed_at",
    "held_for",
    "digest_id",
    "is_demo",
    "folded",
  ],
  enquiry_notes: ["id", "enquiry_id", "author_id", "written_at", "note"],
} as const satisfies ColumnsOf<EnquiriesTables>;
