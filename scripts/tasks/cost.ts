import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readCounted } from "../cost/counted.ts";
import { writeCost } from "../cost/write-cost.ts";
import { claimTask } from "../lib/claim-task.ts";
import { root, runOrExit } from "../lib/command.ts";
import { keepSection } from "../lib/figures-sections.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { orExplain } from "../lib/operator-options.ts";
import { runStep } from "../lib/steps.ts";

/**
 * npm run cost               computes docs/cost.md anew
 * npm run cost -- --count    counts in workerd what the jobs take, into docs/figures.md, first
 */
const { values } = orExplain("Usage: npm run cost [-- --count]", () =>
  parseArgs({ options: { count: { type: "boolean" } } }),
);
if (values.count) {
  const [build, state] = ["build/cost", ".wrangler/cost"];
  await claimTask("cost");
  ensureDevVars();
  await runStep("Build the site", () => buildSite(build));
  rmSync(state, { recursive: true, force: true });
  await runStep("Prepare the database", () => prepareDatabase(state));
  const { countJobs } = await import("../cost/count-jobs.ts");
  await keepSection("## Jobs", await runStep("Run the jobs", () => countJobs(build, state)));
  rmSync(state, { recursive: true, force: true });
}
writeFileSync(join(root, "docs/cost.md"), writeCost(readCounted()));
await runOrExit("oxfmt", ["docs/cost.md"], { quiet: true });
console.log("docs/cost.md is written. Counted figures come from docs/figures.md, prices from scripts/cost/prices.ts.");
