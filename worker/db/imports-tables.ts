import type { Generated } from "kysely";
import type { UserId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";
import type { PostId } from "./insights-tables.ts";

export type ImportId = Branded<"import">;

/** What an import makes besides articles. */
type ImportPartKind = "author" | "category" | "tag" | "media" | "redirect";

interface ImportsTable {
  id: ImportId;
  /** The file's name. */
  file: string;
  file_hash: string;
  kind: string;
  /** How many posts are in the file. */
  posts: number;
  /** JSON: ImportSettings of worker/imports/import-schema.ts. */
  settings: string;
  started_at: number;
  started_by: UserId | null;
  /** Null while posts are left. */
  finished_at: number | null;
  undone_at: number | null;
  undone_by: UserId | null;
  version: Generated<number>;
}

interface ImportItemsTable {
  /** A hash of what the other system calls the post. */
  source_key: string;
  import_id: ImportId;
  post_id: PostId;
  /** A hash of the post as the file had it. */
  fingerprint: string;
  /** Of the article once it was stored. */
  post_version: number;
}

interface ImportPartsTable {
  import_id: ImportId;
  kind: ImportPartKind;
  /** An id; of a redirect, the old path. */
  part: string;
  /** Of an author, a category or a tag as the import has left it. */
  version: Generated<number>;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_parts: ImportPartsTable;
}

export const importsColumns = {
  imports: [
    "id",
    "file",
    "file_hash",
    "kind",
    "posts",
    "settings",
    "started_at",
    "started_by",
    "finished_at",
    "undone_at",
    "undone_by",
    "version",
  ],
  import_items: ["source_key", "import_id", "post_id", "fingerprint", "post_version"],
  import_parts: ["import_id", "kind", "part", "version"],
} as const satisfies ColumnsOf<ImportsTables>;
