/** Every mutation of the product while one call of a binding fails, is late, or is done twice. `npm run test:faults` runs all. */
import { beforeEach, expect, test, vi } from "vitest";
import { countScrypt } from "../make.ts";
import { faultKinds } from "../faulty-bindings.ts";
import { areas, cases } from "./faults/cases.ts";
import { nameCase } from "./faults/case.ts";
import { auditActions, doors, untried } from "./faults/doors.ts";
import { openCase } from "./faults/run-case.ts";
import { chosen, isWhole } from "./faults/choice.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  countScrypt();
  vi.spyOn(performance, "now").mockReturnValue(0);
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

test("every door of the product is tried", () => {
  const tried = new Set(cases.map(({ door }) => door));
  const missing = doors.filter((door) => !tried.has(door));
  expect(
    missing,
    "These take changes and no fault was tried on them: write a case for each in tests/worker/operations/faults (docs/decisions/090-faults-and-load.md).",
  ).toEqual([]);
  expect([...tried].filter((door) => !doors.includes(door))).toEqual([]);
});

test("every change that the audit log knows is tried", () => {
  const tried = new Set<string>(cases.flatMap(({ leaves = [] }) => leaves));
  expect(
    auditActions.filter((action) => !tried.has(action) && !(action in untried)),
    "No case in tests/worker/operations/faults says that it `leaves` these.",
  ).toEqual([]);
});

/** In `npm test` the first case of every second area, with the lost answers of every second call. */
const shown = Object.entries(areas).flatMap(([area, some], at) =>
  isWhole
    ? some.filter((one) => chosen.wanted === null || [area, nameCase(one)].includes(chosen.wanted))
    : some.slice(0, at % 2),
);

if (isWhole)
  test("what was named is a mutation or an area", () => {
    expect(
      shown.length,
      `No mutation or area is called ${chosen.wanted}. Areas: ${Object.keys(areas).join(", ")}. Mutations are named as \`npm run test:faults -- AREA\` prints them.`,
    ).toBeGreaterThan(0);
  });

test.for(shown.map((one) => [nameCase(one), one] as const))(
  "%s",
  { timeout: isWhole ? 900_000 : 120_000 },
  async ([name, one], { task }) => {
    const runner = await openCase(one);
    expect(runner.actions).toEqual(expect.arrayContaining([...(one.leaves ?? [])]));
    const troubles: string[] = [];
    let faults = 0;
    for (const kind of isWhole ? faultKinds : (["after"] as const))
      for (let at = 1; at <= runner.calls.length; at += isWhole ? 1 : 2) {
        if ((chosen.kind ?? kind) !== kind || (chosen.at ?? at) !== at) continue;
        faults += 1;
        const trouble = await runner.tryFault(at, kind).catch((error: unknown) => `ends with ${error}`);
        if (trouble)
          troubles.push(
            `call ${at} (${runner.calls[at - 1]}) ${kind}: ${trouble}\n  alone: npm run test:faults -- "${name}" ${at} ${kind}`,
          );
      }
    // For the report, which the task adds up.
    Object.assign(task.meta, { faults });
    expect(troubles.join("\n\n")).toBe("");
  },
);
