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
import { newId } from "#worker/lib/ids.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const doer = (actor: AccountId) => ({ actor, requestId: makeScope().requestId });
const note = { at: Date.UTC(2026, 10, 1), text: "Campaign" };
const addOne = async (actor: AccountId) => ({ id: await addAnnotation(db, note, doer(actor)), version: 1 });
const step: FunnelStep = { kind: "page", values: ["/"], about: "" };
const funnel = { name: "Two pages", steps: [step, step] };
const addFunnelOf = async (actor: AccountId) => ({ id: await addFunnel(db, funnel, doer(actor)), version: 1 });
const goal = { name: "Saw the contact page", step };
const addGoalOf = async (actor: AccountId) => ({ id: await addGoal(db, goal, doer(actor)), version: 1 });
const gone = () => ({ id: newId(), version: 1 });

export const analyticsMutations = {
  addAnnotation: {
    action: "annotation.added",
    prepare: async (actor: AccountId) => () => addAnnotation(db, note, doer(actor)),
  },
  changeAnnotation: {
    action: "annotation.changed",
    prepare: async (actor: AccountId) => {
      const known = await addOne(actor);
      return () => changeAnnotation(db, { ...known, ...note, text: "Another" }, doer(actor));
    },
    missing: (actor: AccountId) => changeAnnotation(db, { ...gone(), ...note }, doer(actor)),
  },
  deleteAnnotation: {
    action: "annotation.deleted",
    prepare: async (actor: AccountId) => {
      const known = await addOne(actor);
      return () => deleteAnnotation(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteAnnotation(db, gone(), doer(actor)),
  },
  addGoal: {
    action: "goal.added",
    prepare: async (actor: AccountId) => () => addGoal(db, goal, doer(actor)),
  },
  changeGoal: {
    action: "goal.changed",
    prepare: async (actor: AccountId) => {
      const known = await addGoalOf(actor);
      return () => changeGoal(db, { ...known, ...goal, name: "Another" }, doer(actor));
    },
    missing: (actor: AccountId) => changeGoal(db, { ...gone(), ...goal }, doer(actor)),
  },
  deleteGoal: {
    action: "goal.deleted",
    prepare: async (actor: AccountId) => {
      const known = await addGoalOf(actor);
      return () => deleteGoal(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteGoal(db, gone(), doer(actor)),
  },
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
  changeFunnel: {
    action: "funnel.changed",
    prepare: async (actor: AccountId) => {
      const known = await addFunnelOf(actor);
      return () => changeFunnel(db, { ...known, ...funnel, name: "Another" }, doer(actor));
    },
    missing: (actor: AccountId) => changeFunnel(db, { ...gone(), ...funnel }, doer(actor)),
  },
  deleteFunnel: {
    action: "funnel.deleted",
    prepare: async (actor: AccountId) => {
      const known = await addFunnelOf(actor);
      return () => deleteFunnel(db, known, doer(actor));
    },
    missing: (actor: AccountId) => deleteFunnel(db, gone(), doer(actor)),
  },
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
