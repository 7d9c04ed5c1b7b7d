import { rmSync } from "node:fs";
import { faultAreas } from "../../tests/worker/faults/area-names.ts";
import type { TestCounts } from "../lib/checks.ts";
import { claimTask } from "../lib/claim-task.ts";
import { ensureDevVars } from "../lib/local-site.ts";
import { buildOnce, exitWithCounts, runVitest } from "../lib/test-parts.ts";

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
// A workerd for each: it keeps what a test file has loaded.
for (const area of only && only !== "killed" ? [only] : only ? [] : faultAreas) {
  console.log(`\n${area}`);
  const env = { TEST_FAULTS: [area, at, kind].join("|") };
  counts.push(
    await runVitest(`faults ${area.replaceAll(/\W+/g, "-")}`, ["run", "tests/worker/faults.test.ts"], { env }),
  );
}
if (!only || only === "killed")
  counts.push(await runVitest("killed", ["run", "--config", "vitest.deep.config.ts", "killed"]));
exitWithCounts(counts);
