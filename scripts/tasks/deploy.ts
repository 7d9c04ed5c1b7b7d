import { brand } from "../../app/content/brand.ts";
import { claimTask } from "../lib/claim-task.ts";
import { runOrExit } from "../lib/command.ts";
import { buildSite, listBuildArguments } from "../lib/local-site.ts";
import { listPlaceholders, listReminders, readConfig, readVariable } from "../lib/placeholders.ts";

const dryRun = process.argv.includes("--dry-run");
const config = readConfig("wrangler.toml");

if (!dryRun) requireNoPlaceholders();
for (const reminder of listReminders(config)) console.warn(`${reminder}. See "Replacing AUTH_SECRET" in README.md.`);
await claimTask("build");
const build = "build/site";
await buildSite(build);
if (dryRun)
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), "--dry-run", "--outdir", `${build}/upload`]);
else {
  for (const database of ["DB", "SEARCH_DB"])
    await runOrExit("wrangler", ["d1", "migrations", "apply", database, "--remote"]);
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), ...chooseDomain()]);
}

function requireNoPlaceholders() {
  const mistakes = listPlaceholders(config, brand);
  if (mistakes.length === 0) return;
  for (const mistake of mistakes) console.error(`${mistake}. See "Deploying" in README.md.`);
  process.exit(1);
}

/** Arguments that make the host of SITE_ORIGIN a custom domain of the Worker, unless wrangler.toml has routes. */
function chooseDomain(): string[] {
  const { hostname } = new URL(readVariable(config, "SITE_ORIGIN") ?? "");
  const isRouted = hostname.endsWith(".workers.dev") || config.route !== undefined || config.routes !== undefined;
  return isRouted ? [] : ["--domain", hostname];
}
