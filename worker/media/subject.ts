import type { Subject } from "../lib/subject.ts";

/** Pictures of articles; what lies in the bucket stays as long as an article may show it. */
export const subject = {
  tables: ["media"],
} as const satisfies Subject;
