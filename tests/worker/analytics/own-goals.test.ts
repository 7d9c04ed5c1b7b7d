/** Goals of staff, from the form of the page to the figures, against a count that asks no database. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { loader as download } from "#app/staff/analytics/export.ts";
import { action, loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { listSeen } from "#worker/analytics/list-seen.ts";
import { readFigures } from "#worker/analytics/figures/read-figures.ts";
import type { Filter } from "#worker/analytics/figures/types.ts";
import { openDb } from "#worker/db/client.ts";
import type { PlannedVisit, Step } from "../../../scripts/seed/traffic/plan-visits.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { computeAll, plan } from "./figures-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);
const path = "/visitor-analytics";
const to = Date.parse("2026-11-19T23:00Z");
const periods = { period: { from: to - 8 * day, to }, previous: { from: to - 20 * day, to: to - 8 * day } };

let user = "";

beforeEach(async () => {
  ({ id: user } = await makeAccount({ roles: ["marketing_admin"] }));
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

/** Posts the form. The answer of a refusal, or where it leads. */
async function post(form: Record<string, string>) {
  try {
    return { to: "", answer: await action(makeArgs(path, { user }, { form }).args as never) };
  } catch (error) {
    if (error instanceof Response) return { to: error.headers.get("Location") ?? "", answer: null };
    throw error;
  }
}

async function open(search: string) {
  const { view } = (await loader(makeArgs(path + search, { user }).args as never)).data;
  return view;
}

function read(filters: readonly Filter[]) {
  const query = { zone: "UTC", interval: "day", filters, panels: ["device"], ...periods } as const;
  return readFigures(db, query, Date.now());
}

async function countGoals(filters: readonly Filter[] = []) {
  return (await read(filters)).ownGoals;
}

/** Rows that the list of what was seen reads. */
async function countReadRows(): Promise<number> {
  const batch = vi.spyOn(env.DB, "batch");
  await listSeen(db, Date.now());
  const results = (await batch.mock.results[0]?.value) as D1Result[];
  batch.mockRestore();
  return sum(results.map(({ meta }) => meta.rows_read));
}

async function countFigures(): Promise<number> {
  return (await env.DB.prepare("select count(*) as count from daily_figures").first<number>("count")) ?? 0;
}

const sum = (numbers: readonly number[] = []) => numbers.reduce((all, number) => all + number, 0);

const goals: [pick: Record<string, string>, fits: (step: Step) => boolean][] = [
  [{ pick: "page /contact" }, ({ name, path: seen }) => name === "" && seen === "/contact"],
  [{ pick: "event form-sent contact" }, ({ name, value }) => name === "form-sent" && value === "contact"],
  [
    { pick: "event download /media/cloud-guide.pdf" },
    ({ name, value }) => name === "download" && value === "/media/cloud-guide.pdf",
  ],
  [{ pick: "event call-to-action hero" }, ({ name, value }) => name === "call-to-action" && value === "hero"],
  [{ pattern: "/insights/*" }, ({ name, path: seen }) => name === "" && /^\/insights\/[^/]+$/.test(seen)],
];

test("a page, a form, a download, a button and a pattern count the visits that reached them, in both periods", async () => {
  const all = plan({ from: to - 20 * day, to, views: 2500, zone: "UTC" }).filter((visit) => visit.at < to - hour);
  await storeVisits(db, all);
  for (const [index, [what]] of goals.entries())
    expect((await post({ do: "goal-add", name: `Goal ${index}`, pick: "", pattern: "", ...what })).to).toContain(
      "done=goal-add",
    );
  const phones: Filter = { dimension: "device", is: true, values: ["mobile"] };
  for (const filters of [[], [phones]]) {
    const counted = await countGoals(filters);
    const among = ({ from, to: end }: { from: number; to: number }, fits: (step: Step) => boolean) =>
      all.filter(
        (visit: PlannedVisit) =>
          visit.at >= from &&
          visit.at < end &&
          visit.steps.some(fits) &&
          (filters.length === 0 || visit.client.device === "mobile"),
      ).length;
    expect(counted.map(({ name, done, before }) => [name, done, before])).toEqual(
      goals.map(([, fits], index) => [`Goal ${index}`, among(periods.period, fits), among(periods.previous, fits)]),
    );
    expect(counted.filter(({ done }) => done > 0).length).toBe(goals.length);
  }

  const { totals } = await read([]);
  for (const { id, name, done, before } of await countGoals())
    for (const value of [id, name]) {
      const goal = { dimension: "goal", values: [value] } as const;
      const reached = await read([{ ...goal, is: true }]);
      expect([reached.totals.visits, reached.before?.visits]).toEqual([done, before]);
      expect(sum(reached.panels.device?.rows.map(({ visits }) => visits))).toBe(done);
      expect((await read([{ ...goal, is: false }])).totals.visits).toBe(totals.visits - done);
    }
  const both: Filter = { dimension: "goal", is: true, values: ["enquiry", "Goal 0", "nobody's"] };
  expect((await read([both])).totals.visits).toBe((await countGoals())[0]?.done);

  const [first] = await countGoals();
  const [chip] = (await open(`?range=90&goal=${first?.id}&not-goal=Gone`))?.filters ?? [];
  expect(chip?.values).toEqual([{ value: first?.id, name: "Goal 0" }]);
  const { args } = makeArgs(`${path}.csv?of=goals&from=2026-11-12&to=2026-11-19`, { user });
  const rows = (await (await download(args as never)).text()).trim().split("\r\n");
  expect([rows[0], rows.length]).toEqual([
    expect.stringContaining('"Goal","Value","Done","Known","Done before"'),
    1 + 3 + goals.length,
  ]);
  expect(rows[4]).toMatch(new RegExp(`^"Goal 0","${first?.id}","(\\d+)","\\1","\\d+"$`));
});

test("the form offers what visits have done, keeps what was refused, changes a goal and deletes it", async () => {
  await storeVisits(
    db,
    plan({ from: to - 3 * day, to, views: 400, zone: "UTC" }).filter((visit) => visit.at < to - hour),
  );
  await computeAll();
  const seen = await listSeen(db, Date.now());
  expect([seen.pages.length > 3, seen.files.length > 0, seen.events.length > 0]).toEqual([true, true, true]);
  expect(await countReadRows()).toBeLessThan(await countFigures());
  const offered = (await open("?edit=goal-new"))?.goalForm?.groups.flatMap(({ choices }) =>
    choices.map(({ value }) => value),
  );
  expect(offered).toEqual(
    expect.arrayContaining(["page /contact", "event form-sent contact", "event call-to-action hero"]),
  );

  const refused = await post({ do: "goal-add", name: "Kept", pick: "", pattern: "insights" });
  expect(refused.answer).toMatchObject({
    init: { status: 400 },
    data: { refusedGoal: { name: "Kept", pattern: "insights", problem: expect.stringContaining("begins with") } },
  });

  await post({ do: "goal-add", name: "Contact", pick: "page /contact", pattern: "" });
  const [goal] = await countGoals();
  expect((await open(`?edit=${goal?.id}`))?.goalForm).toMatchObject({
    name: "Contact",
    pick: "page /contact",
    version: 1,
  });
  const known = { id: goal?.id ?? "", version: "1" };
  await post({ do: "goal-change", ...known, name: "Careers", pick: "page /careers", pattern: "" });
  expect((await countGoals()).map(({ name, version }) => [name, version])).toEqual([["Careers", 2]]);
  const late = await post({ do: "goal-change", ...known, name: "Late", pick: "page /", pattern: "" });
  expect(late.answer).toMatchObject({
    init: { status: 409 },
    data: { refusedGoal: { name: "Late", pick: "page /", problem: expect.any(String) } },
  });
  expect((await post({ do: "goal-delete", ...known, version: "2" })).to).toContain("done=goal-delete");
  expect(await countGoals()).toEqual([]);
});

test("two who add the last goal at once make one of it", async () => {
  const add = (name: string) => post({ do: "goal-add", name, pick: "page /contact", pattern: "" });
  for (let made = 1; made < 20; made += 1) await add(`Goal ${made}`);
  const answers = await Promise.all([add("One"), add("Other")]);
  expect(answers.filter(({ to: led }) => led.includes("done=goal-add"))).toHaveLength(1);
  expect(answers.find(({ answer }) => answer)?.answer).toMatchObject({
    init: { status: 409 },
    data: { refusedGoal: { problem: "There are 20 goals of your own. Delete one of them first." } },
  });
  expect(await countGoals()).toHaveLength(20);
});

test("names that every object has are values like others", async () => {
  for (const dimension of ["goal", "channel", "source"]) {
    const view = await open(`?range=90&${dimension}=constructor`);
    expect(view?.filters[0]?.values).toEqual([{ value: "constructor", name: expect.stringMatching(/^constructor$/i) }]);
  }
  const { done } = (await loader(makeArgs(`${path}?range=90&done=constructor`, { user }).args as never)).data;
  expect(done).toBeNull();
});
