import type { Subject } from "../lib/subject.ts";
import { schedules } from "../lib/schedules.ts";
import { sweepLibrary } from "./library/sweep.ts";

/**
 * What the site draws for its articles stays as long as one may show it; what staff upload stays until they delete it. What
 * was replaced or deleted goes after `terms.deletedMedia`, and covers that nobody names after `terms.unusedCovers`: by
 * jobs instead of rules of retention, because a row may only go together with its bytes in the bucket, and holds nothing
 * of visitors.
 */
export const subject = {
  tables: [
    "media",
    "media_items",
    "media_variants",
    "media_former",
    "media_uses",
    "media_terms",
    "media_uploads",
    "covers_leaving",
    "media_leaving",
  ],
  jobs: [{ name: "sweep the media library", schedule: schedules.hourly, run: sweepLibrary }],
  auditActions: [
    "media.added",
    "media.described",
    "media.widths_made",
    "media.replaced",
    "media.deleted",
    "media.restored",
  ],
} as const satisfies Subject;
