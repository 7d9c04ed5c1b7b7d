import { claimTask } from "../lib/claim-task.ts";
import { exitWithError, runOrExit } from "../lib/command.ts";
import { buildSite, listBuildArguments } from "../lib/local-site.ts";
import { readConfig, readVariable } from "../lib/wrangler-config.ts";
import { askAccount, createAsk } from "../launch/ask-account.ts";
import { checkLaunch, describeFaults } from "../launch/check-launch.ts";
import { readFacts } from "../launch/read-facts.ts";

const dryRun = process.argv.includes("--dry-run");
const config = readConfig("wrangler.toml");

if (!dryRun) await requireNoFaults();
await claimTask("build");
const build = "build/site";
await buildSite(build);
if (dryRun)
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), "--dry-run", "--outdir", `${build}/upload`]);
else {
  for (const { binding } of config.d1_databases)
    await runOrExit("wrangler", ["d1", "migrations", "apply", binding ?? "DB", "--remote"]);
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), ...chooseDomain()]);
}

/** Arguments that make the host of SITE_ORIGIN a custom domain of the Worker, unless wrangler.toml has routes. */
function chooseDomain(): string[] {
  const { hostname } = new URL(readVariable(config, "SITE_ORIGIN") ?? "");
  const isRouted = hostname.endsWith(".workers.dev") || config.route !== undefined || config.routes !== undefined;
  return isRouted ? [] : ["--domain", hostname];
}

/** What a first deployment brings about itself stands in the way of none: migrations, and the first account. */
const mendedByDeploying = new Set(["migrations-pending", "no-super-admin", "not-asked"]);

async function requireNoFaults(): Promise<void> {
  const faults = checkLaunch(readFacts(await askAccount(config, createAsk())));
  const left = faults.filter(({ name }) => !mendedByDeploying.has(name));
  if (left.length === 0) return;
  console.error(describeFaults(left));
  exitWithError(`\n${left.length} faults stand in the way of this deployment. \`npm run launch-check\` lists them.`);
}
