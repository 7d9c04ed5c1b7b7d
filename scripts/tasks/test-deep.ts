import { rmSync } from "node:fs";
import type { TestCounts } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, exitWithCounts, runBrowserTests, runVitest } from "../lib/test-parts.ts";

/**
 * Tests that take too long for every change. `npm test` runs a part of each of these.
 *
 * npm run test:deep              everything
 * npm run test:deep -- edits     the owner's edits on a copy of the repository   (further words go to vitest)
 * npm run test:deep -- edge      the site behind nginx and Varnish               (further words go to vitest)
 * npm run test:deep -- backup    the restore drill, by the commands              (further words go to vitest)
 * npm run test:deep -- unit      properties with thousands of inputs             (further words go to vitest)
 * npm run test:deep -- e2e       whole matrices in Chromium                      (further words go to Playwright)
 */
const [only, ...rest] = process.argv.slice(2);
const parts = {
  edits: () => runDeepFile("edits", "owner-edits"),
  edge: () => runDeepFile("edge", "edge-caches"),
  backup: () => runDeepFile("backup", "backup-drill"),
  unit: runProperties,
  e2e: () => runBrowserTests(rest, { depth: "full" }),
};
if (only && !(only in parts)) {
  console.error(`There is no part "${only}": use ${Object.keys(parts).join(", ")}, or none for everything.`);
  process.exit(1);
}

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
