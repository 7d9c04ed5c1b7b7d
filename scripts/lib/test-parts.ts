/** The parts of `npm test` and `npm run test:deep` that run tests: each resolves with what passed and failed. */
import { readFileSync, rmSync } from "node:fs";
import { findBrowser } from "./browser.ts";
import type { TestCounts } from "./checks.ts";
import { runCommand } from "./command.ts";
import {
  listFailedBrowserTests,
  listFailedUnitTests,
  type PlaywrightReport,
  type VitestReport,
} from "./failed-tests.ts";
import { buildSite, prepareDatabase } from "./local-site.ts";
import { findFreePort } from "./ports.ts";

/** The build that unit tests, browser tests and the load use. */
export const testBuild = "build/test";
let built: Promise<void> | undefined;

/** Builds the site for the tests: once, however many parts need it. */
export function buildOnce(): Promise<void> {
  return (built ??= buildSite(testBuild));
}

/** Where the browser tests have their database and files. */
const state = ".wrangler/e2e";
let prepared: Promise<void> | undefined;

/** Builds the site and fills its database with the demo data that browser tests begin with: once. */
export function prepareOnce(): Promise<void> {
  return (prepared ??= prepare());
}

async function prepare(): Promise<void> {
  rmSync(state, { recursive: true, force: true });
  await buildOnce();
  await prepareDatabase(state, testBuild);
}

/** "quick" leaves out the tests with @ci in their title; "full" runs the browser tests tagged @deep alone, and gives properties thousands of inputs. */
export type Depth = "quick" | "all" | "full";

interface PartOptions {
  /** Further variables of the runner. */
  env?: Record<string, string>;
  /** "all" unless it says otherwise. */
  depth?: Depth;
  /** Where another part prints meanwhile: this one prints after it. */
  printAfter?: Promise<unknown>;
}

/** Where the report of a run of vitest is. */
export const nameReport = (name: string) => `test-results/${name}.json`;

/** Runs vitest with `args`; the report gets `name`. `shows` each test as it ends, or each file. */
export async function runVitest(
  name: string,
  args: readonly string[],
  { depth = "all", env = {}, printAfter, shows = "files" }: PartOptions & { shows?: "tests" | "files" } = {},
): Promise<TestCounts> {
  const file = nameReport(name);
  const reporters = [
    `--reporter=${shows === "tests" ? "verbose" : "default"}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const code = await runCommand("vitest", [...args, ...reporters], {
    env: { TEST_DEPTH: depth, ...env },
    ...(printAfter && { printAfter }),
  });
  const report = readReport<VitestReport>(file);
  return countResults(code, report?.numPassedTests, report?.numFailedTests, report && listFailedUnitTests(report));
}

/** Runs Playwright with `args` against the production build with demo data of its own. */
export async function runBrowserTests(
  args: readonly string[],
  { depth = "all", printAfter }: PartOptions = {},
): Promise<TestCounts> {
  await prepareOnce();
  const port = await findFreePort();
  // Imported here, because they load wrangler and the Worker, which the other parts do not need.
  const [{ serveSite }, { serveAccounts }] = await Promise.all([
    import("./serve-site.ts"),
    import("./serve-accounts.ts"),
  ]);
  const origin = `http://localhost:${port}`;
  const server = await serveSite({ build: testBuild, port, state, logs: process.env.SERVER_LOG ? "show" : "hide" });
  const env = {
    BASE_URL: origin,
    ACCOUNTS_PORT: String(
      await serveAccounts({ db: await server.openDatabase(), bucket: await server.openBucket(), origin }),
    ),
    TEST_BUILD: testBuild,
    TEST_DEPTH: depth,
    ...(await findBrowser()),
  };
  const code = await runCommand("playwright", ["test", ...args], { env, ...(printAfter && { printAfter }) });
  await server.stop();
  const report = readReport<PlaywrightReport>("test-results/e2e.json");
  const failed = report && report.stats.unexpected + report.stats.flaky;
  return countResults(code, report?.stats.expected, failed, report && listFailedBrowserTests(report));
}

/** Prints what failed, then how many tests passed and failed, which CI reads, and ends this process. */
export function exitWithCounts(parts: readonly TestCounts[]): never {
  const passed = parts.reduce((sum, counts) => sum + counts.passed, 0);
  const failed = parts.reduce((sum, counts) => sum + counts.failed, 0);
  for (const failure of parts.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
}

/** A runner that fails without naming a failed test (a crash, an unhandled error) still counts as one failure. */
function countResults(code: number, passed = 0, failed = 0, failures: string[] = []): TestCounts {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, failures };
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return undefined;
  }
}
