import { hour, minute } from "#app/shared/durations.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";

/** How jobs ran: the newest run, minutes ago, how long it took, and the runs before. */
const runs = [
  { name: "send what waits in the outbox", minutesAgo: 4, ms: 38, recent: "+".repeat(30) },
  { name: "refresh visits", minutesAgo: 4, ms: 112, recent: `${"+".repeat(21)}-${"+".repeat(8)}` },
  { name: "compute the figures of days", minutesAgo: 4, ms: 840, recent: "+".repeat(30) },
  { name: "bring the search up to date", minutesAgo: 4, ms: 64, recent: "+".repeat(30) },
  { name: "prune what is past its term", minutesAgo: 41, ms: 1290, recent: `${"+".repeat(12)}__${"+".repeat(16)}` },
  { name: "rotate signing keys", minutesAgo: 41, ms: 21, recent: "+".repeat(30) },
];

const errors = [
  {
    fingerprint: "00000000000000d1",
    event: "mail not sent",
    name: "Error",
    message: "The mail service did not answer within # seconds",
    place: "fivewright-mail",
    frames: "at sendMail (index.js:1:20480)\nat consumeMails (index.js:1:21504)",
    count: 4,
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

/** Stores how some jobs ran and two demo errors, once; the errors are marked as demo data. */
export async function seedOperations(database: D1Database): Promise<void> {
  const db = openDb(database);
  const done = await db.selectFrom("error_groups").select("fingerprint").where("is_demo", "=", 1).executeTakeFirst();
  const at = Date.now();
  if (!done)
    await runBatch(db, [
      // By no schedule, so that none of them is late tomorrow.
      ...runs.map(({ name, minutesAgo, ms, recent }) => {
        const started = at - minutesAgo * minute;
        const row = { name, started_at: started, duration_ms: ms, succeeded_at: started + ms, recent };
        return db
          .insertInto("job_runs")
          .values(row)
          .onConflict((conflict) => conflict.doNothing());
      }),
      ...errors.flatMap(({ count, minutesAgo, ...error }) => {
        const last = at - minutesAgo * minute;
        const times = { first_at: last - 20 * minute, last_at: last, request_id: crypto.randomUUID(), version: "dev" };
        return [
          db.insertInto("error_groups").values({ ...error, ...times, is_demo: 1 }),
          db.insertInto("error_hours").values({ fingerprint: error.fingerprint, hour_at: last - (last % hour), count }),
        ];
      }),
    ]);
  console.log(`Demo operations: ${done ? "in order" : `${runs.length} jobs, ${errors.length} errors made`}.`);
}
