import { report } from "../lib/subject.ts";
import { isFailing } from "./retries.ts";

interface PurgeFigures {
  waiting: number;
  failing: number;
  since: number | null;
  error: string | null;
}

export const purgeReport = report(
  (db, _env, now) =>
    db
      .selectFrom("purges")
      .select(({ fn }) => [
        fn.countAll<number>().as("waiting"),
        fn.countAll<number>().filterWhere(isFailing()).as("failing"),
        fn.min<number | null>("failed_at").as("since"),
        fn.max<string | null>("last_error").as("error"),
      ])
      .where("due_at", "<=", now)
      .$castTo<PurgeFigures>(),
  ([figures]) => {
    const { waiting = 0, failing = 0, since = null, error = null } = figures ?? {};
    return [
      {
        name: "Purges of the edge",
        value:
          failing > 0
            ? `${failing} fail: ${error ?? ""}`
            : waiting > 0
              ? `${waiting} to be sent`
              : "Nothing to be sent",
        state: failing > 0 ? "warning" : "good",
        since,
        ...(failing > 0 && { todo: "Run “purge what is due”. Until then changed pages appear up to an hour late." }),
      },
    ];
  },
);
