import { runCommand } from "./command.ts";
import { checkCopy } from "./local-site.ts";

export interface TestCounts {
  passed: number;
  failed: number;
  /** What failed and why, a text each. */
  failures: string[];
}

const checks = [
  // Several checkers ask for the same types, each for itself: on two cores they take longer, and twice the processor's time.
  { name: "types", program: "tsc", args: ["--noEmit", "--checkers", "1"] },
  { name: "lint", program: "oxlint", args: [] },
  { name: "format", program: "oxfmt", args: ["--check"] },
  { name: "dead code", program: "knip", args: [] },
  { name: "styles", program: "node", args: ["scripts/check-styles.ts"] },
  { name: "expressions", program: "node", args: ["scripts/check-expressions.ts"] },
  { name: "dates of copy", program: "node", args: ["scripts/date-copy.ts", "--check"] },
] as const;

/** Types, lint, format, dead code, styles, expressions and the dates of the copy; each counts as one. Route types are generated first. */
export async function runChecks(): Promise<TestCounts> {
  // Before anything that reads the list of routes, which could only say it with a stack.
  await checkCopy();
  await runCommand("react-router", ["typegen"], { quiet: true });
  const counts: TestCounts = { passed: 0, failed: 0, failures: [] };
  for (const { name, program, args } of checks) {
    const code = await runCommand(program, args, { quiet: true });
    console.log(`${code === 0 ? "ok    " : "FAILED"}  ${name}`);
    counts[code === 0 ? "passed" : "failed"] += 1;
    if (code !== 0) counts.failures.push(`npm run check: ${name}`);
  }
  return counts;
}
