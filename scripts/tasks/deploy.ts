import { existsSync } from "node:fs";
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError, runOrExit } from "../lib/command.ts";
import { buildSite, listBuildArguments } from "../lib/local-site.ts";
import { readConfig, readVariable } from "../lib/wrangler-config.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { askAccount } from "../launch/ask-account.ts";
import { checkLaunch, describeFaults } from "../launch/check-launch.ts";
import { readFacts } from "../launch/read-facts.ts";
import { nameSecretsFile, readKeptSecrets } from "../provision/kept-secrets.ts";

const dryRun = process.argv.includes("--dry-run");
const config = readConfig("wrangler.toml");
const secretsFile = nameSecretsFile();

if (!dryRun) await requireNoFaults();
await claimTask("build");
const build = "build/site";
await buildSite(build);
if (dryRun)
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), "--dry-run", "--outdir", `${build}/upload`]);
else {
  for (const { binding } of config.d1_databases)
    await runOrExit("wrangler", ["d1", "migrations", "apply", binding ?? "DB", "--remote"]);
  const secrets = existsSync(secretsFile) ? ["--secrets-file", secretsFile] : [];
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), ...chooseDomain(), ...secrets]);
}

/** Arguments that make the host of SITE_ORIGIN a custom domain of the Worker, unless wrangler.toml has routes. */
function chooseDomain(): string[] {
  const { hostname } = new URL(readVariable(config, "SITE_ORIGIN") ?? "");
  const isRouted = hostname.endsWith(".workers.dev") || config.route !== undefined || config.routes !== undefined;
  return isRouted ? [] : ["--domain", hostname];
}

/**
 * What stands in the way of no deployment: it applies migrations itself, the first account is made after the first one, and a
 * sign-in may have no right to ask for everything.
 */
const shownAlone = new Set(["migrations-pending", "no-super-admin", "not-asked"]);

async function requireNoFaults(): Promise<void> {
  const account = await chooseAccount(config).catch((error: Error) => exitWithError(error.message));
  const known = await askAccount(config, account);
  const uploaded = Object.keys(readKeptSecrets(secretsFile));
  const secrets = known.secrets && [...known.secrets, ...uploaded];
  const faults = checkLaunch(readFacts({ ...known, secrets }));
  const left = faults.filter(({ name }) => !shownAlone.has(name));
  if (faults.length > 0) console.error(describeFaults(left.length > 0 ? left : faults));
  if (left.length > 0)
    exitWithError(`\n${left.length} faults stand in the way of this deployment. \`npm run launch-check\` lists them.`);
}
