import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCounted } from "../cost/counted.ts";
import { writeCost } from "../cost/write-cost.ts";
import { cost } from "../commands.ts";
import { claimTask } from "../../scripts/lib/claim-task.ts";
import { root, runOrExit } from "../../scripts/lib/command.ts";
import { keepSection } from "../../scripts/lib/figures-sections.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../../scripts/lib/local-site.ts";
import { readCommandLine } from "../../scripts/lib/read-command-line.ts";
import { runStep } from "../../scripts/lib/steps.ts";

const { values } = readCommandLine(cost);
if (values.count) {
  const [build, state] = ["build/cost", ".wrangler/cost"];
  await claimTask("lab -- cost");
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
console.log("docs/cost.md is written. Counted figures come from docs/figures.md, prices from lab/cost/prices.ts.");
