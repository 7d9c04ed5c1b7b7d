import { brand } from "../../app/content/brand.ts";
import { claimTask } from "../lib/claim-task.ts";
import { mustRun } from "../lib/command.ts";
import { buildSite, pickBuild } from "../lib/local-site.ts";
import { listPlaceholders, readConfig, readVariable } from "../lib/placeholders.ts";

const dryRun = process.argv.includes("--dry-run");
const config = readConfig("wrangler.toml");

if (!dryRun) refusePlaceholders();
await claimTask("build");
const build = "build/site";
await buildSite(build);
if (dryRun) await mustRun("wrangler", ["deploy", ...pickBuild(build), "--dry-run", "--outdir", `${build}/upload`]);
else {
  await mustRun("wrangler", ["d1", "migrations", "apply", "DB", "--remote"]);
  await mustRun("wrangler", ["deploy", ...pickBuild(build), ...chooseDomain()]);
}

function refusePlaceholders() {
  const mistakes = listPlaceholders(config, brand);
  if (mistakes.length === 0) return;
  for (const mistake of mistakes) console.error(`${mistake}. See "Deploying" in README.md.`);
  process.exit(1);
}

/** The site's one name leads to the Worker, unless wrangler.toml says by routes of its own what does. */
function chooseDomain(): string[] {
  const { hostname } = new URL(readVariable(config, "SITE_ORIGIN") ?? "");
  const isRouted = hostname.endsWith(".workers.dev") || config.route !== undefined || config.routes !== undefined;
  return isRouted ? [] : ["--domain", hostname];
}
