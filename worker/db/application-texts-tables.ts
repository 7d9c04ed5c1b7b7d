import type { Generated } from "kysely";
import type { ApplicationFileId, ApplicationId } from "./applications-tables.ts";
import type { ColumnsOf } from "./columns.ts";

export type TextState = "waiting" | "done" | "failed" | "none";

/** The text of each file of an application. */
interface ApplicationTextsTable {
  file_id: ApplicationFileId;
  application_id: ApplicationId;
  state: Generated<TextState>;
  text: Generated<string>;
  attempts: Generated<number>;
  last_error: string | null;
  /** When it may be tried again. */
  due_at: Generated<number>;
  /** Since when it waits, or when it was done. */
  at: number;
}

/** The words of each application as they are searched, in folded text with a space around each word. */
interface ApplicationSearchTable {
  id: Generated<number>;
  application_id: ApplicationId;
  name: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  place: Generated<string>;
  cover: Generated<string>;
  answer: Generated<string>;
  note: Generated<string>;
  resume: Generated<string>;
  /** How often its texts have changed, and which of these changes the words are of. */
  changes: Generated<number>;
  indexed: Generated<number>;
  /** Epoch milliseconds before which it is not tried again, after it could not be indexed. */
  retry_at: Generated<number>;
}

interface ApplicationTermsTable {
  term: string;
  document: number;
  /** Bits of the fields that have the word. */
  fields: number;
}

export interface ApplicationTextsTables {
  application_texts: ApplicationTextsTable;
  application_search: ApplicationSearchTable;
  application_terms: ApplicationTermsTable;
}

export const applicationTextsColumns = {
  application_texts: ["file_id", "application_id", "state", "text", "attempts", "last_error", "due_at", "at"],
  application_search: [
    "id",
    "application_id",
    "name",
    "email",
    "phone",
    "place",
    "cover",
    "answer",
    "note",
    "resume",
    "changes",
    "indexed",
    "retry_at",
  ],
  application_terms: ["term", "document", "fields"],
} as const satisfies ColumnsOf<ApplicationTextsTables>;
