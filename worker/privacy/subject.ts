import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { pruneRows } from "./prune-rows.ts";

/** What concerns the data of all subjects: terms, erasures with their proofs, exports and legal holds. */
export const subject = {
  tables: ["legal_holds", "erasure_proofs", "erasure_files"],
  jobs: [{ name: "prune what is past its term", schedule: schedules.hourly, run: pruneRows }],
  retention: [
    {
      table: "erasure_proofs",
      key: ["id"],
      since: "erased_at",
      term: terms.erasureProofs,
      keeps: "Proof that data was erased",
      after: "after it was erased",
      why: "Legal duty to prove it, Articles 5(2) and 6(1)(c)",
    },
    {
      table: "legal_holds",
      key: ["id"],
      since: "released_at",
      where: "released_at is not null",
      term: terms.releasedHolds,
      keeps: "Reasons to keep data by law",
      after: "after that ended",
      why: "Legal duty to prove it, Articles 5(2) and 6(1)(c)",
    },
  ],
  auditActions: ["person.erased", "person.exported", "person.row_handed_out", "hold.set", "hold.released"],
} as const satisfies Subject;
