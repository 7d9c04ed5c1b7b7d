import { day, minute } from "#shared/dates/durations.ts";
import { insertNew } from "../../worker/analytics/insert-rows.ts";
import type { FunnelStep, Goal } from "../../worker/analytics/figures/types.ts";
import { listTerms } from "../../worker/analytics/figures/terms.ts";
import { quarter } from "../../worker/analytics/conversions.ts";
import { readVisitId } from "../../worker/analytics/visit-key.ts";
import { newId } from "../../worker/lib/ids.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import { type PlannedVisit, planVisits } from "./traffic/plan-visits.ts";
import { storeVisits } from "./traffic/store-visits.ts";
import { seededDays } from "./visitors.ts";

/** Of five forms, so many name a visit. */
const naming = 3;

interface Sent {
  goal: Exclude<Goal, "download">;
  at: number;
}

/**
 * Counts the demo enquiries and applications as forms that were sent, most of them in a demo visit that is made for it: no other demo
 * visit sends one, so whatever counts forms counts the same. Where any form is counted already, nothing changes. Comes after the
 * visits. A funnel, goals of staff and downloads go with them.
 */
export async function seedGoals(database: D1Database): Promise<void> {
  const db = openDb(database);
  const known = await db.selectFrom("conversions").select("at").limit(1).executeTakeFirst();
  if (known) return console.log("Demo goals: in order.");
  const enquiries = await db
    .selectFrom("enquiries")
    .select("received_at as at")
    .where("folder", "=", "inbox")
    .execute();
  const applications = await db.selectFrom("applications").select("received_at as at").execute();
  const sent: Sent[] = [
    ...enquiries.map(({ at }) => ({ goal: "enquiry" as const, at })),
    ...applications.map(({ at }) => ({ goal: "application" as const, at })),
  ];
  const since = Date.now() - seededDays * day;
  const visits = sent.map((form, index) => (index % 5 < naming && form.at > since ? planVisit(form, index) : null));
  await storeVisits(
    db,
    visits.filter((visit) => visit !== null),
  );
  const rows = sent.map(({ goal, at }, id) => {
    const key = visits[id] ? readVisitId(visits[id].id) : null;
    return { at: at - (at % quarter), id, goal, started_at: key?.started_at ?? null, visit_no: key?.visit_no ?? null };
  });
  const downloads = await selectDownloads(database, rows.length);
  const made = { created_at: Date.now(), created_by: null, version: 1 };
  await runBatch(db, [
    ...insertNew(db, "conversions", [...rows, ...downloads]),
    ...insertNew(db, "funnels", [{ ...demoFunnel, ...made, id: newId() }]),
    ...insertNew(
      db,
      "own_goals",
      demoGoals.map((goal) => Object.assign(goal, made, { id: newId() })),
    ),
  ]);
  console.log(`Demo goals: ${rows.length} forms and ${downloads.length} downloads counted.`);
}

const began = 6 * minute;

/** A visit that comes to the form by the page before it, and sends it. */
function planVisit({ goal, at }: Sent, index: number): PlannedVisit | null {
  const from = at - began;
  const [visit] = planVisits({ from, to: from + minute, visits: 1 }, { seed: `demo-form-${index}` });
  if (!visit) return null;
  const [before, form, about] =
    goal === "enquiry"
      ? [{ path: "/insights", title: "Insights" }, { path: "/contact", title: "Contact us" }, "contact"]
      : [{ path: "/careers", title: "Careers" }, { path: "/careers/cloud-engineer", title: "Cloud engineer" }, "apply"];
  const view = { name: "", data: "", value: "" };
  const named = { ...form, data: about, value: about };
  const end = at - visit.at;
  return {
    ...visit,
    isFirst: true,
    steps: [
      { at: 0, ...before, ...view, left: { at: minute, engaged: 40_000, scroll: 80 } },
      { at: minute + 1, ...form, ...view, left: { at: end + 1000, engaged: end - minute, scroll: 100 } },
      { at: minute + 5000, ...named, name: "form-start" },
      { at: end, ...named, name: "form-sent" },
    ],
  };
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

const demoGoals = [
  { name: "Demo: read about careers", step: step("page", ["/careers/**"]) },
  { name: "Demo: pressed the button of the home page", step: step("event", ["call-to-action"], "hero") },
].map(({ name, step: wanted }) => {
  const { pages, events } = listTerms([wanted]);
  return { name, step: JSON.stringify(wanted), pages: JSON.stringify(pages), events: JSON.stringify(events) };
});

/** What demo visits have downloaded, and a third as many of visitors who rejected. */
async function selectDownloads(database: D1Database, firstId: number) {
  const { results } = await database
    .prepare(
      `SELECT started_at, visit_no, started_at + at_ms AS at FROM visit_events WHERE kind = 2 AND name = (
         SELECT id FROM dimension_values WHERE dimension = 'event' AND value = 'download')`,
    )
    .all<{ started_at: number; visit_no: number; at: number }>();
  const unknown = results
    .filter((_, index) => index % 3 === 0)
    .map(({ at }) => ({ at, started_at: null, visit_no: null }));
  return [...results, ...unknown].map(({ at, started_at, visit_no }, index) => ({
    at: at - (at % quarter),
    id: firstId + index,
    goal: "download" as const,
    started_at,
    visit_no,
  }));
}
