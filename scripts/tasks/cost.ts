import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readCounted } from "../../lab/cost/counted.ts";
import { writeCost } from "../../lab/cost/write-cost.ts";
import { cost } from "../commands/development.ts";
import { claimTask } from "../lib/claim-task.ts";
import { root, runOrExit } from "../lib/command.ts";
import { keepSection } from "../lib/figures-sections.ts";
import { buildSite, ensureDevVars, prepareDatabase } from "../lib/local-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { runStep } from "../lib/steps.ts";

const { values } = readCommandLine(cost);
if (values.count) {
  const [build, state] = ["build/cost", ".wrangler/cost"];
  await claimTask("cost");
  ensureDevVars();
  await runStep("Build the site", () => buildSite(build));
  rmSync(state, { recursive: true, force: true });
  await runStep("Prepare the database", () => prepareDatabase(state));
  const { countJobs } = await import("../../lab/cost/count-jobs.ts");
  await keepSection("## Jobs", await runStep("Run the jobs", () => countJobs(build, state)));
  rmSync(state, { recursive: true, force: true });
}
writeFileSync(join(root, "docs/cost.md"), writeCost(readCounted()));
await runOrExit("oxfmt", ["docs/cost.md"], { quiet: true });
console.log("docs/cost.md is written. Counted figures come from docs/figures.md, prices from lab/cost/prices.ts.");
