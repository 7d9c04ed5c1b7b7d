import { readFileSync, rmSync } from "node:fs";
import { faultAreas } from "../../tests/worker/faults/area-names.ts";
import type { TestCounts } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, exitWithCounts, nameReport, runVitest } from "../lib/test-parts.ts";

/**
 * npm run test:faults                               every mutation with every fault of every call; and the Worker killed in mid-write
 * npm run test:faults -- hiring                     one area (tests/worker/faults/area-names.ts)
 * npm run test:faults -- killed                     the Worker killed in mid-write alone
 * npm run test:faults -- "auth/reset" 3 after       one mutation; one call of it, one kind of fault
 */
const [only, at = "", kind = ""] = process.argv.slice(2);

await claimTask("test:faults");
await claimTask("test");
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
await buildOnce();
const counts: TestCounts[] = [];
const tried = { mutations: 0, faults: 0, since: Date.now() };
// A workerd for each: it keeps what a test file has loaded.
for (const area of only && only !== "killed" ? [only] : only ? [] : faultAreas) {
  console.log(`\n${area}`);
  const name = `faults ${area.replaceAll(/\W+/g, "-")}`;
  const env = { TEST_FAULTS: [area, at, kind].join("|") };
  counts.push(await runVitest(name, ["run", "tests/worker/faults.test.ts"], { env, shows: "tests" }));
  addTried(name);
}
if (tried.mutations > 0) {
  const minutes = ((Date.now() - tried.since) / 60_000).toFixed(1);
  console.log(`\n${tried.mutations} mutations with ${tried.faults} faults in ${minutes} minutes`);
}
if (!only || only === "killed")
  counts.push(await runVitest("killed", ["run", "--config", "vitest.deep.config.ts", "killed"]));
exitWithCounts(counts);

/** Each case notes in the report how many faults it had. */
function addTried(name: string): void {
  const report = JSON.parse(readFileSync(nameReport(name), "utf8")) as {
    testResults: { assertionResults: { meta?: { faults?: number } }[] }[];
  };
  for (const { meta } of report.testResults.flatMap(({ assertionResults }) => assertionResults)) {
    if (meta?.faults === undefined) continue;
    tried.mutations += 1;
    tried.faults += meta.faults;
  }
}
