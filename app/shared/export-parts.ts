/**
 * The parts in which a browser asks for an export: one request of a Worker may read about a thousand files. Each part is a
 * ZIP of its own; app/staff/blog/import/own-format/join-export.ts makes one of all.
 */

/** What of the site a part has. */
export interface ExportPart {
  part: "topics" | "articles" | "drawings" | "media";
  /** The key before the first one of it, and the last one; "" for no end. */
  after: string;
  to: string;
}

export const exportAddress = "/blog-management/export";

/** The address that answers with the parts there are, as JSON: `{ parts }`. */
export const exportPlanAddress = `${exportAddress}?plan`;

export interface ExportPlan {
  /** In the order in which they are joined; at least one of each kind. */
  parts: ExportPart[];
}

/** "articles-2026-01-31.zip". */
export function nameExport(at: number): string {
  return `articles-${new Date(at).toISOString().slice(0, 10)}.zip`;
}

/** ZIP knows no time before it. Each file of an export has this one: the same site makes the same bytes. */
export const noTime = new Date(1980, 0, 1);
