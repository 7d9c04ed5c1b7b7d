import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";
import type { InsightId } from "./insights-tables.ts";

export type MediaItemId = Branded<"media item">;
export type MediaUploadId = Branded<"media upload">;
export type MediaFormerId = Branded<"former media file">;

/** What may be uploaded. */
export type LibraryType = "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif" | "application/pdf";

/** A file of the library. */
interface FileColumns {
  /** Its key in the bucket. */
  file_key: string;
  type: LibraryType;
  bytes: number;
  /** In pixels, as it is shown; a PDF is 0 by 0. */
  width: number;
  height: number;
  /** Of the bytes as they were sent, in hexadecimal. */
  sha256: string;
  /** A tiny WebP, base64; "" where there is none. */
  placeholder: Generated<string>;
}

interface MediaItemsTable extends FileColumns {
  id: MediaItemId;
  /** What articles say after /media/. */
  key: string;
  name: string;
  alt: Generated<string>;
  caption: Generated<string>;
  /** Shares of width and height, 0 to 1. */
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  created_at: number;
  created_by: AccountId | null;
  updated_at: number;
  updated_by: AccountId | null;
  deleted_at: number | null;
  /** 1 while articles still show a file that was replaced. */
  stale: Generated<0 | 1>;
  /** While it is: the id of the article up to which those that show it are rendered; "" before the first. */
  rendered_to: Generated<InsightId | "">;
  /** How often that was begun. */
  render_turn: Generated<number>;
  /** 1 for a picture whose further widths no browser has made yet. */
  lacks_widths: Generated<0 | 1>;
  version: Generated<number>;
}

interface MediaVariantsTable {
  key: string;
  item_id: MediaItemId;
  /** Of the file that it is made from. */
  sha256: string;
  type: LibraryType;
  bytes: number;
  width: number;
  height: number;
}

interface MediaFormerTable extends FileColumns {
  id: MediaFormerId;
  item_id: MediaItemId;
  replaced_at: number;
}

interface MediaUsesTable {
  item_id: MediaItemId;
  insight_id: InsightId;
  /** In the revision that readers see, or in the newest one. */
  place: "shown" | "newest";
}

interface MediaTermsTable {
  term: string;
  item_id: MediaItemId;
}

interface MediaUploadsTable {
  id: MediaUploadId;
  account_id: AccountId | null;
  item_id: MediaItemId;
  /** Of the item whose file it replaces; null for a new item. */
  replaces_version: number | null;
  name: string;
  bytes: number;
  received: Generated<number>;
  /** As the browser says it; "" where no script ran. */
  sha256: string;
  multipart_id: string | null;
  /** JSON: R2UploadedPart[]. */
  parts: Generated<string>;
  finished_item: MediaItemId | null;
  created_at: number;
  expires_at: number;
}

/** Drawings whose rows are deleted and whose bytes are about to be. */
interface CoversLeavingTable {
  key: string;
}

/** Items of which a row was deleted, and whose bytes without a row are about to be. */
interface MediaLeavingTable {
  item_id: MediaItemId;
}

export interface MediaTables {
  media_items: MediaItemsTable;
  media_variants: MediaVariantsTable;
  media_former: MediaFormerTable;
  media_uses: MediaUsesTable;
  media_terms: MediaTermsTable;
  media_uploads: MediaUploadsTable;
  covers_leaving: CoversLeavingTable;
  media_leaving: MediaLeavingTable;
}

const file = ["file_key", "type", "bytes", "width", "height", "sha256", "placeholder"] as const;

export const mediaColumns = {
  media_items: [
    "id",
    "key",
    "name",
    "alt",
    "caption",
    "focus_x",
    "focus_y",
    ...file,
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted_at",
    "stale",
    "rendered_to",
    "render_turn",
    "version",
    "lacks_widths",
  ],
  media_variants: ["key", "item_id", "sha256", "type", "bytes", "width", "height"],
  media_former: ["id", "item_id", ...file, "replaced_at"],
  media_uses: ["item_id", "insight_id", "place"],
  media_terms: ["term", "item_id"],
  media_uploads: [
    "id",
    "account_id",
    "item_id",
    "replaces_version",
    "name",
    "bytes",
    "received",
    "sha256",
    "multipart_id",
    "parts",
    "finished_item",
    "created_at",
    "expires_at",
  ],
  covers_leaving: ["key"],
  media_leaving: ["item_id"],
} as const satisfies ColumnsOf<MediaTables>;
