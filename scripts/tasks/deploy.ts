import { existsSync } from "node:fs";
import { addKeptSecrets, askAccount } from "../launch/ask-account.ts";
import { checkLaunch, describeFaults, divideFaults } from "../launch/check-launch.ts";
import { readFacts } from "../launch/read-facts.ts";
import { readSubject } from "../launch/tested-commit.ts";
import { deploy } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { claimTask } from "../lib/claim-task.ts";
import { exitWithError, runCommand, runOrExit } from "../lib/command.ts";
import { buildSite, listBuildArguments } from "../lib/local-site.ts";
import { readCommit } from "../lib/read-commit.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { nameSecretsFile, noteUploaded } from "../provision/kept-secrets.ts";
import { openAccount, readDeployment, readOrigin, tellWayBack } from "../release/command.ts";
import { findLast, listMigrations, writeLabel } from "../release/label.ts";
import { purgeEdge } from "../release/purge.ts";
import { listDeployed } from "../release/versions.ts";
import { listFailing } from "../smoke/checks/health.ts";
import { openSite } from "../smoke/open-site.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";

const { values } = readCommandLine(deploy);
const { env } = values;
const config = readDeployment(env);
const worker = config.name ?? "";
const secretsFile = nameSecretsFile(env);
const build = "build/site";

if (values["dry-run"]) {
  await makeBuild();
  await runOrExit("wrangler", ["deploy", ...listBuildArguments(build), "--dry-run", "--outdir", `${build}/upload`]);
  process.exit(0);
}

const account = await openAccount(config);
const inAccount = { env: { CLOUDFLARE_ACCOUNT_ID: account.accountId } };
await requireNoFaults();
await makeBuild();
const site = openSite(readOrigin(config));
const [previous] = await listDeployed(account, worker);
const failedBefore = await listFailing(site);

say("Migrations");
for (const { binding = "DB" } of config.d1_databases)
  await runOrExit("wrangler", ["d1", "migrations", "apply", binding, "--remote", "--env", env ?? ""], inAccount);

say("Upload");
const commit = readCommit();
const label = writeLabel(commit, { subject: readSubject(), last: findLast(listMigrations(config)) });
const secrets = existsSync(secretsFile) ? ["--secrets-file", secretsFile] : [];
const named = ["--tag", label.tag, "--message", label.message];
const upload = ["deploy", ...listBuildArguments(build), ...chooseDomain(), ...secrets, ...named];
const code = await runCommand("wrangler", upload, inAccount);
const [versionId] = await listDeployed(account, worker);
if (code !== 0 || versionId === undefined || versionId === previous)
  exitWithError(
    `\nNothing was deployed: ${site.origin} answers as before. The migrations stay, and the former code can run with them.
Look at what wrangler says above, and run the same command again.`,
  );

noteUploaded(secretsFile);
say(`Smoke test of ${site.origin}`);
const isStaging = readVariable(config, "SITE_STAGE") === "staging";
// The first certificate of a host takes minutes.
const tries = previous === undefined ? 100 : 20;
const failures = await runSmoke(site, { version: commit, isStaging, failedBefore, tries, say: console.log });
if (failures.length > 0)
  exitWithError(
    `${describeFailures(failures)}\n\n${site.origin} does not answer as it must.\n${tellWayBack(env, previous)}`,
  );

say("Purge");
await purgeEdge(site, { versionId }).catch((error: Error) => exitWithError(error.message));
say(`${site.origin} is live: ${commit}, version ${versionId}.`);
const failing = (await listFailing(site)) ?? [];
if (failing.length > 0) say(`Failing, and not by this deployment: ${failing.join(", ")}. See docs/runbook.md.`);

async function makeBuild(): Promise<void> {
  await claimTask("build");
  await buildSite(build, env);
}

function say(line: string): void {
  console.log(`\n${line}`);
}

/** Arguments that make the host of SITE_ORIGIN a custom domain of the Worker, unless wrangler.toml has routes. */
function chooseDomain(): string[] {
  const { hostname } = new URL(readOrigin(config));
  const isRouted = hostname.endsWith(".workers.dev") || config.route !== undefined || config.routes !== undefined;
  return isRouted ? [] : ["--domain", hostname];
}

async function requireNoFaults(): Promise<void> {
  const known = addKeptSecrets(await askAccount(config, account), secretsFile);
  const { faults, notes } = divideFaults(checkLaunch(readFacts(known, env), { isStaging: env === "staging" }));
  if (notes.length > 0) console.log(describeFaults(notes));
  if (faults.length === 0) return;
  console.error(describeFaults(faults));
  const command = `npm run launch-check${env ? ` -- --env ${env}` : ""}`;
  exitWithError(`\n${faults.length} faults stand in the way of this deployment. \`${command}\` lists them.`);
}
