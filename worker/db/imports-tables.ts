import type { Generated } from "kysely";
import type { AccountId } from "./accounts-tables.ts";
import type { Branded, ColumnsOf } from "./columns.ts";
import type { InsightId } from "./insights-tables.ts";

export type ImportId = Branded<"import">;

/** What an import makes other than articles. */
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
  started_by: AccountId | null;
  /** Null while posts are left. */
  finished_at: number | null;
  undone_at: number | null;
  undone_by: AccountId | null;
  version: Generated<number>;
  /** The address of the other site without its scheme, or its name. */
  site: string;
  /** The tab that sends it, whose it is, and when it was last heard of. */
  runner: Generated<string>;
  runner_id: Generated<AccountId | null>;
  seen_at: Generated<number>;
}

interface ImportItemsTable {
  /** A hash of the system, the site and what that calls the post. */
  source_key: string;
  import_id: ImportId;
  insight_id: InsightId;
  /** A hash of the post as the file had it. */
  fingerprint: string;
  /** Of the article once it was stored. */
  insight_version: number;
  /** The system and the site: "wordpress old.example". */
  source: string;
}

interface ImportPartsTable {
  import_id: ImportId;
  kind: ImportPartKind;
  /** An id; of a redirect, the old path. */
  part: string;
  /** Of an author, a category or a tag as the import has left it. */
  version: Generated<number>;
}

export type ImportedPageId = Branded<"imported-page">;

/** Pages of other systems, which are no articles. */
interface ImportedPagesTable {
  id: ImportedPageId;
  source_key: string;
  source: string;
  import_id: ImportId;
  title: string;
  /** "" where it had none. */
  path: string;
  status: "published" | "scheduled" | "draft";
  markdown: string;
  html: string;
  /** JSON: Loss[] of shared/insights/losses.ts. */
  losses: string;
  fingerprint: string;
  created_at: number;
  version: Generated<number>;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_items: ImportItemsTable;
  import_parts: ImportPartsTable;
  imported_pages: ImportedPagesTable;
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
    "site",
    "runner",
    "runner_id",
    "seen_at",
  ],
  import_items: ["source_key", "import_id", "insight_id", "fingerprint", "insight_version", "source"],
  import_parts: ["import_id", "kind", "part", "version"],
  imported_pages: [
    "id",
    "source_key",
    "source",
    "import_id",
    "title",
    "path",
    "status",
    "markdown",
    "html",
    "losses",
    "fingerprint",
    "created_at",
    "version",
  ],
} as const satisfies ColumnsOf<ImportsTables>;
