import { exitWithError } from "../lib/command.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { readDeployment, readOrigin, readReleaseOptions } from "../release/command.ts";
import { openSite } from "../smoke/open-site.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";

const usage = `Usage: npm run smoke [-- --url https://www.example.com] [--commit 1a2b3c4d] [--env staging]

Asks a deployed site what it must answer: version, health, pages, forms, feeds, headers, guards. Changes nothing.

  (nothing)      the address in wrangler.toml (SITE_ORIGIN)
  --url ADDRESS  another address
  --commit ID    the site must answer as this commit
  --env NAME     an environment of wrangler.toml
  --help         shows this`;

const { url, commit, env } = readReleaseOptions(usage, { url: { type: "string" }, commit: { type: "string" } });
const config = readDeployment(env);
if (url !== undefined && !URL.canParse(url)) exitWithError(`"${url}" is no address.\n\n${usage}`);
const origin = url === undefined ? readOrigin(config) : new URL(url).origin;
console.log(`Asking ${origin}:`);
const failures = await runSmoke(openSite(origin), {
  version: commit ?? null,
  isStaging: readVariable(config, "SITE_STAGE") === "staging",
  failedBefore: [],
  tries: 2,
  say: (line) => console.log(line),
});
if (failures.length > 0) exitWithError(`${describeFailures(failures)}\n\n${failures.length} of them failed.`);
console.log("All is well.");
