import { day, hour, minute } from "#app/shared/durations.ts";
import { insertNew } from "../../worker/analytics/insert-rows.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";

const quarter = 15 * minute;

/** Of five forms, so many name a visit. */
const naming = 3;

/**
 * Counts the demo enquiries and applications as forms that were sent, most of them in a demo visit of the hours before. Where
 * any form is counted already, nothing changes. Comes after the visits.
 */
export async function seedGoals(database: D1Database): Promise<void> {
  const db = openDb(database);
  const known = await db.selectFrom("conversions").select("at").limit(1).executeTakeFirst();
  if (known) return console.log("Demo goals: in order.");
  const enquiries = await db.selectFrom("enquiries").select("received_at").where("folder", "=", "inbox").execute();
  const applications = await db.selectFrom("applications").select("received_at").execute();
  const visits = await db
    .selectFrom("visits")
    .select(["started_at", "visit_no"])
    .where("views", ">", 1)
    .orderBy("started_at", "desc")
    .execute();
  const sent = [
    ...enquiries.map(({ received_at }) => ({ goal: "enquiry" as const, received_at })),
    ...applications.map(({ received_at }) => ({ goal: "application" as const, received_at })),
  ];
  const rows = sent.map(({ goal, received_at }, index) => {
    const at = received_at - (received_at % quarter);
    const before = visits.filter(({ started_at }) => started_at < received_at && started_at > received_at - day);
    const recent = before.find(({ started_at }) => started_at < received_at - hour) ?? before[0];
    const visit = index % 5 < naming ? recent : undefined;
    return { at, id: index, goal, started_at: visit?.started_at ?? null, visit_no: visit?.visit_no ?? null };
  });
  await runBatch(db, insertNew(db, "conversions", rows));
  console.log(`Demo goals: ${rows.length} forms counted.`);
}
