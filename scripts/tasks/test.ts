import { globSync, rmSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { test } from "../commands/development.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { runChecks, type TestCounts } from "../lib/checks.ts";
import { findMergeBase, listChangedBrowserTests, listChangedFiles, listTestFolders } from "../lib/changed-tests.ts";
import { claimTask } from "../lib/claim-task.ts";
import { writeTested } from "../launch/tested-commit.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, type Depth, exitWithCounts, prepareOnce, runBrowserTests, runVitest } from "../lib/test-parts.ts";

const {
  operands: [only],
  rest,
} = readCommandLine(test);
const parts = {
  check: runChecks,
  unit: () => runUnitTests("all"),
  e2e: () => runBrowserTests(rest),
  changed: runChanged,
};

/** Whether unit tests and browser tests run beside each other: they take up to 7 GB, and on two cores as long as in turn. */
const hasRoom = availableParallelism() > 2 && freemem() > 8e9;

await claimTask("test");
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
const isAll = only === "all";
if (only && !isAll) exitWithCounts([await parts[only as keyof typeof parts]()].flat());
const depth: Depth = isAll ? "all" : "quick";
const prepared = prepareOnce();
const checks = runChecks();
const unit = runUnitTests(depth, checks);
// The browser tests want both cores.
const browser = Promise.all([checks, prepared, hasRoom || unit]).then(() =>
  runBrowserTests([], { depth, ...(hasRoom && { printAfter: unit }) }),
);
const counts = (await Promise.all([checks, unit, browser])).flat();
// A deployment asks for a commit that all tests have passed.
if (isAll)
  writeTested({
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  });
exitWithCounts(counts);

/** Those in workerd, which take a core; those in Node join them once the checks have left the other one. */
async function runUnitTests(depth: Depth, checksDone?: Promise<unknown>): Promise<TestCounts[]> {
  await buildOnce(); // Tests of pages run the built Worker.
  if (rest.length > 0) return [await runVitest("unit", ["run", ...rest], { depth })];
  const workerd = runVitest("workerd", ["run", "--project=workerd"], { depth });
  const node = Promise.resolve(checksDone).then(() =>
    runVitest("node", ["run", "--project=node"], { depth, printAfter: workerd }),
  );
  return Promise.all([workerd, node]);
}

/** The checks, and the tests that what is not committed reaches, or what differs from where this left the branch that is named. */
async function runChanged(): Promise<TestCounts[]> {
  const since = findMergeBase(rest[0] ?? "HEAD");
  const files = listChangedFiles(since);
  const named = listTestFolders(files, "tests/worker").flatMap((folder) => globSync(`${folder}**/*.test.{ts,tsx}`));
  const seen = [...listTestFolders(files, "tests/e2e"), ...listChangedBrowserTests(since)];
  const counts = [await runChecks()];
  await buildOnce();
  counts.push(await runVitest("unit", ["related", "--run", "--passWithNoTests", ...files, ...named]));
  return seen.length > 0 ? [...counts, await runBrowserTests(seen)] : counts;
}
