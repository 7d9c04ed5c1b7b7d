import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";

/** An erasure leaves the log alone: it holds ids and places, never a name or an address. */
export const subject = {
  tables: ["audit_log"],
  auditActions: ["audit.exported"],
  retention: [
    {
      table: "audit_log",
      key: ["id"],
      since: "at",
      term: terms.auditLog,
      keeps: "Audit log: what was done in the staff area and by which account; sign-ins with browser and place",
      after: "after the entry",
      why: "Interest in a safe, working site, Article 6(1)(f)",
    },
  ],
} as const satisfies Subject;
