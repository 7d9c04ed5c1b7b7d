import { sql } from "kysely";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { countDeadLetters } from "./read.ts";

/** The queues of dead letters belong to those of the other subjects: worker/subjects.ts pairs them. */
export const subject = {
  tables: ["dead_letters"],
  retention: [
    {
      table: "dead_letters",
      key: ["id"],
      since: "received_at",
      term: terms.deadLetters,
      keeps: "Messages between parts of our software that could not be dealt with",
      after: "after the last try",
      why: "Interest in losing nothing, Article 6(1)(f)",
    },
  ],
  erase: {
    person: async (db, email) => [
      // As a value of its own, so that nobody else's address which ends in this one is taken for it.
      db.deleteFrom("dead_letters").where(mentions("body", JSON.stringify(email))),
      db.updateTable("dead_letters").set({ last_error: null }).where(mentions("last_error", email)),
    ],
  },
  health: [{ name: "dead letters", isHealthy: async (db) => (await countDeadLetters(db, { real: true })) === 0 }],
  auditActions: ["dead_letter.sent_again", "dead_letter.deleted", "dead_letter.all_deleted", "dead_letter.seeded"],
} as const satisfies Subject;

function mentions(column: "body" | "last_error", text: string) {
  return sql<boolean>`instr(lower(${sql.ref(column)}), lower(${text})) > 0`;
}
