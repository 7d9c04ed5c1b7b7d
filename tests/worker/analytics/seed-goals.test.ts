/** What counts the forms of the demo counts the same. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { addGoal } from "#worker/analytics/own-goals.ts";
import { openDb } from "#worker/db/client.ts";
import { seedGoals } from "../../../scripts/seed/goals.ts";
import { seedVisitors } from "../../../scripts/seed/visitors.ts";
import { makeApplication } from "../hiring/application-rows.ts";
import { makeEnquiry } from "../enquiries/enquiry-rows.ts";

const db = openDb(env.DB);
const now = Date.parse("2026-11-20T12:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
});

test("enquiries, applications and downloads of the demo are conversions of demo visits, whichever way they are counted", async () => {
  for (const ago of [2, 30, 75, 200, 400, 1200]) await makeEnquiry({ received_at: now - ago * hour });
  await makeEnquiry({ received_at: now - hour, folder: "spam" });
  for (const ago of [5, 100, 500]) await makeApplication({ received_at: now - ago * hour });
  await seedVisitors(env.DB);
  await seedGoals(env.DB);
  const doer = { actor: null, requestId: "demo" };
  const forms = { enquiry: "contact", application: "apply" } as const;
  for (const [name, about] of Object.entries(forms))
    await addGoal(db, { name, step: { kind: "event", values: ["form-sent"], about } }, doer);

  const ask = (panels: readonly ("property" | "download")[], goal?: "enquiry") =>
    readFigures(
      db,
      {
        zone: "UTC",
        interval: "day",
        period: { from: now - 89 * day, to: now + day },
        previous: null,
        filters: goal ? [{ dimension: "goal", is: true, values: [goal] }] : [],
        panels,
        report: goal ? { goal, split: "source", steps: [{ kind: "goal", values: [goal], about: "" }] } : null,
      },
      now,
    );
  const { goals, ownGoals, panels } = await ask(["property", "download"]);
  const [enquiry, application, download] = goals;
  expect([enquiry?.done, application?.done]).toEqual([6, 3]);
  const own = (name: string) => ownGoals.find((goal) => goal.name === name)?.done;
  const seen = (value: string) => panels.property?.rows.find((row) => row.value === value)?.visits;
  for (const counted of [enquiry, application]) {
    const name = counted?.goal as keyof typeof forms;
    expect(counted?.known).toBeGreaterThan(0);
    expect([own(name), seen(`form-sent:about=${forms[name]}`)]).toEqual([counted?.known, counted?.known]);
  }
  expect(panels.download?.rows.reduce((sum, { hits }) => sum + hits, 0)).toBe(download?.known);
  expect(download?.done).toBeGreaterThan(download?.known ?? Infinity);

  const { report, totals } = await ask([], "enquiry");
  expect([report?.listed, report?.steps?.[0]?.visits, totals.visits]).toEqual([6, enquiry?.known, enquiry?.known]);
  expect(ownGoals.filter(({ name }) => name.startsWith("Demo")).every(({ done }) => done > 0)).toBe(true);
});
