import { day, minute } from "#shared/dates/durations.ts";
import type { Db } from "../db/client.ts";
import { type Backlog, report } from "../lib/subject.ts";
import { mayLeave } from "./outbox.ts";
import { isMailConfigured } from "./send-mail.ts";
import { troubledStates } from "./troubled.ts";

/** Mails that could leave now. */
export function selectMailBacklog(db: Db, now: number) {
  return db
    .selectFrom("outbox")
    .select(({ fn }) => [fn.countAll<number>().as("waiting"), fn.min<number | null>("due_at").as("oldest_at")])
    .where("state", "=", "waiting")
    .where("due_at", "<=", now)
    .where(mayLeave())
    .$castTo<Backlog>();
}

/** How long a failed mail without a subject, such as a report, is reported: nobody can send it again. */
const unrepeatable = 7 * day;

interface OutboxFigures extends Backlog {
  troubled: number;
}

export const outboxReport = report(
  (db, _env, now) =>
    selectMailBacklog(db, now)
      .select(({ selectFrom }) =>
        selectFrom("outbox")
          .select(({ fn }) => fn.countAll<number>().as("troubled"))
          .where("state", "in", troubledStates)
          .where("withdrawn_at", "is", null)
          .where(({ or, eb }) => or([eb("subject_id", "is not", null), eb("created_at", ">", now - unrepeatable)]))
          .as("troubled"),
      )
      .$castTo<OutboxFigures>(),
  ([figures], { env, now }) => {
    const { waiting = 0, troubled = 0, oldest_at = null } = figures ?? {};
    const isLate = oldest_at !== null && oldest_at < now - 15 * minute;
    const isSet = isMailConfigured(env);
    return [
      {
        name: "Outbox",
        value: `${isSet ? "" : "Mail is not set up; "}${waiting} ${waiting === 1 ? "mail waits" : "mails wait"}`,
        state: isSet && !isLate ? "good" : "warning",
        since: oldest_at,
        ...(!isSet && { todo: "Bind EMAIL and set MAIL_FROM; what waits leaves then." }),
        ...(isSet && isLate && { todo: "Send a test mail, and read the errors below." }),
        path: "/test-email",
      },
      {
        name: "Mails that failed",
        value: troubled === 0 ? "None" : `${troubled} failed, or nobody knows whether they left`,
        state: troubled === 0 ? "good" : "warning",
        ...(troubled > 0 && {
          todo: "Send each again from the enquiry, application or account it is about. One about none of these is told for a week.",
        }),
        path: "/marketing-admin/inbox?mail=failed",
      },
    ];
  },
);
