/** The figures about hiring: counted again by hand, the same as the lists they lead to, and for those alone who may see them. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { isEnding, readStages, usualStages, writeStages } from "#shared/hiring/hiring-stages.ts";
import { loader as download } from "#app/staff/hiring/figures/export.ts";
import { loader as loadFigures } from "#app/staff/hiring/figures/figures.tsx";
import type { Role } from "#shared/permissions.ts";
import { loader as loadOpening } from "#app/staff/hiring/openings/opening/opening.tsx";
import { loader as loadLive } from "#app/staff/hiring/openings/opening/live.ts";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeApplication } from "./application-rows.ts";
import { makeRecruiter, openList, postToApplications, undoOf } from "./applications-make.ts";
import { makeOpening } from "./openings-make.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { watchQueries } from "../watch-queries.ts";

const db = openDb(env.DB);

async function openFigures(search: string, visit: Visit) {
  const { args } = makeArgs(`/job-applications/figures${search}`, visit);
  const { view } = (await loadFigures(args as never)).data;
  if (!view) throw new Error("The figures were not read.");
  return view;
}

interface Walk {
  job: string | null;
  stages: readonly string[];
  source: string;
  receivedAt: number;
  moves: { to: string; at: number }[];
}

/** Numbers from 0 to below `most` that look random and are the same each time. */
function makeDice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** An application that has gone to and fro, with its history, moves that were taken back included. */
async function storeWalk(
  jobs: readonly { id: string | null; stages: string | null }[],
  roll: (most: number) => number,
) {
  const job = jobs[roll(jobs.length)] ?? { id: null, stages: null };
  const stages = readStages(job.stages).map(({ key }) => key);
  const receivedAt = Date.now() - (1 + roll(120)) * day;
  const source = ["", "board-a", "direct", "=1+1"][roll(4)] ?? "";
  const moves: Walk["moves"] = [];
  const lines: { at: number; detail: object }[] = [];
  let at = receivedAt;
  for (let step = roll(7); step > 0; step -= 1) {
    at += 1 + roll(6 * day);
    const last = moves.at(-1)?.to ?? "new";
    if (isEnding(last) || last === "hired" || at >= Date.now()) break;
    const [isUndone, isEnd] = [roll(4) === 0, roll(6) === 0];
    const to = isEnd ? "rejected" : (stages.filter((key) => key !== last)[roll(stages.length - 1)] ?? "new");
    lines.push({ at, detail: { from: last, to, was: {} } });
    if (isUndone) lines.push({ at: at + 1, detail: { from: to, to: last, undone: true } });
    else moves.push({ to, at });
  }
  const last = moves.at(-1);
  const stage = last?.to ?? "new";
  const row = await makeApplication({
    opening_id: job.id as never,
    source,
    referrer: roll(3) === 0 ? "boards.example" : "",
    received_at: receivedAt,
    stage,
    stage_since: last?.at ?? receivedAt,
    ended_at: isEnding(stage) || stage === "hired" ? (last?.at ?? receivedAt) : null,
  });
  for (const { at, detail } of lines)
    await db
      .insertInto("application_history")
      .values({
        id: newId(),
        application_id: row.id,
        at,
        actor_id: null,
        kind: "moved",
        detail: JSON.stringify(detail),
      })
      .execute();
  return { job: job.id, stages, source, receivedAt, moves } satisfies Walk;
}

/** How far `walk` has come in `scale`, and the days of each stage that it has left. */
function recount({ stages, receivedAt, moves }: Walk, scale: readonly string[], at: number) {
  let before = 0;
  const ranks = new Map<string, number>();
  for (const key of stages) {
    const own = scale.indexOf(key);
    before = Math.max(before, own);
    ranks.set(key, own < 0 ? before : own);
  }
  const visits = [{ to: "new", at: receivedAt }, ...moves].map((visit, index, all) => ({
    rank: ranks.get(visit.to),
    days: ((all[index + 1]?.at ?? at) - visit.at) / day,
    isOver: index + 1 < all.length,
  }));
  const isHired = moves.at(-1)?.to === "hired";
  const last = scale.length - 1;
  const known = visits.flatMap(({ rank }) => (rank === undefined ? [] : [Math.min(rank, last - 1)]));
  const spent = scale.slice(0, -1).map((_, rank) => visits.filter((visit) => visit.rank === rank));
  return { furthest: isHired ? last : Math.max(0, ...known), spent };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Every number of `value` that leads to a list. */
function listCounts(value: unknown): { value: string; to: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const { value: shown, to } = value as { value?: unknown; to?: unknown };
  if (typeof shown === "string" && typeof to === "string") return [{ value: shown, to }];
  return Object.values(value).flatMap(listCounts);
}

test("figures are what a recount by hand gives, and each is the number of the list that it leads to", async () => {
  const { visit } = await makeRecruiter();
  const own = writeStages([
    { key: "new", name: "New" },
    { key: "task", name: "Task" },
    { key: "interview", name: "Interview" },
    { key: "offer", name: "Offer" },
    { key: "hired", name: "Hired" },
  ]);
  const [usual, special] = [await makeOpening(), await makeOpening({ title: "Of its own" })];
  await db.updateTable("openings").set({ stages: own }).where("id", "=", special.id).execute();
  const jobs = [
    { id: null, stages: null },
    { id: usual.id as string, stages: null },
    { id: special.id as string, stages: own },
  ];
  const roll = makeDice(7);
  const walks: Walk[] = [];
  for (let index = 0; index < (isDeep ? 400 : 60); index += 1) walks.push(await storeWalk(jobs, roll));
  const from = new Date(Date.now() - 60 * day).toISOString().slice(0, 10);
  const to = new Date(Date.now() - 20 * day).toISOString().slice(0, 10);
  const number = new Intl.NumberFormat("en-GB");
  const days = new Intl.NumberFormat("en-GB", {
    style: "unit",
    unit: "day",
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  const asked: [search: string, has: (walk: Walk) => boolean][] = [
    ["?days=365", () => true],
    ["?days=30", ({ receivedAt }) => receivedAt >= Date.now() - 30 * day],
    [`?from=${from}&to=${to}`, ({ receivedAt }) => receivedAt >= Date.parse(from) && receivedAt < Date.parse(to) + day],
    [`?days=365&job=${special.id}`, ({ job }) => job === special.id],
    ["?days=365&job=none", ({ job }) => job === null],
  ];
  for (const [search, has] of asked) {
    const view = await openFigures(search, visit);
    const counted = walks.filter(has);
    const isOwn = search.includes(special.id);
    const scale = (isOwn ? readStages(own) : usualStages).map(({ key }) => key);
    const recounted = counted.map((walk) => recount(walk, scale, Date.now()));
    const reached = scale.map((_, rank) => recounted.filter(({ furthest }) => furthest >= rank).length);
    expect(
      view.funnel.map(({ value }) => value),
      search,
    ).toEqual(reached.map((value) => number.format(value)));
    const direct = counted.filter(({ source }) => source === "" || source === "direct").length;
    expect(view.sources.find(({ name }) => name === "Careers page")?.counts[0]?.value, search).toBe(
      number.format(direct),
    );
    for (const [rank, shown] of view.times.entries()) {
      const visits = recounted.map(({ spent }) => spent[rank] ?? []).filter((each) => each.length > 0);
      const over = visits.filter((each) => each.every(({ isOver }) => isOver));
      const totals = over.map((each) => each.reduce((sum, { days: spent }) => sum + spent, 0));
      expect([shown.left.value, shown.now.value], `${search} ${shown.name}`).toEqual([
        number.format(over.length),
        number.format(visits.length - over.length),
      ]);
      if (totals.length > 0) {
        expect(shown.median, `${search} ${shown.name}`).toBe(days.format(median(totals)));
        const sorted = totals.toSorted((a, b) => a - b);
        expect(shown.most).toBe(days.format(sorted[Math.ceil(0.9 * sorted.length) - 1] ?? 0));
      }
    }
    for (const { value, to: path } of listCounts(view)) {
      const { page } = await openList(path.slice("/job-applications".length), visit);
      expect(number.format(page?.total ?? -1), path).toBe(value);
    }
    expect((await openList(view.waiting.to.slice("/job-applications".length), visit)).page?.total, search).toBe(
      Number(view.waiting.all),
    );
  }
});

test("a move and what takes it back leave the figures as they were; nothing at all is told as such", async () => {
  const { visit } = await makeRecruiter();
  expect((await openFigures("", visit)).isEmpty).toBe(true);
  const { id } = await makeApplication({ received_at: Date.now() - 3 * day, stage_since: Date.now() - 3 * day });
  const before = await openFigures("", visit);
  const moved = await postToApplications(
    [
      ["do", "move:interview"],
      ["row", `${id}:1`],
    ],
    visit,
  );
  const during = await openFigures("", visit);
  expect(during.funnel.map(({ value }) => value)).toEqual(["1", "1", "1", "0", "0"]);
  expect(during.times.map(({ left, now }) => `${left.value} ${now.value}`)).toEqual(["1 0", "0 0", "0 1", "0 0"]);
  expect(during.times[0]?.median).toBe("3 days");
  await postToApplications(undoOf(moved.outcome), visit);
  expect(await openFigures("", visit)).toEqual(before);
  // Of one who was hired and is not any more, the offer counts.
  for (const [at, to] of ["offer", "hired", "offer"].entries())
    await postToApplications(
      [
        ["do", `move:${to}`],
        ["row", `${id}:${3 + at}`],
      ],
      visit,
    );
  const after = await openFigures("", visit);
  expect(after.funnel.map(({ value }) => value)).toEqual(["1", "1", "1", "1", "0"]);
  expect(after.toHire).toBeNull();
});

test("figures, and which stages have applications, are told to those alone who may read them", async () => {
  const { visit: ask } = watchQueries();
  for (const [role, status] of [
    ["HR", 200],
    ["talent_admin", 403],
    ["marketing_admin", 403],
  ] as const)
    for (const path of ["/job-applications/figures", "/job-applications/figures.csv"]) {
      const Cookie = writeCookies(await makeSession((await makeAccount({ roles: [role] })).id));
      expect((await ask(path, { headers: { Cookie } })).response.status, `${role} ${path}`).toBe(status);
    }
  const job = await makeOpening();
  await makeApplication({ opening_id: job.id, stage: "offer" });
  const read = async (role: Role) => {
    const { id } = await makeAccount({ roles: [role] });
    const { args } = makeArgs(`/job-management/${job.id}`, { user: id, roles: [role] }, { params: { id: job.id } });
    const { view } = (await loadOpening(args as never)).data;
    const live = (await loadLive(args as never)) as Response;
    const { newest } = (await live.json()) as { newest: { usedStages: string[]; applications: number } };
    return [view?.newest.usedStages, newest.usedStages, newest.applications];
  };
  expect(await read("HR")).toEqual([["offer"], ["offer"], 1]);
  for (const role of ["talent_admin", "marketing_admin"] as const) expect(await read(role)).toEqual([[], [], 1]);
});

test("the file has the numbers and no name, its cells run nothing, and it is in the audit log", async () => {
  const { user, visit } = await makeRecruiter();
  const hired = { stage: "hired", ended_at: Date.now(), source: "=1+1" };
  await makeApplication({ name: "Zoe Unseen", received_at: Date.now() - 4 * day, ...hired });
  for (let index = 0; index < 2; index += 1) await makeApplication();
  const { args } = makeArgs("/job-applications/figures.csv?days=30", visit);
  const response = await download(args as never);
  const text = await response.text();
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="hiring-figures-[\d-]+\.csv"$/);
  expect(text).not.toContain("Zoe");
  const rows = Array.from(text.matchAll(/^\uFEFF?"(.*)"\r$/gm), ([, cells = ""]) => cells.split('","'));
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([10]));
  expect(rows).toContainEqual(["Source", "'=1+1", "Hired", "1", "", "", "", "", "", ""]);
  expect(rows).toContainEqual(["Time to hire", "", "", "1", "", "", "4", "", "", ""]);
  expect(rows).toContainEqual(["Funnel", "", "Hired", "1", "0.3333", "1", "", "", "", ""]);
  const entries = await db.selectFrom("audit_log").select(["action", "actor_id"]).execute();
  expect(entries).toContainEqual({ action: "application.figures_exported", actor_id: user.id });
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: down"));
  expect((await download(args as never)).status).toBe(503);
  const { args: page } = makeArgs("/job-applications/figures", visit);
  const failed = await loadFigures(page as never);
  expect([failed.init?.status, failed.data.view]).toEqual([503, null]);
});
