/** Empties the index of the search and fills it anew: `npm run search:rebuild`. */
import { searchRebuild } from "../commands/data.ts";
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError } from "../lib/command.ts";
import { emptySearch } from "../lib/empty-search.ts";
import { buildSite, ensureDevVars } from "../lib/local-site.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { runStep } from "../lib/steps.ts";
import { describeTarget, readTarget } from "../lib/target.ts";

const { values } = readCommandLine(searchRebuild);
const target = readTarget(values);
// Imported here, because it loads wrangler, which takes time.
const { explainMissingTables, openSite } = await import("../lib/open-site.ts");
if (target.kind === "remote") {
  const site = await openSite(target);
  await emptySearch(site.env.SEARCH_DB)
    .catch((error: Error) => exitWithError(`The index was not emptied. ${explainMissingTables(error, target)}`))
    .finally(site.close);
  console.log(
    `The index beside the ${describeTarget(target)} is empty. The Worker fills it with its next job, within five minutes.`,
  );
} else {
  const build = "build/site";
  await claimTask("build");
  await (await openSite(target, { writer: searchRebuild.run })).close();
  ensureDevVars();
  await runStep("Build the site", () => buildSite(build));
  await runStep("Fill the index", async () => {
    const { openLocal } = await import("../lib/open-local.ts");
    const { applyMigrations } = await import("../lib/migrate.ts");
    const { searchDb, workOnSearch, close } = await openLocal(target.state, { build });
    try {
      await applyMigrations(searchDb, "migrations-search");
      await emptySearch(searchDb);
      await workOnSearch({ kind: "compare", after: null });
    } finally {
      await close();
    }
  });
}
