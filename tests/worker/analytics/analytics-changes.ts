/** Every function of worker/analytics by which staff change something, for audited-changes.test.ts. */
import { env } from "cloudflare:workers";
import { addAnnotation, changeAnnotation, deleteAnnotation } from "#worker/analytics/annotations.ts";
import { addFunnel, changeFunnel, deleteFunnel } from "#worker/analytics/funnels.ts";
import type { FunnelStep } from "#worker/analytics/figures/types.ts";
import { exportFigures } from "#worker/analytics/export-figures.ts";
import { exportProofs } from "#worker/analytics/proofs/export-proofs.ts";
import { changeAnalyticsZone, readAnalyticsZone } from "#worker/analytics/figures/zone.ts";
import { endReport, startReport } from "#worker/analytics/mails/subscriptions.ts";
import { addGoal, changeGoal, deleteGoal } from "#worker/analytics/own-goals.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { changesOf } from "../audit/mutation.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const doer = (actor: AccountId | null) => ({ actor, requestId: makeScope().requestId });
const note = { at: Date.UTC(2026, 10, 1), text: "Campaign" };
const ofAnnotation = changesOf(async () => ({ id: await addAnnotation(db, note, doer(null)), version: 1 }));
const step: FunnelStep = { kind: "page", values: ["/"], about: "" };
const funnel = { name: "Two pages", steps: [step, step] };
const ofFunnel = changesOf(async () => ({ id: await addFunnel(db, funnel, doer(null)), version: 1 }));
const goal = { name: "Saw the contact page", step };
const ofGoal = changesOf(async () => ({ id: await addGoal(db, goal, doer(null)), version: 1 }));

export const analyticsMutations = {
  addAnnotation: {
    action: "annotation.added",
    prepare: async (actor: AccountId) => () => addAnnotation(db, note, doer(actor)),
  },
  changeAnnotation: ofAnnotation("annotation.changed", (known, actor) =>
    changeAnnotation(db, { ...known, ...note, text: "Another" }, doer(actor)),
  ),
  deleteAnnotation: ofAnnotation("annotation.deleted", (known, actor) => deleteAnnotation(db, known, doer(actor))),
  addGoal: {
    action: "goal.added",
    prepare: async (actor: AccountId) => () => addGoal(db, goal, doer(actor)),
  },
  changeGoal: ofGoal("goal.changed", (known, actor) =>
    changeGoal(db, { ...known, ...goal, name: "Another" }, doer(actor)),
  ),
  deleteGoal: ofGoal("goal.deleted", (known, actor) => deleteGoal(db, known, doer(actor))),
  startReport: {
    action: "analytics.report-started",
    prepare: async (user: AccountId) => () => startReport(db, { user, rhythm: "weekly", locale: "en-GB" }, makeScope()),
  },
  endReport: {
    action: "analytics.report-ended",
    prepare: async (user: AccountId) => {
      await startReport(db, { user, rhythm: "weekly", locale: "en-GB" }, makeScope());
      return () => endReport(db, { user, rhythm: "weekly", by: "page" }, makeScope());
    },
  },
  addFunnel: {
    action: "funnel.added",
    prepare: async (actor: AccountId) => () => addFunnel(db, funnel, doer(actor)),
  },
  changeFunnel: ofFunnel("funnel.changed", (known, actor) =>
    changeFunnel(db, { ...known, ...funnel, name: "Another" }, doer(actor)),
  ),
  deleteFunnel: ofFunnel("funnel.deleted", (known, actor) => deleteFunnel(db, known, doer(actor))),
  changeAnalyticsZone: {
    action: "analytics.zone-changed",
    prepare: async (actor: AccountId) => {
      const { version } = await readAnalyticsZone(db);
      return () => changeAnalyticsZone(db, { zone: "Asia/Kolkata", version }, doer(actor));
    },
  },
  exportProofs: {
    action: "consent.exported",
    prepare: async (actor: AccountId) => {
      const filter = { status: null, version: null, country: null, since: null, words: "" };
      const asked = { filter, actor, heads: ["Id"], writeCells: () => [] };
      return async () => (await exportProofs(db, asked, makeScope())).cancel();
    },
  },
  exportFigures: {
    action: "analytics.exported",
    prepare: async (actor: AccountId) => {
      const period = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 2) };
      const query = { zone: "UTC", period, previous: null, interval: "day", filters: [], panels: [] } as const;
      const read = async () => ({ heads: ["Day"], rows: [] });
      const asked = { actor, of: "time", toQuery: () => query, read };
      return async () => (await exportFigures(db, asked, makeScope())).cancel();
    },
  },
};
