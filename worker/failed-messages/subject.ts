import type { Subject } from "#worker/lib/subject.ts";
import { terms } from "#worker/lib/terms.ts";
import { hasErrorAbout, isAbout, selectMessagesAbout } from "./person-data.ts";
import { countFailedMessages, selectRealMessages } from "./read.ts";

/** The queues of failed messages belong to those of the other subjects: worker/subjects.ts pairs them. */
export const subject = {
  tables: ["failed_messages"],
  retention: [
    {
      table: "failed_messages",
      key: ["id"],
      since: "received_at",
      term: terms.failedMessages,
      keeps: "Messages between parts of our software that could not be dealt with",
      after: "after the last try",
      why: "Interest in losing nothing, Article 6(1)(f)",
    },
  ],
  erase: {
    person: async (db, email) => [
      db.deleteFrom("failed_messages").where(isAbout(email)),
      db.updateTable("failed_messages").set({ last_error: null }).where(hasErrorAbout(email)),
    ],
  },
  personData: [{ name: "Failed messages", select: selectMessagesAbout }],
  health: [
    {
      name: "dead letters",
      selectFailures: (db) => selectRealMessages(db).select("id").orderBy("received_at").limit(1),
      todo: "Read what failed, mend the cause, then send the messages again.",
      path: "/failed-messages",
    },
  ],
  waiting: { "/failed-messages": (db) => countFailedMessages(db) },
  auditActions: ["dead_letter.sent_again", "dead_letter.deleted", "dead_letter.all_deleted", "dead_letter.seeded"],
} as const satisfies Subject;
