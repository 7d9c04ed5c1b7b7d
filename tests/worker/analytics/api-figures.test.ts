/** Figures for programs: they are those of the page, whatever is asked. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { day, hour, minute } from "#shared/dates/durations.ts";
import type { VisitEvent } from "#shared/analytics/visit-events.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { isDeep } from "#tests/runs.ts";
import { filterDimensions, type FunnelStep, goals, metrics, reports } from "#worker/analytics/figures/types.ts";
import { writeFor } from "#worker/analytics/figures/writing.ts";
import { addGoal } from "#worker/analytics/own-goals.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { programMetrics } from "#worker/analytics/programs/ask-figures.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { makeFacts } from "./analytics-make.ts";
import { computeAll, plan, setZone } from "./figures-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeScope } from "../make-scope.ts";
import { makeProgram } from "../api/program-make.ts";
import { makeVisit, makeVisitId } from "./visits-make.ts";

const db = openDb(env.DB);
const path = "/api/analytics/query";
const zone = "Asia/Kolkata";
const twin = newId();
const writing = writeFor("en-GB", zone);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

interface Row {
  value: string;
  visits: number;
  hits: number;
  kind: string;
}
interface Answer {
  totals: Record<string, number | null>;
  totals_before: Record<string, number | null> | null;
  coverage: { share: number | null };
  series: Record<string, number>[];
  panels: Record<string, { rows: Row[]; total: number; next_offset: number | null }>;
  goals: { goal: string; done: number; known: number; rate: number | null }[];
  own_goals: { id: string; name: string; looks_for: FunnelStep; done: number }[];
  report: { rows: Record<string, unknown>[]; next_offset: number | null };
  period: { first_day: string; last_day: string; is_over: boolean };
  definitions: Record<string, { unit: string; definition: string }>;
  errors: Record<string, string[]>;
}

const step: FunnelStep = { kind: "page", values: ["/contact"], about: "" };

async function storeTraffic() {
  await addGoal(db, { name: "Contact", step }, { actor: null, requestId: "traffic" });
  await setZone(zone);
  const to = Date.now();
  await storeVisits(db, plan({ from: to - 45 * day, to: to - day, views: isDeep ? 900 : 300, zone }));
  // Enough that no report and no goal is empty.
  const at = Date.now() - 2 * hour;
  const page = { path: "/gone", title: "Page not found" };
  const events: VisitEvent[] = [
    { seq: 1, at: 0, ...page },
    { seq: 2, at: 100, path: page.path, name: "missing", data: "direct" },
    { seq: 3, at: 9000, path: page.path, name: "search", data: "cobol", amount: 0 },
    { seq: 4, at: 20_000, path: "/contact", title: "Contact", from: page.path },
  ];
  const visit = makeVisit({ visit_id: makeVisitId(at), events });
  await writeMessages(db, [prepareVisit(visit, makeFacts({ network: null }))], makeScope());
  const { started_at, visit_no } = await db
    .selectFrom("visits")
    .select(["started_at", "visit_no"])
    .where("started_at", "=", at)
    .executeTakeFirstOrThrow();
  const form = { at: at - (at % (15 * minute)), goal: "enquiry" } as const;
  await db
    .insertInto("conversions")
    .values({ ...form, started_at, visit_no })
    .execute();
  await db.insertInto("conversions").values(form).execute();
  const steps = JSON.stringify([
    { kind: "page", values: ["/**"], about: "" },
    { kind: "page", values: ["/contact"], about: "" },
    { kind: "page", values: ["/nowhere"], about: "" },
  ]);
  const funnel = { steps, created_by: null, created_at: at };
  await db
    .insertInto("funnels")
    .values([
      { ...funnel, id: newId(), name: "To contact" },
      { ...funnel, id: twin, name: "Twin" },
      { ...funnel, id: newId(), name: "Twin" },
    ])
    .execute();
  await computeAll();
}

async function openPage(query: string) {
  const { args } = makeArgs(`/visitor-analytics?${query}`, {});
  return (await loader(args as never)).data;
}

/** Addresses of the page: any days, comparison and filters. */
function drawAddress(draw: () => number): URLSearchParams {
  const pick = <Item>(all: readonly Item[]) => all[Math.floor(draw() * all.length)] as Item;
  const query = new URLSearchParams(
    pick([
      { range: pick(["today", "7", "30", "90", "month", "last-month", "year", "all"]) },
      { from: "2026-10-20", to: "2026-11-08" },
      { from: "2026-10-01", to: "2026-10-31" },
    ] as Record<string, string>[]),
  );
  query.set("compare", pick(["previous", "year", "none"]));
  const values = {
    country: ["DE", "IN"],
    source: ["Google", "direct"],
    page: ["/"],
    section: ["/insights"],
    campaign: [""],
  };
  for (const [dimension, known] of Object.entries(values))
    if (draw() < 0.25) query.append(draw() < 0.5 ? dimension : `not-${dimension}`, pick(known));
  return query;
}

test("whatever is asked, programs get the numbers of the page", async () => {
  await storeTraffic();
  const { ask } = await makeProgram(["analytics:read"]);
  const draw = createRandom("programs");
  const names = Object.entries(programMetrics);
  expect(names.map(([, { metric }]) => metric).toSorted()).toEqual(metrics.toSorted());
  for (let run = 0; run < (isDeep ? 500 : 15); run += 1) {
    const query = drawAddress(draw);
    const { view } = await openPage(query.toString());
    const asked = new URLSearchParams(query);
    for (const { dimension } of view?.panels ?? []) asked.append("panels", dimension);
    const { status, body } = await ask("GET", `${path}?${asked}`);
    const found = body as unknown as Answer;
    expect([status, view !== null], asked.toString()).toEqual([200, true]);
    for (const [name, { metric, unit }] of names) {
      const shown = view?.keyFigures.find(({ key }) => key === metric);
      const value = found.totals[name];
      const before = found.totals_before?.[name];
      expect(value == null ? "–" : writing.metric(value, metric), asked.toString()).toBe(shown?.value);
      expect(typeof before === "number" && value != null ? writing.metric(before, metric) : undefined).toBe(
        shown?.change?.from,
      );
      expect(found.definitions[name]).toEqual({ unit, definition: shown?.note });
    }
    expect(found.series).toHaveLength(view?.chart.points.length ?? -1);
    for (const panel of view?.panels ?? []) {
      const rows = found.panels[panel.dimension]?.rows.slice(0, panel.rows.length) ?? [];
      expect(rows.map(({ value, visits }) => [value, writing.number(visits)])).toEqual(
        panel.rows.map(({ value, visits }) => [value, visits]),
      );
    }
    expect(
      found.goals.map(({ goal, done, known, rate }) => [
        goal,
        writing.number(done),
        writing.number(known),
        rate === null ? "–" : writing.cellShare(rate),
      ]),
    ).toEqual(view?.goals.map(({ goal, done, known, rate }) => [goal, done, known, rate]));
    expect(found.own_goals.map(({ id, name, done }) => [id, name, writing.number(done)])).toEqual(
      view?.ownGoals.map(({ id, name, done }) => [id, name, done]),
    );
    expect(found.own_goals.map(({ looks_for: sought }) => sought)).toEqual([step]);
  }
  await setZone("UTC");
});

test("the properties of one event are those of the page, with the texts of its rows", async () => {
  await storeTraffic();
  const { ask } = await makeProgram(["analytics:read"]);
  const { view } = await openPage("range=90&panel=property&properties=apply");
  const { status, body } = await ask("GET", `${path}?range=90&panels=property&properties_of=apply`);
  const rows = (body as unknown as Answer).panels["property"]?.rows ?? [];
  expect(status).toBe(200);
  expect(rows.map(({ value }) => value).toSorted()).toEqual([
    "apply:about=cloud-engineer",
    "apply:about=data-analyst",
    "apply:place=top",
    "apply:team=Data & insight",
    "apply:team=Engineering",
  ]);
  expect(view?.panels[0]?.rows.map(({ value, visits }) => [value, visits])).toEqual(
    rows.map(({ value, visits }) => [value, writing.number(visits)]),
  );
  expect(view?.panels[0]?.rows.map(({ name }) => name).toSorted()).toEqual([
    "Place: top",
    "Team: Data & insight",
    "Team: Engineering",
    "cloud-engineer",
    "data-analyst",
  ]);
  const { view: all } = await openPage("range=90&panel=property&property=apply%3Aplace%3Dtop");
  expect(all?.panels[0]?.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Apply, team: Engineering", "Apply: data-analyst", "Menu: Services"]),
  );
  expect(all?.filters[0]).toMatchObject({ title: "Event property", values: [{ name: "Apply, place: top" }] });
  await setZone("UTC");
});

test("rows come in pages, reports like panels, and all of them together are all there are", async () => {
  await storeTraffic();
  const { ask } = await makeProgram();
  const read = async (query: string) => (await ask("GET", `${path}?${query}`)).body as unknown as Answer;
  const whole = (await read("panels=page,country&limit=1000")).panels;
  expect(whole["page"]?.rows.length).toBe(whole["page"]?.total);
  const pages: Row[] = [];
  for (let offset: number | null = 0; offset !== null;) {
    const part: Answer["panels"][string] | undefined = (await read(`panels=page&limit=7&offset=${offset}`)).panels[
      "page"
    ];
    pages.push(...(part?.rows ?? []));
    offset = part?.next_offset ?? null;
  }
  expect(pages).toEqual(whole["page"]?.rows);
  for (const report of reports) {
    const asked = { vitals: "page=%2F", paths: "page=%2F", funnels: "funnel=To+contact", cohorts: "", "not-found": "" };
    const query = `report=${report}&${asked[report]}`;
    const { rows } = (await read(`${query}&limit=1000`)).report;
    expect(rows.length, report).toBeGreaterThan(1);
    const first = (await read(`${query}&limit=2`)).report;
    expect(first.rows).toEqual(rows.slice(0, 2));
    expect(first.next_offset).toBe(rows.length > 2 ? 2 : null);
    const second = (await read(`${query}&limit=2&offset=2`)).report;
    expect(second.rows).toEqual(rows.slice(2, 4));
  }
  const notFound = (await read("report=not-found")).report.rows;
  expect(notFound).toContainEqual({ kind: "missing", path: "/gone", from: "direct", times: 1 });
  expect(notFound.map(({ kind }) => kind)).toContain("search");
  const { body } = await ask("GET", `${path}?goal_sources=${goals[0]}&split=channel`);
  expect(body).toMatchObject({ goal_sources: { split: "channel", next_offset: null } });
  expect((body as unknown as { goal_sources: { rows: unknown[] } }).goal_sources.rows).toHaveLength(2);
  // Funnels as the page lists them: those that it always has, and those of staff.
  for (const [funnel, count] of [
    ["enquiry", 4],
    ["From an opening to an application", 4],
    [twin, 3],
  ] as const) {
    const { report } = await read(`report=funnels&${new URLSearchParams({ funnel })}`);
    const { report: shown } = await openPage(
      `show=funnels&funnel=${funnel.startsWith("From") ? "application" : funnel}`,
    );
    const steps = shown?.body.report === "funnels" ? shown.body.funnels.steps : null;
    expect(report.rows.map(({ visits }) => writing.number(Number(visits)))).toEqual(steps?.map(({ visits }) => visits));
    expect(report.rows).toHaveLength(count);
  }
  for (const funnel of ["Twin", "Nobody's"])
    expect((await ask("GET", `${path}?${new URLSearchParams({ report: "funnels", funnel })}`)).status).toBe(400);
  await setZone("UTC");
});

test("what cannot be asked is refused by the name of the parameter, and by its scope", async () => {
  const { ask } = await makeProgram(["analytics:read"]);
  const refused: Record<string, string> = {
    "range=fortnight": "range",
    "range=7&from=2026-11-01": "range",
    "from=2026-11-02&to=2026-11-01": "from",
    "from=2026-02-30": "from",
    "from=1999-01-01": "from",
    "interval=minute": "interval",
    "range=today&interval=week": "interval",
    "metrics=visitors,mood": "metrics[1]",
    "panels=planet": "panels[0]",
    "report=weather": "report",
    "panels=event&properties_of=apply": "properties_of",
    "report=vitals&panels=page": "panels",
    "report=vitals&goal_sources=enquiry": "goal_sources",
    "goal_sources=wealth": "goal_sources",
    "split=page": "split",
    "compare=neighbour": "compare",
    "limit=0": "limit",
    "offset=-1": "offset",
    "contry=DE": "contry",
    [`page=${"x".repeat(300)}`]: "page[0]",
  };
  for (const [query, name] of Object.entries(refused)) {
    const { status, body } = await ask("GET", `${path}?${query}`);
    expect([status, Object.keys((body as unknown as Answer).errors ?? {})], query).toEqual([400, [name]]);
  }
  const many = filterDimensions.slice(0, 11).map((dimension) => [dimension, "x"]);
  expect((await ask("GET", `${path}?${new URLSearchParams(many)}`)).status).toBe(400);
  const { ask: write } = await makeProgram(["posts:write"]);
  expect((await write("GET", path)).body).toMatchObject({
    status: 403,
    detail: "This token lacks the scope analytics:read.",
  });
  expect((await ask("GET", "/api/posts")).status).toBe(403);
  const { ask: askAs, user } = await makeProgram();
  await db.deleteFrom("account_roles").where("account_id", "=", user.id).execute();
  expect((await askAs("GET", path)).status).toBe(403);
});
