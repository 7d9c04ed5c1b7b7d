/** Judges regular expressions: whether the time that one takes can grow faster than the text that it is tried on. */
import { readFileSync, writeFileSync } from "node:fs";
import { acceptedExpressions } from "./accepted-expressions.ts";
import { type Expressions, type FoundExpression, listExpressions } from "./list-expressions.ts";

/** Those that were judged linear, each on a line of its own, as to judge all takes minutes. */
const judgedList = "scripts/lib/judged-expressions.txt";

interface Verdict {
  isLinear: boolean;
  /** Why not: the degree and a text that shows it, or that the judge came to no end. */
  reason: string;
}

/** Asks the judge about one. It counts steps and no time, so that it says the same on each machine. */
async function judgeExpression({ source, flags }: Pick<FoundExpression, "source" | "flags">): Promise<Verdict> {
  // Its other engines are programs for some systems alone.
  process.env.RECHECK_BACKEND = "pure";
  const { checkSync } = await import("recheck");
  const verdict = checkSync(source, flags, {
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
    randomSeed: 1,
  });
  if (verdict.status === "safe") return { isLinear: true, reason: "" };
  if (verdict.status === "unknown") return { isLinear: false, reason: `could not be judged (${verdict.error.kind})` };
  return { isLinear: false, reason: `is ${verdict.complexity.summary}, as with ${verdict.attack.pattern}` };
}

/** What is wrong with the expressions of the code, a line each. Judges those that are not on `judged`. */
export async function findFaults({ fixed, made }: Expressions, judged: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [written, expression] of fixed) {
    if (judged.has(written) || written in acceptedExpressions) continue;
    const { isLinear, reason } = await judgeExpression(expression);
    if (!isLinear) faults.push(`${expression.place}: ${written} ${reason}`);
  }
  for (const [written, place] of made)
    if (!(written in acceptedExpressions))
      faults.push(`${place}: ${written} is made while the site runs, so nobody has judged it`);
  return faults;
}

/** What is accepted and no longer in the code, a line each. */
export function findUnused({ fixed, made }: Expressions): string[] {
  return Object.keys(acceptedExpressions)
    .filter((written) => !fixed.has(written) && !made.has(written))
    .map((written) => `scripts/lib/accepted-expressions.ts: ${written} is no longer in the code`);
}

export function readJudged(): Set<string> {
  return new Set(readFileSync(judgedList, "utf8").trimEnd().split("\n"));
}

/** Puts what is linear on the list and takes off what is gone. */
export async function writeJudged(): Promise<void> {
  const { fixed } = listExpressions();
  const before = readJudged();
  const linear: string[] = [];
  for (const [written, expression] of fixed)
    if (before.has(written) || (!(written in acceptedExpressions) && (await judgeExpression(expression)).isLinear))
      linear.push(written);
  writeFileSync(judgedList, `${linear.toSorted().join("\n")}\n`);
}
