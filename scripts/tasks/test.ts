import { readFileSync, rmSync } from "node:fs";
import { findBrowser } from "../lib/browser.ts";
import { runChecks, type Tally } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { killGroup, runCommand } from "../lib/command.ts";
import { buildSite, ensureDevVars, prepareDatabase, serveSite } from "../lib/local-site.ts";
import { findFreePort } from "../lib/ports.ts";

/**
 * npm test            everything
 * npm test -- check   types, lint, format, dead code
 * npm test -- unit    vitest, in workerd        (further words go to vitest)
 * npm test -- e2e     real Chromium against the production build   (further words go to Playwright)
 */
const [only, ...rest] = process.argv.slice(2);
const stages = { check: runChecks, unit: runUnitTests, e2e: runEndToEndTests };
if (only && !(only in stages)) {
  console.error(`There is no part "${only}": use ${Object.keys(stages).join(", ")}, or none for everything.`);
  process.exit(1);
}
const selected = only ? [stages[only as keyof typeof stages]] : Object.values(stages);

await claimTask("test");
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
const build = "build/test";
let built: Promise<void> | undefined;
const total: Tally = { passed: 0, failed: 0 };
for (const stage of selected) {
  const { passed, failed } = await stage();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** The pages' own tests run the built Worker: built once, however many parts need it. */
function buildOnce(): Promise<void> {
  return (built ??= buildSite(build));
}

async function runUnitTests(): Promise<Tally> {
  await buildOnce();
  const report = "test-results/unit.json";
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runCommand("vitest", ["run", ...reporters, ...(only ? rest : [])]);
  const { numPassedTests, numFailedTests } = readReport<{ numPassedTests: number; numFailedTests: number }>(report);
  return settle(code, numPassedTests, numFailedTests);
}

async function runEndToEndTests(): Promise<Tally> {
  const state = ".wrangler/e2e";
  rmSync(state, { recursive: true, force: true });
  await buildOnce();
  await prepareDatabase(state);
  const port = await findFreePort();
  const server = await serveSite({ build, port, state, output: process.env.SERVER_LOG ? "inherit" : "ignore" });
  const env = { BASE_URL: `http://localhost:${port}`, ...(await findBrowser()) };
  const code = await runCommand("playwright", ["test", ...(only ? rest : [])], { env });
  killGroup(server);
  const { stats } = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(
    "test-results/e2e.json",
  );
  return settle(code, stats.expected, stats.unexpected + stats.flaky);
}

/** A runner that fails without naming a failed test (a crash, an unhandled error) still counts as one failure. */
function settle(code: number, passed: number, failed: number): Tally {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, "utf8")) as Report;
}
