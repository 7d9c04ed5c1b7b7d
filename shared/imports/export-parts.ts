/**
 * The parts in which a browser asks for an export: one request of a Worker may read about a thousand files. Each part is a
 * ZIP of its own; app/staff/imports/own-format/join-export.ts makes one of all.
 */

/** What of the site a part has. */
export interface ExportPart {
  part: "topics" | "articles" | "drawings" | "media";
  /** The key before the first one of it, and the last one; "" for no end. */
  after: string;
  to: string;
}

export const exportAddress = "/blog-management/export";

/**
 * The address that begins the export `id` and answers with an ExportPlan as JSON. Asked again with the names of its first
 * answer, it says what they are now.
 */
export function namePlan(id: string, names = ""): string {
  return `${exportAddress}?${new URLSearchParams({ plan: "", export: id, names })}`;
}

/** The address of a part of the export `id`, whose answer has the header `namesHeader`. */
export function namePart(id: string, part: ExportPart, names: string): string {
  return `${exportAddress}?${new URLSearchParams({ ...part, export: id, names })}`;
}

/** What the names of the site were when a part was begun, as in ExportPlan. */
export const namesHeader = "Export-Names";

export interface ExportPlan {
  /** Stands for the addresses of articles and topics. Parts that were read under different names do not fit together. */
  names: string;
  /** In the order in which they are joined; at least one of each kind. */
  parts: ExportPart[];
}

/** "articles-2026-01-31.zip". */
export function nameExport(at: number): string {
  return `articles-${new Date(at).toISOString().slice(0, 10)}.zip`;
}

/** ZIP knows no time before it. Each file of an export has this one: the same site makes the same bytes. */
export const noTime = new Date(1980, 0, 1);
