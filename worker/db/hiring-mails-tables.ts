import type { Generated } from "kysely";
import type { MailTemplateKind } from "#shared/hiring/mail-template.ts";
import type { AccountId } from "./accounts-tables.ts";
import type { ApplicationId } from "./applications-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type MailTemplateId = Branded<"mail-template">;
export type CandidateMailId = Branded<"candidate-mail">;

interface MailTemplatesTable {
  id: MailTemplateId;
  name: string;
  kind: MailTemplateKind;
  subject: string;
  body: string;
  updated_at: number;
  version: Generated<number>;
  deleted_at: number | null;
}

/** The conversation about an application: what left, and replies that staff have pasted. */
interface ApplicationMailsTable {
  id: CandidateMailId;
  application_id: ApplicationId;
  /** Counts from 1 within the application. */
  position: number;
  direction: "out" | "in";
  /** Who wrote or pasted it; null once the account is removed. */
  author_id: AccountId | null;
  /** Whom it went to, or who sent it. */
  address: string;
  at: number;
  /** When it was written or pasted here. */
  stored_at: number;
  subject: string;
  /** With its variables filled in; a private link is never in it. */
  body: string;
  /** What a reply quotes of the mails before it. */
  quoted: Generated<string>;
  has_link: Generated<0 | 1>;
  withdrawn_at: number | null;
}

export interface CandidateMailsTables {
  mail_templates: MailTemplatesTable;
  application_mails: ApplicationMailsTable;
}

export const candidateMailsColumns = {
  mail_templates: ["id", "name", "kind", "subject", "body", "updated_at", "version", "deleted_at"],
  application_mails: [
    "id",
    "application_id",
    "position",
    "direction",
    "author_id",
    "address",
    "at",
    "stored_at",
    "subject",
    "body",
    "quoted",
    "has_link",
    "withdrawn_at",
  ],
} as const satisfies ColumnsOf<CandidateMailsTables>;
