/** Funnels against a count that asks no database, and through the page on which staff build them. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { day, hour } from "#shared/dates/durations.ts";
import { loader as download } from "#app/staff/analytics/export.ts";
import { action, loader } from "#app/staff/analytics/visitor-analytics.tsx";
import { mostFunnels } from "#worker/analytics/list-funnels.ts";
import { readReport } from "#worker/analytics/figures/read-report.ts";
import type { Filter, FunnelStep } from "#worker/analytics/figures/types.ts";
import { openDb } from "#worker/db/client.ts";
import type { PlannedVisit, Step } from "../../../scripts/seed/traffic/plan-visits.ts";
import { storeVisits } from "../../../scripts/seed/traffic/store-visits.ts";
import { plan } from "./figures-make.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);
const path = "/visitor-analytics";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00Z"), toFake: ["Date"] });
});

type Fits = (step: Step) => boolean;

/** When each step of a visit was done, in milliseconds since it began: the first that fits after the one before. */
function walk({ steps }: PlannedVisit, funnel: readonly Fits[]): number[] {
  const times: number[] = [];
  let place = 0;
  for (const fits of funnel) {
    const found = steps.findIndex((step, index) => index >= place && fits(step));
    if (found < 0) break;
    times.push(steps[found]?.at ?? 0);
    place = found + 1;
  }
  return times;
}

function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (place: number) => sorted[Math.floor(place)] ?? 0;
  return sorted.length === 0 ? null : (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

function countFunnel(visits: readonly PlannedVisit[], funnel: readonly Fits[]) {
  const walks = visits.map((visit) => walk(visit, funnel));
  return funnel.map((_, index) => {
    const came = walks.filter(({ length }) => length > index);
    const took = came.map((times) => (times[index] ?? 0) - (times[index - 1] ?? 0));
    return { visits: came.length, median: index === 0 ? null : computeMedian(took) };
  });
}

const view =
  (fits: (path: string) => boolean): Fits =>
  (step) =>
    step.name === "" && fits(step.path);
const event =
  (name: string, fits: (value: string) => boolean): Fits =>
  (step) =>
    step.name === name && fits(step.value);
const at = (kind: FunnelStep["kind"], values: readonly string[], about = ""): FunnelStep => ({ kind, values, about });

/** Steps as staff write them, and the same in JavaScript. */
const funnels: [FunnelStep[], Fits[]][] = [
  [
    [
      at("page", ["/", "/gcc"]),
      at("page", ["/contact"]),
      at("event", ["form-start"], "contact"),
      at("goal", ["enquiry"]),
    ],
    [
      view((seen) => seen === "/" || seen === "/gcc"),
      view((seen) => seen === "/contact"),
      event("form-start", (value) => value === "contact"),
      event("form-sent", (value) => value === "contact"),
    ],
  ],
  // The same page again and again: what fits one step is not also the next.
  [Array.from({ length: 8 }, () => at("page", ["/**"])), Array.from({ length: 8 }, () => view(() => true))],
  [
    [at("section", ["/insights", "/"]), at("page", ["/insights/*", "!/insights/leaving-a-data-centre", "/car*"])],
    [
      view((seen) => seen === "/" || seen === "/insights" || seen.startsWith("/insights/")),
      view((seen) => (/^\/insights\/[^/]*$/.test(seen) && !seen.includes("leaving")) || /^\/car[^/]*$/.test(seen)),
    ],
  ],
  [
    [at("event", ["search", "menu"]), at("event", ["download"], "/media/*.pdf"), at("page", ["/**"])],
    [
      (step) => ["search", "menu"].includes(step.name),
      event("download", (value) => /^\/media\/[^/]*\.pdf$/.test(value)),
      view(() => true),
    ],
  ],
  [
    [
      at("page", ["/**"]),
      at("event", ["download", "outbound"], "nothing, **checklist.pdf"),
      at("event", ["download"], "**"),
    ],
    [view(() => true), event("download", (value) => value.endsWith("checklist.pdf")), event("download", () => true)],
  ],
];

test("each step has the visits that came as far and the median of the time it took, in both periods", async () => {
  const to = Date.parse("2026-11-19T23:00Z");
  const all = plan({ from: to - 20 * day, to, views: 4000, zone: "UTC" }).filter((visit) => visit.at < to - hour);
  await storeVisits(db, all);
  const periods = { period: { from: to - 8 * day, to }, previous: { from: to - 20 * day, to: to - 8 * day } };
  const phones: Filter = { dimension: "device", is: true, values: ["mobile"] };
  const within = ({ from, to: end }: { from: number; to: number }, filters: readonly Filter[]) =>
    all.filter(
      (visit) => visit.at >= from && visit.at < end && (filters.length === 0 || visit.client.device === "mobile"),
    );
  for (const filters of [[], [phones]])
    for (const [steps, fits] of funnels) {
      const asked = { report: "funnels", zone: "UTC", page: null, ...periods, filters, steps } as const;
      const found = await readReport(db, asked);
      const [now, before] = [periods.period, periods.previous].map((each) => countFunnel(within(each, filters), fits));
      expect(found, JSON.stringify(steps)).toEqual({
        report: "funnels",
        steps: now?.map(({ visits, median }, index) => ({
          visits,
          median,
          before: before?.[index]?.visits,
          medianBefore: before?.[index]?.median,
        })),
      });
      expect(now?.[1]?.visits).toBeGreaterThan(0);
    }
});

async function open(search: string, visit: Visit = {}) {
  const { report, done } = (await loader(makeArgs(path + search, visit).args as never)).data;
  const body = report?.body;
  return { done, funnels: body?.report === "funnels" ? body.funnels : null };
}

/** Posts a form: the address to which it leads, or the status of a refusal. */
async function post(form: [string, string][], visit: Visit, search = "") {
  const answer: unknown = await action(makeArgs(`${path}?show=funnels${search}`, visit, { form }).args as never).catch(
    (thrown: unknown) => thrown,
  );
  if (answer instanceof Response) return answer.headers.get("Location")?.replace(path, "") ?? String(answer.status);
  return String((answer as { init?: ResponseInit }).init?.status);
}

async function makeReader(): Promise<Visit> {
  const { id: user } = await makeAccount({ roles: ["marketing_admin"] });
  return { user };
}

/** A funnel as its form posts it; a step without anything of it is none. */
const rows: [string, string][] = [
  ["step-kind", "page"],
  ["step-of", "/**"],
  ["step-about", "ignored"],
  ["step-kind", "event"],
  ["step-of", ""],
  ["step-about", ""],
  ["step-kind", "page"],
  ["step-of", "/contact, /gcc"],
  ["step-about", ""],
];
const named: [string, string] = ["name", "To contact"];
const toDelete = (id: string, version: string): [string, string][] => [
  ["do", "funnel-delete"],
  ["id", id],
  ["version", version],
];

test("staff try a funnel before it is stored, and what is wrong with it is said beside what was typed", async () => {
  const visit = await makeReader();
  await storeVisits(db, plan({ from: Date.now() - 3 * day, to: Date.now() - day, views: 60, zone: "UTC" }));
  const example = await open("?show=funnels");
  expect(example.funnels).toMatchObject({ name: "From a service to an enquiry", own: null, form: null });
  expect(example.funnels?.steps).toHaveLength(4);
  const tried = await open(`?show=funnels&edit=funnel-new&${new URLSearchParams(rows)}`);
  expect(tried.funnels?.steps?.map(({ name }) => name)).toEqual(["Page: /**", "Page: /contact or /gcc"]);
  expect(tried.funnels).toMatchObject({ form: { name: "", problem: "Give the funnel a name.", rows: { length: 3 } } });
  expect((await open("?show=funnels&edit=funnel-new")).funnels).toMatchObject({ steps: null, form: { problem: null } });
  const raised = await loader(
    makeArgs(`${path}?show=funnels&edit=funnel-new&step-up=2&${new URLSearchParams(rows)}`, {}).args as never,
  ).catch((thrown: unknown) => thrown as Response);
  const first = new URL((raised as Response).headers.get("Location") ?? "", "http://localhost").searchParams;
  expect(first.getAll("step-of")).toEqual(["/**", "/contact, /gcc"]);

  const wrong = await post([["do", "funnel-add"], named, ["step-kind", "page"], ["step-of", "contact"]], visit);
  expect(wrong).toBe("?show=funnels&edit=funnel-new&name=To+contact&step-kind=page&step-of=contact&step-about=");
  const oneStep = await open(wrong);
  expect(oneStep.funnels?.form?.problem).toBe("A funnel has two steps at least.");
  for (const [kind, text, problem, about = ""] of [
    ["goal", "riches", "Step 2: a goal is one of enquiry, application, download."],
    ["page", "!/contact", "Step 2: name a page besides those that are left out."],
    ["section", "insights", "Step 2: a section begins with “/”."],
    ["page", "/a/*/b/*", "Step 2: a path has one * or ** at most."],
    ["event", "download", "Step 2: what an event is about has one * or ** at most.", "/a/*/b/*"],
  ] as const) {
    const step: [string, string][] = [
      ["step-kind", kind],
      ["step-of", text],
      ["step-about", about],
    ];
    const both = new URLSearchParams([...rows.slice(0, 3), ...step]);
    const { funnels } = await open(`?show=funnels&edit=funnel-new&${both}`);
    expect([funnels?.form?.problem, funnels?.steps]).toEqual([problem, null]);
  }

  // What no address can carry is refused where it was typed.
  const long = Array.from({ length: 8 }, (): [string, string] => [
    "step-of",
    ["a", "b", "c", "d", "e"].map((letter) => `/${letter.repeat(199)}`).join(),
  ]);
  expect(await post([["do", "funnel-add"], named, ...long], visit)).toBe("400");
  const form = [["do", "funnel-add"], named, ...long] satisfies [string, string][];
  const refused = await action(makeArgs(`${path}?show=funnels`, visit, { form }).args as never);
  expect(refused).toMatchObject({
    data: {
      refusedFunnel: {
        id: null,
        name: "To contact",
        problem: expect.stringContaining("too long"),
        rows: long.map(([, text]) => ({ kind: "page", text: text.replaceAll(",", ", ") })),
      },
    },
  });
});

test("a stored funnel is changed, copied and deleted, and who was faster is not overwritten", async () => {
  const visit = await makeReader();
  await storeVisits(db, plan({ from: Date.now() - 3 * day, to: Date.now() - day, views: 60, zone: "UTC" }));
  const saved = await post([["do", "funnel-add"], named, ...rows], visit);
  const id = new URLSearchParams(saved).get("funnel") ?? "";
  const opened = await open(saved);
  expect(opened).toMatchObject({
    done: expect.stringContaining("saved"),
    funnels: { name: "To contact", own: { id, version: 1 } },
  });
  expect(opened.funnels?.list.filter(({ isChosen }) => isChosen).map(({ name }) => name)).toEqual(["To contact"]);
  const changing: [string, string][] = [
    ["do", "funnel-change"],
    ["funnel", id],
    ["version", "1"],
    ["name", "To /contact"],
    ...rows,
  ];
  expect(await post(changing, visit)).toContain("done=funnel-change");
  expect(await post(changing, visit)).toBe("409");
  expect((await open(`?show=funnels&funnel=${id}&edit=funnel`)).funnels?.form).toMatchObject({ id, version: 2 });
  // The version is that of who opened the form, however often they preview.
  expect(
    (await open(`?show=funnels&funnel=${id}&edit=funnel&version=1&${new URLSearchParams(rows)}`)).funnels?.form,
  ).toMatchObject({ version: 1 });
  const copy = await open((await open(`?show=funnels&funnel=${id}`)).funnels?.copyPath.replace(path, "") ?? "");
  expect(copy.funnels?.form).toMatchObject({ id: null, name: "Copy of To /contact" });

  const file = await download(makeArgs(`${path}.csv?show=funnels&funnel=${id}`, visit).args as never);
  expect((await file.text()).split("\r\n")).toEqual([
    expect.stringContaining('"Step","Visits"'),
    expect.stringMatching(/^"Page: \/\*\*","\d+","","0",""$/),
    expect.stringMatching(/^"Page: \/contact or \/gcc",/),
    "",
  ]);
  expect(await post(toDelete(id, "1"), visit)).toBe("409");
  expect(await post(toDelete(id, "2"), visit)).toBe("?show=funnels&done=funnel-delete");
  expect(await post(toDelete(id, "2"), visit)).toBe("404");
  expect(await db.selectFrom("funnels").select("id").execute()).toEqual([]);
  for (let made = 0; made < mostFunnels; made += 1) await post([["do", "funnel-add"], named, ...rows], visit);
  expect(await post([["do", "funnel-add"], named, ...rows], visit)).toBe("409");
});
