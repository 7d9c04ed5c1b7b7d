/** Empties the index of the search and fills it anew: `npm run search:rebuild`. */
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError } from "../lib/command.ts";
import { emptySearch } from "../lib/empty-search.ts";
import { buildSite, ensureDevVars } from "../lib/local-site.ts";
import { readOptions } from "../lib/operator-options.ts";
import { runStep } from "../lib/steps.ts";

const usage = `Usage: npm run search:rebuild [-- --local | --remote] [--persist-to DIR]

  --local            the index of \`npm start\` on this machine (the usual choice), which should not run meanwhile
  --remote           empties the deployed index; the deployed Worker fills it anew within minutes, and finds less until then
  --persist-to DIR   another local index: .wrangler/dev is that of \`npm run dev\`
  --help             shows this`;

const values = readOptions(usage, {});
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (values.local && values.remote) exitWithError(usage);
const state = values["persist-to"];

if (values.remote) {
  const { openBindings } = await import("../lib/open-bindings.ts");
  const { env, close } = await openBindings({ kind: "remote" });
  await emptySearch(env.SEARCH_DB)
    .catch((error: Error) => exitWithError(`The deployed index was not emptied: ${error.message}`))
    .finally(close);
  console.log("The deployed index is empty. The Worker fills it with its next job, within five minutes.");
} else {
  const build = "build/site";
  await claimTask("build");
  ensureDevVars();
  await runStep("Build the site", () => buildSite(build));
  await runStep("Fill the index", async () => {
    const { openLocal } = await import("../lib/open-local.ts");
    const { applyMigrations } = await import("../lib/migrate.ts");
    const { searchDb, workOnSearch, close } = await openLocal(state, { build });
    try {
      await applyMigrations(searchDb, "migrations-search");
      await emptySearch(searchDb);
      await workOnSearch({ kind: "compare", after: null });
    } finally {
      await close();
    }
  });
}
