import { day, hour, minute } from "#app/shared/durations.ts";
import { insertNew } from "../../worker/analytics/insert-rows.ts";
import type { FunnelStep } from "../../worker/analytics/figures/types.ts";
import { newId } from "../../worker/lib/ids.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";

const quarter = 15 * minute;

/** Of five forms, so many name a visit. */
const naming = 3;

/**
 * Counts the demo enquiries and applications as forms that were sent, most of them in a demo visit of the hours before. Where
 * any form is counted already, nothing changes. Comes after the visits. A funnel and downloads go with them.
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
  const downloads = await selectDownloads(database, rows.length);
  await runBatch(db, [
    ...insertNew(db, "conversions", [...rows, ...downloads]),
    ...insertNew(db, "funnels", [{ ...demoFunnel, id: newId(), created_at: Date.now(), created_by: null, version: 1 }]),
  ]);
  console.log(`Demo goals: ${rows.length} forms and ${downloads.length} downloads counted.`);
}

const step = (kind: FunnelStep["kind"], values: string[], about = ""): FunnelStep => ({ kind, values, about });

const demoFunnel = {
  name: "Demo: from an article to the contact form",
  steps: JSON.stringify([
    step("section", ["/insights"]),
    step("page", ["/contact"]),
    step("event", ["form-start"], "contact"),
    step("goal", ["enquiry"]),
  ]),
};

/** Of what demo visits have downloaded, and as many again of visitors who rejected. */
async function selectDownloads(database: D1Database, firstId: number) {
  const { results } = await database
    .prepare(
      `SELECT started_at, visit_no, started_at + at_ms AS at FROM visit_events WHERE kind = 2 AND name = (
         SELECT id FROM dimension_values WHERE dimension = 'event' AND value = 'download') LIMIT 500`,
    )
    .all<{ started_at: number; visit_no: number; at: number }>();
  return results.map(({ at, started_at, visit_no }, index) => ({
    started_at: index % 2 === 0 ? started_at : null,
    visit_no: index % 2 === 0 ? visit_no : null,
    at: at - (at % quarter),
    id: firstId + index,
    goal: "download" as const,
  }));
}
