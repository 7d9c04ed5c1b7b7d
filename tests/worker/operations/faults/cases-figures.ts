/** What staff change about figures, and views of lists. */
import { env } from "cloudflare:workers";
import { addAnnotation } from "#worker/analytics/annotations.ts";
import { addFunnel } from "#worker/analytics/funnels.ts";
import { addGoal } from "#worker/analytics/own-goals.ts";
import { startReport } from "#worker/analytics/mails/subscriptions.ts";
import { readAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { openDb } from "#worker/db/client.ts";
import { makeScope } from "../../make-scope.ts";
import { type Caller, type FaultCase, ofStaff, type StaffForm } from "./case.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
type Fields = Awaited<ReturnType<StaffForm["make"]>>[1];
const doer = ({ id: actor }: Pick<Caller, "id">) => ({ actor, requestId: makeScope().requestId });

const figures = (what: string, make: (user: Caller) => Promise<Fields>, more: More = {}) =>
  ofStaff({
    door: "staff/analytics/visitor-analytics",
    what,
    as: "marketing_admin",
    make: async (user) => ["/visitor-analytics", await make(user)],
    ...more,
  });

const note = { at: Date.UTC(2026, 10, 1), text: "Campaign" };
const step = { kind: "page", values: ["/"], about: "" } as const;
const funnel = { name: "Two pages", steps: [step, step] };
const goal = { name: "Saw the first page", pick: "", pattern: "/contact/**" };
const drawn: [string, string][] = [
  ["name", "Our two pages"],
  ...["/", "/contact"].flatMap((of): [string, string][] => [
    ["step-kind", "page"],
    ["step-of", of],
    ["step-about", ""],
  ]),
];

/** The views of a list page, which every list has. */
const view = (door: string, path: string, as: StaffForm["as"]) =>
  ofStaff({ door, what: "density", as, make: async () => [path, { do: "density", density: "compact" }] });

export const ofFigures: readonly FaultCase[] = [
  figures("note-add", async () => ({ do: "note-add", day: "2026-11-01", text: "Our campaign" }), {
    leaves: ["annotation.added"],
    repeats: "two notes of a day are two notes, seen beside each other",
  }),
  figures(
    "note-change",
    async (user) => ({
      do: "note-change",
      id: await addAnnotation(db, note, doer(user)),
      version: "1",
      day: "2026-11-02",
      text: "x",
    }),
    { leaves: ["annotation.changed"] },
  ),
  figures(
    "note-delete",
    async (user) => ({ do: "note-delete", id: await addAnnotation(db, note, doer(user)), version: "1" }),
    { leaves: ["annotation.deleted"] },
  ),
  figures(
    "zone",
    async () => ({ do: "zone", zone: "Asia/Kolkata", version: String((await readAnalyticsZone(db)).version) }),
    {
      leaves: ["analytics.zone-changed"],
      remainders: { of: ["analytics_settings"], why: "its one row counts on from test to test" },
    },
  ),
  figures("funnel-add", async () => [["do", "funnel-add"], ...drawn], {
    leaves: ["funnel.added"],
    repeats: "a funnel more is seen in the list",
  }),
  figures(
    "funnel-change",
    async (user) => [
      ["do", "funnel-change"],
      ["funnel", await addFunnel(db, funnel, doer(user))],
      ["version", "1"],
      ...drawn,
    ],
    { leaves: ["funnel.changed"] },
  ),
  figures(
    "funnel-delete",
    async (user) => ({ do: "funnel-delete", id: await addFunnel(db, funnel, doer(user)), version: "1" }),
    { leaves: ["funnel.deleted"] },
  ),
  figures("goal-add", async () => ({ do: "goal-add", ...goal }), {
    leaves: ["goal.added"],
    repeats: "a goal more is seen in the list",
  }),
  figures(
    "goal-change",
    async (user) => ({
      do: "goal-change",
      id: await addGoal(db, { name: "Old", step }, doer(user)),
      version: "1",
      ...goal,
    }),
    { leaves: ["goal.changed"] },
  ),
  figures(
    "goal-delete",
    async (user) => ({
      do: "goal-delete",
      id: await addGoal(db, { name: "Old", step }, doer(user)),
      version: "1",
    }),
    { leaves: ["goal.deleted"] },
  ),
  figures("view-save", async () => ({ do: "view-save", name: "Mornings" })),
  figures("view-plain", async () => ({ do: "view-plain" })),
  figures("reports", async () => ({ do: "reports", weekly: "on" }), { leaves: ["analytics.report-started"] }),
  figures(
    "reports end",
    async ({ id: user }) => {
      await startReport(db, { user, rhythm: "weekly", locale: "en-GB" }, makeScope());
      return { do: "reports" };
    },
    { leaves: ["analytics.report-ended"] },
  ),
  ofStaff({
    door: "staff/analytics/consent/consent",
    as: "marketing_admin",
    typed: ["0198f1de-0000-7000-8000-000000000000"],
    make: async () => [
      "/visitor-analytics/consent",
      { visitor: "0198f1de-0000-7000-8000-000000000000", status: "accepted", time: "2026-11-01T09:15:04.123Z" },
    ],
  }),
  view("staff/analytics/consent/proofs/proofs", "/visitor-analytics/consent/proofs", "marketing_admin"),
  view("staff/audit/audit-log", "/audit-log", "super_admin"),
  view("staff/insights/insights", "/blog-management", "marketing_admin"),
  ofStaff({
    door: "staff/audit/audit-log",
    what: "view-save",
    as: "super_admin",
    make: async () => ["/audit-log", { do: "view-save", name: "Nights", query: "" }],
  }),
];
