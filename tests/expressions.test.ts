import { expect, test } from "vitest";
import { findFaults, findUnused } from "../scripts/lib/judge-expressions.ts";
import { addExpressions, type Expressions } from "../scripts/lib/list-expressions.ts";

function read(text: string): Expressions {
  const found: Expressions = { fixed: new Map(), made: new Map() };
  addExpressions("worker/a.ts", found, text);
  return found;
}

test("an expression whose time grows faster than its text is a fault, with a text that shows it", async () => {
  const faults = await findFaults(
    read(
      String.raw`const a = /^(a+)+$/;
      const b = text.replace(/\s+$/, "");
      const c = new RegExp("(?:x*)*y", "g");
      const d = RegExp(String.raw${"`"}[^]*?!\n*$${"`"});
      const e = /^[a-z]{1,9}$/;`,
    ),
    new Set(),
  );
  expect(faults).toEqual([
    expect.stringMatching(/^worker\/a\.ts:1: \/\^\(a\+\)\+\$\/ is exponential, as with /),
    expect.stringMatching(/^worker\/a\.ts:2: \/\\s\+\$\/ is 2nd degree polynomial, as with '\\t'\.repeat/),
    expect.stringMatching(/^worker\/a\.ts:3: \/\(\?:x\*\)\*y\/g is exponential/),
    expect.stringMatching(/^worker\/a\.ts:4: .* polynomial/),
  ]);
});

test("an expression that is made of parts is a fault until somebody has said why it may stay", async () => {
  const faults = await findFaults(read("const made = new RegExp(`^${word}+$`, flags);"), new Set());
  expect(faults).toEqual([
    "worker/a.ts:1: new RegExp(`^${word}+$`, flags) is made while the site runs, so nobody has judged it",
  ]);
});

test("what is accepted and no longer in the code is a fault", () => {
  const unused = findUnused(read('const one = new RegExp(`^[${joiners}]$`, "u");'));
  expect(unused).toContain(
    'scripts/lib/accepted-expressions.ts: new RegExp(`[${joiners}]`, "gu") is no longer in the code',
  );
  expect(unused.join("\n")).not.toContain("^[${joiners}]$");
});
