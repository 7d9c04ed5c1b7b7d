import { hour } from "#shared/dates/durations.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import type { FailedMessageId } from "../../worker/db/failed-messages-tables.ts";
import { newId } from "../../worker/lib/ids.ts";
import { companyBegan } from "./past.ts";

/** A message that nobody can read any longer, and one about a mail that is gone: sent again, neither does anything. */
const letters = [
  {
    queue: "fivewright-visitor-records",
    body: { kind: "accepted", visitor: { visitor_id: "demo-visitor", first_visit: "last Tuesday" }, views: [] },
    hoursAgo: 30,
    attempts: 1,
    last_error: "first_visit: expected a number of milliseconds, received a text",
  },
  {
    queue: "fivewright-mail",
    body: { mailId: "00000000-0000-4000-8000-000000000000" },
    hoursAgo: 5,
    attempts: null,
    last_error: null,
  },
];

/** Stores demo failed messages, once, each marked as demo data. */
export async function seedFailedMessages(database: D1Database): Promise<void> {
  const db = openDb(database);
  const action = "dead_letter.seeded";
  const done = await db.selectFrom("audit_log").select("id").where("action", "=", action).executeTakeFirst();
  const rows = letters.map(({ queue, body, hoursAgo, attempts, last_error }) => ({
    queue,
    attempts,
    last_error,
    id: newId<FailedMessageId>(),
    message_id: newId(),
    body: JSON.stringify(body),
    queued_at: Date.now() - (hoursAgo + 1) * hour,
    received_at: Date.now() - hoursAgo * hour,
    claimed_at: null,
    is_demo: 1 as const,
  }));
  if (!done)
    await runBatch(db, [
      db.insertInto("failed_messages").values(rows),
      db.insertInto("audit_log").values({ id: newId(), at: companyBegan, action }),
    ]);
  console.log(`Demo failed messages: ${done ? "in order" : `${rows.length} made`}.`);
}
