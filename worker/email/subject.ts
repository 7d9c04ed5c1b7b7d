import { schedules } from "../lib/schedules.ts";
import type { Subject } from "../lib/subject.ts";
import { terms } from "../lib/terms.ts";
import { isMailHeld } from "#worker/privacy/held-rows.ts";
import { consumeMails } from "./consume.ts";
import { outboxReport, selectMailBacklog } from "./operations.ts";
import { isWith, selectMailsWith } from "./person-data.ts";
import { blank } from "./send-mail.ts";
import { selectOverdueMail, sweepOutbox } from "./sweep.ts";

const ground = "Steps before a contract, Article 6(1)(b), or our interest in answering, 6(1)(f)";

export const subject = {
  tables: ["outbox"],
  consumers: {
    "fivewright-mail": { consume: consumeMails, producer: (env) => env.MAIL_QUEUE, selectBacklog: selectMailBacklog },
  },
  jobs: [{ name: "send what waits in the outbox", schedule: schedules.everyFiveMinutes, run: sweepOutbox }],
  retention: [
    {
      // A waiting mail keeps its text, however old it is. A failed mail keeps it for the term, so that staff can send
      // it again.
      table: "outbox",
      key: ["id"],
      since: "coalesce(sent_at, due_at)",
      where: "html <> '' and state not in ('waiting', 'sending')",
      unless: isMailHeld,
      blank,
      term: terms.mailTexts,
      keeps: "Text of a mail of this site",
      after: "after it was sent, or could not be",
      why: ground,
    },
    {
      table: "outbox",
      key: ["id"],
      since: "created_at",
      unless: isMailHeld,
      term: terms.enquiries,
      keeps: "That a mail was sent: address, subject, time and result",
      after: "after it was written",
      why: ground,
    },
  ],
  erase: { person: async (db, email) => [db.deleteFrom("outbox").where(isWith(email))] },
  personData: [{ name: "Mails of this site", select: selectMailsWith }],
  health: [
    {
      name: "outbox",
      selectFailures: selectOverdueMail,
      todo: "See whether mail leaves at all; then run “send what waits in the outbox” here.",
      path: "/test-email",
      isUrgent: true,
    },
  ],
  operations: [outboxReport],
  mails: ["test"],
} as const satisfies Subject;
