/** Forms of the page of figures that were refused while no figures could be read. */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { readAnalyticsState } from "#app/staff/analytics/read-state.ts";
import VisitorAnalytics from "#app/staff/analytics/visitor-analytics.tsx";

const fields = { pick: "page /contact", pattern: "", groups: [] };
const { state } = readAnalyticsState(new URLSearchParams());

/** The page without figures, after `answer`. */
function render(answer: object): string {
  const Page = VisitorAnalytics as unknown as ComponentType<Record<string, unknown>>;
  const loaderData = { state, done: null, view: null, report: null };
  const actionData = { outcome: null, refusedView: null, ...answer };
  const Stub = createRoutesStub([{ path: "/", Component: () => <Page {...{ loaderData, actionData }} /> }]);
  return renderToStaticMarkup(<Stub />);
}

test("a goal, an annotation and a funnel that were refused keep what was typed where no figures can be read", () => {
  const goal = { id: null, version: 0, name: "Typed goal", problem: "Later.", ...fields };
  expect(render({ refusedGoal: goal })).toMatch(/value="Typed goal"[^]*Later\./);
  const note = { id: null, version: 0, day: "2026-11-20", text: "Typed note", problem: "Later." };
  expect(render({ refusedNote: note })).toMatch(/Later\.[^]*value="Typed note"/);
  const row = { pick: "", kind: "page", text: "/typed", about: "", mayRise: false };
  const funnel = {
    id: null,
    version: null,
    name: "Typed funnel",
    rows: [row],
    kinds: [],
    groups: [],
    problem: "Later.",
  };
  const html = render({ refusedFunnel: funnel });
  expect([html.includes('value="Typed funnel"'), html.includes('value="/typed"')]).toEqual([true, true]);
  expect(render({})).not.toContain("Typed");
});
