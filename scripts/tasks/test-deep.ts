import { rmSync } from "node:fs";
import { testDeep } from "../commands/development.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import type { TestCounts } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, exitWithCounts, runBrowserTests, runVitest } from "../lib/test-parts.ts";

const {
  operands: [only],
  rest,
} = readCommandLine(testDeep);
const parts = {
  expressions: () => runDeepFile("expressions", "expressions"),
  edits: () => runDeepFile("edits", "owner-edits"),
  edge: () => runDeepFile("edge", "edge-caches"),
  backup: () => runDeepFile("backup", "backup-drill"),
  deploy: () => runDeepFile("deploy", "deployment"),
  unit: runProperties,
  e2e: () => runBrowserTests(rest, { depth: "full" }),
};

// It uses the build and the database of `npm test`.
await claimTask("test:deep");
await claimTask("test");
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
const counts: TestCounts[] = [];
for (const run of only ? [parts[only as keyof typeof parts]] : Object.values(parts)) counts.push(await run());
exitWithCounts(counts);

/** One file of tests/deep. */
function runDeepFile(name: string, file: string): Promise<TestCounts> {
  return runVitest(name, ["run", "--config", "vitest.deep.config.ts", file, ...rest]);
}

/** All files that ask for a number of runs, or those named. */
async function runProperties(): Promise<TestCounts> {
  await buildOnce();
  const files = rest.length > 0 ? ["run", ...rest] : ["related", "--run", "tests/runs.ts"];
  return runVitest("properties", files, { depth: "full" });
}
