import type { AccountId } from "./accounts-tables.ts";
import type { ApplicationId } from "./applications-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type ApplicationNoteId = Branded<"application-note">;

interface ApplicationNotesTable {
  id: ApplicationNoteId;
  application_id: ApplicationId;
  /** Null once the account is removed. */
  author_id: AccountId | null;
  written_at: number;
  note: string;
}

/** Colleagues whom a note names. */
interface ApplicationMentionsTable {
  note_id: ApplicationNoteId;
  account_id: AccountId;
  application_id: ApplicationId;
  /** When they opened the application after it was written. */
  seen_at: number | null;
}

interface ApplicationTagsTable {
  application_id: ApplicationId;
  /** In small letters. */
  tag: string;
}

/** Further private links of candidates, beside `applications.link_hash`. */
interface ApplicationLinksTable {
  /** SHA-256 (hex) of the token. */
  hash: string;
  application_id: ApplicationId;
  made_at: number;
}

export interface ApplicationWorkTables {
  application_links: ApplicationLinksTable;
  application_notes: ApplicationNotesTable;
  application_mentions: ApplicationMentionsTable;
  application_tags: ApplicationTagsTable;
}

export const applicationWorkColumns = {
  application_links: ["hash", "application_id", "made_at"],
  application_notes: ["id", "application_id", "author_id", "written_at", "note"],
  application_mentions: ["note_id", "account_id", "application_id", "seen_at"],
  application_tags: ["application_id", "tag"],
} as const satisfies ColumnsOf<ApplicationWorkTables>;
