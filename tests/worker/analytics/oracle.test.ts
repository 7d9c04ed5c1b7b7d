/**
 * 200,000 events, a fifth of them twice, in any order and with failures, through the built Worker's own `queue`
 * and `scheduled`: every panel and report shows what was planned.
 */
import { exampleFunnels } from "#app/content/example-funnels.ts";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { servicePaths } from "#app/content/services.ts";
import { createRandom } from "#app/art/random.ts";
import { day, hour, minute, second } from "#shared/dates/durations.ts";
import { visitMessageSchema } from "#shared/analytics/visit-events.ts";
import { isDeep } from "#tests/runs.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import { readRealtime } from "#worker/analytics/figures/read-realtime.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import { type Filter, type FiguresQuery, goals, goalSplits, type Interval } from "#worker/analytics/figures/types.ts";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { prepareRecord } from "#worker/analytics/prepare-record.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { openDb } from "#worker/db/client.ts";
import {
  countCohorts,
  countFunnel,
  countGoals,
  countNotFound,
  countRealtime,
  countSources,
  countSteps,
  countVitals,
  type SentForm,
} from "../../../lab/traffic/count-reports.ts";
import type { PlannedVisit, Step } from "../../../scripts/seed/traffic/plan-visits.ts";
import { toAnyMessages, toRecord } from "../../../scripts/seed/traffic/write-messages.ts";
import { makeFacts, silenceErrors } from "./analytics-make.ts";
import { fillIn, send } from "../hiring/apply-make.ts";
import { makeFields, receive } from "../enquiries/enquiries-make.ts";
import { askLast, expectTruth, plan, setZone } from "./figures-make.ts";
import { deliverAll, runOften } from "../queue-make.ts";

const db = openDb(env.DB);
const zone = "Europe/Berlin";
/** Clocks went back on the 25th. */
const end = Date.parse("2026-10-30T12:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: end, toFake: ["Date"] });
  silenceErrors();
});

/** The part of a visit until now. */
function cut(visit: PlannedVisit): PlannedVisit {
  const until = Date.now() - visit.at;
  const steps = Array.from(
    visit.steps.filter(({ at }) => at < until),
    ({ left, ...step }): Step => (left && left.at < until ? { ...step, left } : step),
  );
  return { ...visit, steps };
}

/** Sends the forms of some visits through the doors of the site, when their visitors did, and some of nobody. */
async function sendForms(visits: PlannedVisit[], draw: () => number): Promise<SentForm[]> {
  const forms: SentForm[] = [];
  const isSent = ({ name }: Step) => name === "form-sent";
  const senders = visits.filter(({ steps }) => steps.some(isSent)).filter(() => draw() < (60 / visits.length) * 5);
  for (const [place, visit] of senders.slice(0, 60).entries()) {
    const at = visit.at + (visit.steps.find(isSent)?.at ?? 0);
    vi.setSystemTime(at);
    const goal = place % 12 === 0 ? "application" : "enquiry";
    const isLinked = draw() < 0.8;
    const more = isLinked ? { visit: visit.id } : {};
    if (goal === "application") expect((await send({ fields: await fillIn(more) })).status).toBe(303);
    else await receive(await makeFields(more));
    forms.push({ goal, at, visit: isLinked ? visit : null });
    if (isLinked) visit.forms = [...(visit.forms ?? []), goal];
  }
  vi.setSystemTime(end);
  return forms;
}

/** Messages of programs that open 31 pages in nine seconds. */
function listPrograms(visits: readonly PlannedVisit[], draw: () => number): VisitorMessage[] {
  return visits.flatMap((visit) => {
    const view = { name: "", path: "/", title: "", data: "", value: "" };
    const steps = Array.from({ length: 31 }, (_, index) => ({ ...view, at: index * 290 }));
    return toAnyMessages({ ...visit, steps }, draw).map(prepare);
  });
}

function prepare({ message, ...facts }: ReturnType<typeof toAnyMessages>[number]): VisitorMessage {
  return prepareVisit(visitMessageSchema.parse(message), makeFacts({ ...facts, network: null }));
}

async function listRecords(
  visits: readonly PlannedVisit[],
  rejected: readonly PlannedVisit[],
): Promise<VisitorMessage[]> {
  const choices = [
    ...visits.filter(({ isFirst }) => isFirst).map((visit) => [visit, "accepted"] as const),
    ...rejected.map((visit) => [visit, "rejected"] as const),
  ];
  return Promise.all(
    choices.map(([visit, status]) =>
      prepareRecord(toRecord(visit, status), makeFacts({ receivedAt: visit.at + second, network: null })),
    ),
  );
}

const phones: Filter = { dimension: "device", is: true, values: ["mobile"] };
const filtered: readonly (readonly Filter[])[] = [
  [],
  [
    { dimension: "source", is: true, values: ["Google", "direct"] },
    { dimension: "section", is: false, values: ["/insights"] },
  ],
  [{ dimension: "goal", is: true, values: ["enquiry"] }],
];

/** Views of an ordinary day. A million events in `npm run test:deep`. */
const views = isDeep ? 15_000 : 1_000;
const rounds = Array.from({ length: isDeep ? 5 : 1 }, (_, round) => round);

test.each(rounds)(
  "events in any order, doubled and tried again, are every figure that was planned: %d",
  async (round) => {
    const draw = createRandom(`oracle ${round}`);
    await setZone(zone);
    const { query, from, to } = askLast(24, zone);
    const planned = plan({ from, to, views, zone, busy: 12, seed: `oracle-${round}` });
    const present = plan({ from: to - 2 * day, to, views: 200, zone, seed: `present-${round}` })
      .slice(0, 40)
      .map((visit, index) => {
        const at = end - (index + 1) * minute + 17;
        const time = at.toString(16).padStart(12, "0");
        return cut({ ...visit, at, id: `${time.slice(0, 8)}-${time.slice(8)}${visit.id.slice(13)}` });
      });
    const visits = [...planned.filter(({ at }) => at < end - 3 * hour), ...present];
    const [programs, refused] = [
      plan({ from: from + day, to: from + 6 * day, views: 40, zone, seed: "p" }),
      plan({ from: to - 6 * day, to: to - day, views: 900, zone, seed: "r" }),
    ];
    expect(visits.reduce((sum, { steps }) => sum + steps.length, 0)).toBeGreaterThan(13 * views);
    const forms = await sendForms(visits, draw);
    await deliverAll(
      [
        ...visits.flatMap((visit) => toAnyMessages(visit, draw).map(prepare)),
        ...listPrograms(programs, draw),
        ...(await listRecords(visits, refused)),
      ],
      draw,
    );
    for (let runs = 0; runs < 30 && (await db.selectFrom("stale_hours").select("hour").executeTakeFirst()); runs += 1)
      await runOften();
    for (let runs = 0; runs < 2; runs += 1) await runOften();

    for (const filters of filtered) await expectTruth(visits, { ...query, filters }, "oracle");
    for (const interval of ["hour", "week", "month"] satisfies Interval[])
      await expectTruth(visits, { ...query, interval, panels: [] }, "oracle");
    await expectGoals(visits, forms, query);
    await expectReports(visits, query);
    const { coverage, dropped } = await readFigures(
      db,
      { ...query, period: { from, to }, previous: null, panels: [] },
      end,
    );
    const accepted = visits.filter(({ isFirst }) => isFirst).length;
    expect({ coverage, dropped }).toEqual({
      coverage: { accepted, rejected: refused.length },
      dropped: [{ reason: "automated", count: programs.length }],
    });
    expect(await readRealtime(db, end)).toEqual(countRealtime(visits, end));
    await setZone("UTC");
  },
  10 * minute,
);

const servicePages = servicePaths.map((path) => `/${path}`);

async function expectGoals(
  visits: readonly PlannedVisit[],
  forms: readonly SentForm[],
  query: FiguresQuery,
): Promise<void> {
  const isView = (step: Step, path: RegExp | readonly string[]) =>
    step.name === "" && (path instanceof RegExp ? path.test(step.path) : path.includes(step.path));
  const isForm = (step: Step, name: string, form: string) => step.name === name && step.value === form;
  const stepsOf = {
    enquiry: [
      (step: Step) => isView(step, servicePages),
      (step: Step) => isView(step, ["/contact"]),
      (step: Step) => isForm(step, "form-start", "contact"),
      (step: Step) => isForm(step, "form-sent", "contact"),
    ],
    application: [
      (step: Step) => isView(step, /^\/careers(?!\/apply$|\/application$)(\/[^/]+)?$/),
      (step: Step) => isView(step, /^\/careers(\/[^/]+)?\/apply$/),
      (step: Step) => isForm(step, "form-start", "apply"),
      (step: Step) => isForm(step, "form-sent", "apply"),
    ],
  };
  const sort = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  for (const filters of [[], [phones]])
    for (const goal of goals)
      for (const split of goalSplits) {
        const funnel = goal === "download" ? null : goal;
        const steps = funnel && exampleFunnels[funnel].steps;
        const asked = { ...query, filters, panels: [], report: { goal, split, steps } };
        const { goals: counted, report } = await readFigures(db, asked, end);
        expect(counted).toEqual(countGoals(forms, asked));
        const reached = funnel && countFunnel(visits, asked, stepsOf[funnel]).map((count) => ({ visits: count }));
        const { from, to } = query.period;
        // Staff have no list of files that were downloaded.
        const listed = funnel && forms.filter((form) => form.goal === goal && form.at >= from && form.at < to).length;
        expect(report).toMatchObject({ listed, steps: reached });
        expect(sort(report?.sources ?? [])).toEqual(sort(countSources(visits, forms, { ...asked, goal, split })));
      }
  expect(countGoals(forms, query)[0]?.known).toBeGreaterThan(5);
}

async function expectReports(visits: readonly PlannedVisit[], query: FiguresQuery): Promise<void> {
  for (const filters of [[], [phones]]) {
    const asked = { zone, period: query.period, filters, listed: 1000 };
    const byPath = (one: { path: string | null }, other: { path: string | null }) =>
      (one.path ?? "") < (other.path ?? "") ? -1 : Number((one.path ?? "") > (other.path ?? ""));
    for (const page of [null, "/contact"]) {
      const found = await readReport(db, { ...asked, page, report: "vitals" });
      const rows = found.report === "vitals" ? found.vitals.toSorted(byPath) : [];
      expect(rows).toEqual(countVitals(visits, { ...asked, page }).map((row) => expect.objectContaining(row)));
    }
    const paths = await readReport(db, { ...asked, page: "/contact", report: "paths" });
    if (paths.report !== "paths" || paths.page === null) throw new Error("Paths of a page were asked for.");
    const of = (side: string) =>
      Object.fromEntries(paths.steps.filter((row) => row.side === side).map(({ path, times }) => [path, times]));
    expect({
      before: of("before"),
      after: of("after"),
      entry: of("entry")[""] ?? 0,
      exit: of("exit")[""] ?? 0,
      read: paths.read,
    }).toEqual(countSteps(visits, asked, "/contact"));
    const cohorts = await readReport(db, { ...asked, page: null, report: "cohorts" });
    expect(cohorts).toEqual({ report: "cohorts", cohorts: countCohorts(visits, asked) });
    const notFound = await readReport(db, { ...asked, page: null, report: "not-found" });
    expect(notFound).toEqual({ report: "not-found", ...countNotFound(visits, asked) });
  }
}
