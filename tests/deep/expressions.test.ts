import { expect, test } from "vitest";
import { findFaults } from "../../scripts/lib/judge-expressions.ts";
import { listExpressions } from "../../scripts/lib/list-expressions.ts";

test("all expressions of the code are judged anew, and none takes longer than its text grows", async () => {
  const { fixed, made } = listExpressions();
  expect(fixed.size).toBeGreaterThan(700);
  expect(await findFaults({ fixed, made }, new Set())).toEqual([]);
}, 1_800_000);
