import { existsSync } from "node:fs";
import { chooseHost } from "../cloudflare/find-zone.ts";
import { addKeptSecrets, askAccount } from "../launch/ask-account.ts";
import { checkLaunch, countFaults, describeFaults, divideFaults } from "../launch/check-launch.ts";
import { readFacts } from "../launch/read-facts.ts";
import { readSubject } from "../launch/tested-commit.ts";
import { deploy } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError, runOrExit } from "../lib/command.ts";
import { listBuildArguments } from "../lib/local-site.ts";
import { readCommit } from "../lib/read-commit.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { nameSecretsFile, noteUploaded } from "../provision/stored-secrets.ts";
import { applyMigrations } from "../release/apply-migrations.ts";
import { buildRelease, releaseBuild } from "../release/build-release.ts";
import { openAccount, readDeployment, readOrigin, describeRollback } from "../release/command.ts";
import { explainRefusal } from "../release/explain-refusal.ts";
import { findLast, listMigrations, writeLabel } from "../release/label.ts";
import { listObstacles } from "../release/list-obstacles.ts";
import { purgeEdge } from "../release/purge.ts";
import { runWrangler } from "../release/run-wrangler.ts";
import { listDeployed } from "../release/versions.ts";
import { listFailing } from "../smoke/checks/health.ts";
import { openSite } from "../smoke/open-site.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";

const { values } = readCommandLine(deploy);
const { env } = values;
const config = readDeployment(env);
const worker = config.name ?? "";
const secretsFile = nameSecretsFile(env);

if (values["dry-run"]) {
  await buildRelease(env);
  await runOrExit("wrangler", [
    "deploy",
    ...listBuildArguments(releaseBuild),
    "--dry-run",
    "--outdir",
    `${releaseBuild}/upload`,
  ]);
  say(`Nothing was deployed. What would be uploaded is in ${releaseBuild}/upload.`);
  process.exit(0);
}

const account = await openAccount(config);
const host = chooseHost(config, new URL(readOrigin(config)).hostname);
await requireNoFaults();
const site = openSite(readOrigin(config));
const [previous] = await requireFree();
await buildRelease(env);
const failedBefore = await listFailing(site);

say("Migrations");
await applyMigrations(account, config, { env, say: console.log }).catch((error: Error) => exitWithError(error.message));

say("Upload");
const commit = readCommit();
const bringsSecrets = existsSync(secretsFile);
const label = writeLabel(commit, { subject: readSubject(), last: findLast(listMigrations(config)), bringsSecrets });
const secrets = bringsSecrets ? ["--secrets-file", secretsFile] : [];
const named = ["--tag", label.tag, "--message", label.message];
const domain = host === null ? [] : ["--domain", host];
const upload = ["deploy", ...listBuildArguments(releaseBuild), ...domain, ...secrets, ...named];
const rollback = describeRollback({ env, previous, broughtSecrets: bringsSecrets });
const versionId = await uploadVersion();

say(`Smoke test of ${site.origin}`);
const isStaging = readVariable(config, "SITE_STAGE") === "staging";
// The first certificate of a host takes minutes.
const tries = previous === undefined ? 100 : 20;
const failures = await runSmoke(site, { version: commit, isStaging, failedBefore, tries, say: console.log });
if (failures.length > 0)
  exitWithError(`${describeFailures(failures)}\n\n${site.origin} does not answer as it must.\n${rollback}`);

say("Purge");
await purgeEdge(site, { versionId, env }).catch((error: Error) =>
  exitWithError(`\n${site.origin} answers as ${commit}, and passed the smoke test.\n${error.message}`),
);
say(`${site.origin} is live: ${commit}, version ${versionId}.`);
const failing = (await listFailing(site)) ?? [];
if (failing.length > 0) say(`Failing, and not by this deployment: ${failing.join(", ")}. See docs/runbook.md.`);

function say(line: string): void {
  console.log(`\n${line}`);
}

/** Ids of versions that had the traffic. Ends the process where the deployment would overwrite what belongs to others. */
async function requireFree(): Promise<string[]> {
  const deployed = await listDeployed(account, worker);
  const obstacles = await listObstacles(account, config, {
    site: { host: new URL(site.origin).hostname, movesFrom: values["moves-from"]?.toLowerCase() },
    host,
  });
  if (obstacles.length > 0) exitWithError(`\n${obstacles.join("\n")}\nNothing was done.`);
  return deployed;
}

/** The id of the version that has the traffic now. */
async function uploadVersion(): Promise<string> {
  const { code, said } = await runWrangler(account, upload);
  const reason = code === 0 ? null : explainRefusal(said);
  const end = (...lines: (string | null)[]) => exitWithError(`\n${lines.filter(Boolean).join("\n")}`);
  const [present] = await listDeployed(account, worker).catch((error: Error) =>
    end(
      reason ?? error.message,
      `Whether the new version answers cannot be asked now: npm run smoke -- --commit ${commit} says so. Run the same command again.`,
    ),
  );
  if (present === undefined || present === previous)
    return end(
      reason,
      `Nothing was deployed: ${site.origin} answers as before. The migrations stay, and the former code can run with them.`,
      "What wrangler says is above. Mend it, and run the same command again.",
    );
  // The version has them, even where something after the upload has failed.
  noteUploaded(secretsFile);
  if (code !== 0)
    return end(
      reason,
      `The new version has the traffic, but not all that belongs to it was set: its host, schedules or queues. What wrangler says is above.`,
      `Mend it, and run the same command again. ${rollback}`,
    );
  return present;
}

async function requireNoFaults(): Promise<void> {
  const known = addKeptSecrets(await askAccount(config, account), secretsFile);
  const { faults, notes } = divideFaults(checkLaunch(readFacts(known, env), { isStaging: env === "staging" }));
  if (notes.length > 0) console.log(describeFaults(notes));
  if (faults.length === 0) return;
  console.error(describeFaults(faults));
  const command = `npm run launch-check${env ? ` -- --env ${env}` : ""}`;
  exitWithError(`\n${countFaults(faults)} in the way of this deployment. \`${command}\` lists them.`);
}
