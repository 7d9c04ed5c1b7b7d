import type { Generated } from "kysely";
import type { ApplicationId } from "./applications-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";

export type ApplicationUploadId = Branded<"application-upload">;

/** A file that a form is sending or has sent. */
interface ApplicationUploadsTable {
  id: ApplicationUploadId;
  /** SHA-256 (hex) of the form's ticket. */
  form_hash: string;
  network_hash: string;
  name: string;
  bytes: number;
  received: Generated<number>;
  /** By content; "" until all of it is there and was looked at. */
  type: Generated<string>;
  sha256: Generated<string>;
  /** JSON array of "macros", "encrypted", "active". */
  warnings: Generated<string>;
  /** The application that has it, and where it lies then. */
  application_id: ApplicationId | null;
  key: string | null;
  created_at: number;
  expires_at: number;
  /** The address in a form that was refused and keeps this file; null before that. */
  email: string | null;
}

export interface ApplicationUploadsTables {
  application_uploads: ApplicationUploadsTable;
}

export const applicationUploadsColumns = {
  application_uploads: [
    "id",
    "form_hash",
    "network_hash",
    "name",
    "bytes",
    "received",
    "type",
    "sha256",
    "warnings",
    "application_id",
    "key",
    "created_at",
    "expires_at",
    "email",
  ],
} as const satisfies ColumnsOf<ApplicationUploadsTables>;
