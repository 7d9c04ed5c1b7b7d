/** Goals of staff: picked from what there is, with a pattern as the option. */
import { expect, test } from "vitest";
import { listChoices, readPick, writePick } from "#app/staff/analytics/goals/choices.ts";
import { toFunnelForm } from "#app/staff/analytics/funnels/view.ts";
import { chooseFunnel, findProblem } from "#app/staff/analytics/funnels/choose.ts";
import { readAnalyticsState, readDraft } from "#app/staff/analytics/read-state.ts";
import { readGoal } from "#app/staff/analytics/goals/goal-form-view.ts";
import { listFields } from "#app/staff/analytics/state.ts";

const pattern = { kind: "page", values: ["/insights/*", "/gcc"], about: "" } as const;
const enquiry = { kind: "goal", values: ["enquiry"], about: "" } as const;
const seen = {
  pages: [{ path: "/insights/a", title: "An article" }],
  files: [{ path: "/media/guide.pdf" }],
  events: [
    { name: "form-sent", about: "contact" },
    { name: "pillar", about: "/gcc" },
  ],
};

test("pages by name, forms, files and what was pressed are offered, and each is a step again", () => {
  const groups = listChoices(seen, []);
  expect(groups.map(({ name }) => name)).toEqual(["Pages", "Forms that are sent", "Downloads", "Buttons and links"]);
  const all = groups.flatMap(({ choices }) => choices);
  for (const value of [
    "page /insights/a",
    "event form-sent contact",
    "event download /media/guide.pdf",
    "event pillar /gcc",
  ])
    expect(all.map((choice) => choice.value)).toContain(value);
  expect(all.find(({ value }) => value === "page /insights/a")?.name).toBe("An article (/insights/a)");
  expect(new Set(all.map(({ value }) => value)).size).toBe(all.length);
  for (const { value } of all) {
    const step = readPick(value);
    expect(step && writePick(step), value).toBe(value);
  }
});

test("a goal needs one thing to happen and a name, and a pattern is an option", () => {
  const fields = { name: "Guide", pick: "", pattern: "" };
  expect(readGoal({ ...fields, pick: "event download /media/guide.pdf" })).toEqual({
    name: "Guide",
    step: { kind: "event", values: ["download"], about: "/media/guide.pdf" },
  });
  expect(readGoal({ ...fields, pattern: "/insights/**" })).toEqual({
    name: "Guide",
    step: { kind: "page", values: ["/insights/**"], about: "" },
  });
  // As visits hold their paths.
  for (const [pattern, stored] of [
    ["/insights/", "/insights"],
    ["/über-uns/*", "/%C3%BCber-uns/*"],
    ["/", "/"],
  ] as const)
    expect(readGoal({ ...fields, pattern })).toMatchObject({ step: { values: [stored] } });
  expect(readGoal(fields)).toBe("Choose what has to happen.");
  expect(readGoal({ ...fields, pattern: "insights" })).toMatch(/begins with/);
  expect(readGoal({ ...fields, pick: "page /a", pattern: "/b" })).toMatch(/not both/);
  expect(readGoal({ ...fields, pick: "page /a", name: "" })).toBe("Give the goal a name.");
});

test("a step of a funnel is picked from the same list, or written as a pattern; what is written comes first", () => {
  const contact = { kind: "page", values: ["/contact"], about: "" } as const;
  const form = toFunnelForm(
    { id: null, version: null, name: "", problem: null, steps: [contact, pattern, enquiry] },
    seen,
  );
  expect(form.rows.map(({ pick, text, kind }) => [pick, text, kind])).toEqual([
    ["page /contact", "", "page"],
    ["", "/insights/*, /gcc", "page"],
    ["goal enquiry", "", "page"],
    ["", "", "page"],
  ]);
  const offered = new Set(form.groups.flatMap(({ choices }) => choices.map(({ value }) => value)));
  for (const { pick } of form.rows) expect(pick === "" || offered.has(pick)).toBe(true);
  const fields = form.rows.flatMap(({ pick, kind, text, about }) => [
    ["step-pick", pick],
    ["step-kind", kind],
    ["step-of", text],
    ["step-about", about],
  ]);
  expect(readDraft(new URLSearchParams(fields))?.steps).toEqual([contact, pattern, enquiry]);
  expect(readGoal({ name: "Sent", pick: "goal enquiry", pattern: "" })).toBe("Choose what has to happen.");
});

test("a step that is both picked and written is told by its row, which keeps both, in the address, too", () => {
  const rows = [
    ["", ""],
    ["page /", ""],
    ["page /contact", "/other"],
  ].flatMap(([pick = "", text = ""]) => [
    ["step-pick", pick],
    ["step-kind", "page"],
    ["step-of", text],
    ["step-about", ""],
  ]);
  const address = (fields: string[][]) => new URLSearchParams([["show", "funnels"], ["edit", "funnel-new"], ...fields]);
  const { state } = readAnalyticsState(address(rows));
  const again = readAnalyticsState(new URLSearchParams(listFields(state))).state;
  for (const { draft } of [state, again]) {
    const form = draft && toFunnelForm({ id: null, version: null, problem: findProblem(draft), ...draft }, seen);
    expect(form?.rows.map(({ pick, text }) => [pick, text])).toEqual([
      ["page /", ""],
      ["page /contact", "/other"],
      ["", ""],
    ]);
    expect(form?.problem).toBe("Step 2: choose from the list or write a pattern, not both.");
    expect(chooseFunnel({ funnel: null, edit: "funnel-new", draft, version: null }, []).steps).toBeNull();
  }
});
