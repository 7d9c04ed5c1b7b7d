import { execFileSync } from "node:child_process";
import { readSubject } from "../launch/tested-commit.ts";
import { askAccount } from "../launch/ask-account.ts";
import { preview } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError, root, runOrExit } from "../lib/command.ts";
import { listBuildArguments } from "../lib/local-site.ts";
import { readCommit } from "../lib/read-commit.ts";
import { applyMigrations } from "../release/apply-migrations.ts";
import { buildRelease, releaseBuild } from "../release/build-release.ts";
import { openAccount, readDeployment, readOrigin } from "../release/command.ts";
import { findLast, listMigrations, writeLabel } from "../release/label.ts";
import { nameAlias } from "../release/preview-alias.ts";
import { listDeployed } from "../release/versions.ts";
import { listFailing } from "../smoke/checks/health.ts";
import { openSite } from "../smoke/open-site.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";

const { values } = readCommandLine(preview);
const env = values.env ?? "staging";
const config = readDeployment(env);
const worker = config.name ?? "";
if (config.preview_urls !== true) exitWithError(`[env.${env}] in wrangler.toml has no preview_urls = true.`);
const branch = values.branch ?? readBranch();
const alias = makeAlias();

const account = values["dry-run"] ? null : await openAccount(config);
const inAccount = account ? { env: { CLOUDFLARE_ACCOUNT_ID: account.accountId } } : {};
const subdomain = account ? (await account.ask<{ subdomain: string }>("/workers/subdomain")).subdomain : "<subdomain>";
const origin = `https://${alias}-${worker}.${subdomain}.workers.dev`;
console.log(`${branch} becomes ${origin}`);
if (account) await prepareStaging();
await buildRelease(env);
const commit = readCommit();
const label = writeLabel(commit, { subject: readSubject(), last: findLast(listMigrations(config)) });
// The version answers on this address, and sends every other to it.
const named = [
  "--preview-alias",
  alias,
  "--var",
  `SITE_ORIGIN:${origin}`,
  "--tag",
  label.tag,
  "--message",
  label.message,
];
const rest = account ? [] : ["--dry-run", "--outdir", `${releaseBuild}/upload`];
await runOrExit("wrangler", ["versions", "upload", ...listBuildArguments(releaseBuild), ...named, ...rest], inAccount);
if (account) {
  const failures = await runSmoke(openSite(origin), {
    version: commit,
    isStaging: true,
    // Its data is staging's, and so is what is wrong with that.
    failedBefore: await listFailing(openSite(readOrigin(config))),
    say: (line) => console.log(line),
  });
  if (failures.length > 0) exitWithError(describeFailures(failures));
  console.log(`\n${origin} shows ${branch} (${commit}).`);
}

/** Staging must be there, and have the tables that the branch expects. */
async function prepareStaging(): Promise<void> {
  if (!account) return;
  if ((await listDeployed(account, worker)).length === 0)
    exitWithError(`Nothing is deployed as staging yet: run npm run deploy -- --env ${env} first.`);
  const { pendingMigrations } = await askAccount(config, account);
  const pending = Object.entries(pendingMigrations ?? {}).filter(([, names]) => names.length > 0);
  if (pending.length === 0) return;
  if (!values.migrate)
    exitWithError(
      `Staging lacks ${pending.flatMap(([, names]) => names).join(", ")}. Add --migrate: its databases keep them, for all branches.`,
    );
  await applyMigrations(account, config, { env, say: console.log }).catch((error: Error) =>
    exitWithError(error.message),
  );
}

function makeAlias(): string {
  try {
    return nameAlias(branch, worker);
  } catch (error) {
    return exitWithError((error as Error).message);
  }
}

/** In a workflow the folder has no branch, and GitHub names it. */
function readBranch(): string {
  const branch = process.env["GITHUB_HEAD_REF"] || process.env["GITHUB_REF_NAME"];
  if (branch) return branch;
  try {
    return execFileSync("git", ["rev-parse", "--abbrev-ref", "HEAD"], {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    return exitWithError("This folder is no repository: add --branch NAME.");
  }
}
