import { sql } from "kysely";
import { day, hour, minute } from "#shared/dates/durations.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import type { MailId } from "../../worker/db/email-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { schedules } from "../../worker/lib/schedules.ts";
import type { Job, Subject } from "../../worker/lib/subject.ts";
import { subjects } from "../../worker/subjects.ts";
import { readCommit } from "../lib/read-commit.ts";

/** Demo data that is older is made anew, so that the page shows a site that runs. */
const goesStaleAfter = 20 * hour;
const well = "+".repeat(30);

/** Jobs that did not go well every time. All others did. */
const stories: Record<string, { recent: string; ms?: number; error?: string }> = {
  "refresh visits": { recent: `${"+".repeat(21)}-${"+".repeat(8)}`, ms: 112 },
  "compute the figures of days": { recent: well, ms: 840 },
  "prune what is past its term": { recent: `${"+".repeat(12)}__${"+".repeat(16)}`, ms: 1290 },
  "announce articles to search engines": {
    recent: `${"+".repeat(29)}-`,
    ms: 10_040,
    error: "The search engine did not answer within … seconds",
  },
};

const errors = [
  {
    fingerprint: "00000000000000d1",
    event: "mail not sent",
    name: "Error",
    message: "The mail service did not answer within … seconds",
    place: "fivewright-mail",
    frames: "at sendMail (index.js:1:20480)\nat consumeMails (index.js:1:21504)",
    count: 14,
    minutesAgo: 50,
  },
  {
    fingerprint: "00000000000000d2",
    event: "request failed",
    name: "TypeError",
    message: "Cannot read properties of undefined (reading “…”)",
    place: "/insights/…",
    frames: "at renderPage (index.js:1:40960)",
    count: 1,
    minutesAgo: 130,
  },
];

/**
 * Stores how the jobs ran, demo errors, the deployment, a backup, an alert that lasts and one that is over. What the
 * site has noted of itself stays as it is.
 */
export async function seedOperations(database: D1Database): Promise<void> {
  const db = openDb(database);
  const at = Date.now();
  const fresh = await db
    .selectFrom("error_groups")
    .select("fingerprint")
    .where("is_demo", "=", 1)
    .where("last_at", ">", at - goesStaleAfter)
    .executeTakeFirst();
  if (!fresh)
    await runBatch(db, [
      ...planRuns(db, at),
      ...planErrors(db, at),
      ...planAlerts(db, at),
      ...planBackup(db, at),
      db
        .insertInto("deployments")
        .values({ version: readCommit(), first_at: at - 3 * hour, migration: "" })
        .onConflict((conflict) => conflict.doNothing()),
    ]);
  console.log(`Demo operations: ${fresh ? "in order" : "jobs, errors, alerts and a backup made"}.`);
}

function planRuns(db: Db, at: number) {
  const all: readonly Subject[] = subjects;
  const jobs: readonly Job[] = all.flatMap((subject) => subject.jobs ?? []);
  return jobs.map(({ name, schedule }) => {
    const story = stories[name];
    const started = at - (schedule === schedules.hourly ? 41 : 4) * minute;
    const row = {
      started_at: started,
      duration_ms: story?.ms ?? 15 + 4 * name.length,
      // No schedule began them, so that none of them is late tomorrow.
      scheduled_at: null,
      late_at: null,
      recent: story?.recent ?? well,
      failures: story?.error ? 1 : 0,
      error: story?.error ?? null,
      ...(story?.error ? { failed_at: started } : { succeeded_at: started }),
    };
    return db
      .insertInto("job_runs")
      .values({ name, ...row })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet(row)
          .where("job_runs.scheduled_at", "is", null)
          .where("job_runs.started_at", "<", at - day),
      );
  });
}

function planErrors(db: Db, at: number) {
  return [
    db.deleteFrom("error_groups").where("is_demo", "=", 1),
    ...errors.flatMap(({ count, minutesAgo, ...error }) => {
      const last = at - minutesAgo * minute;
      const times = { first_at: last - 20 * minute, last_at: last, request_id: newId(), version: readCommit() };
      return [
        db.insertInto("error_groups").values({ ...error, ...times, is_demo: 1 }),
        db.insertInto("error_hours").values({ fingerprint: error.fingerprint, hour_at: last - (last % hour), count }),
      ];
    }),
  ];
}

/** One that lasts, and the mail that said that another is over. */
function planAlerts(db: Db, at: number) {
  const recipient = "ops@demo.example";
  const over = at - 7 * hour;
  const alert = {
    name: "14 errors in an hour: mail not sent, fivewright-mail",
    todo: "Read its details, and mark it as seen.",
    is_urgent: 0,
    is_failed: 1,
    since: at - 50 * minute,
    told_at: at - 45 * minute,
  } as const;
  return [
    db
      .updateTable("alert_settings")
      .set({ recipients: JSON.stringify([recipient]), updated_at: at })
      // Nobody has changed them yet.
      .where("updated_at", "=", 0),
    db
      .insertInto("alerts")
      .values({ key: "errors 00000000000000d1", ...alert })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(alert)),
    db
      .insertInto("outbox")
      .values({
        id: newId<MailId>(),
        dedupe_key: "alert:demo",
        subject_id: null,
        kind: "alert",
        recipient,
        reply_to: null,
        subject: "Well again: Check “outbox” (Demo)",
        text: "The check “outbox” is well again.",
        html: "<p>The check “outbox” is well again.</p>",
        state: "sent",
        attempts: 1,
        created_at: over,
        due_at: over,
        sent_at: over,
        purge_at: null,
        withdrawn_at: null,
        last_error: null,
        stop_url: null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  ];
}

/** The row of one; there are no files, and none of them is asked for. */
function planBackup(db: Db, at: number) {
  const finished = at - 6 * hour;
  return [
    db.deleteFrom("backup_runs").where(sql<boolean>`id like '%-demo'`),
    db.insertInto("backup_runs").values({
      id: `${new Date(finished).toISOString().slice(0, 19).replaceAll(":", "-")}Z-demo`,
      kind: "nightly",
      state: "done",
      started_at: finished - 6 * minute,
      finished_at: finished,
      error: null,
      rows: 48_210,
      files: 164,
      file_bytes: 61_000_000,
      stored_bytes: 9_400_000,
    }),
  ];
}
