import { exitWithError } from "../lib/command.ts";
import { openAccount, readDeployment, readOrigin, readReleaseOptions } from "../release/command.ts";
import { purgeEdge } from "../release/purge.ts";
import { listDeployed } from "../release/versions.ts";
import { openSite } from "../smoke/open-site.ts";

const usage = `Usage: npm run purge [-- --env staging]

Empties the edge's cache of the version that has the traffic. \`npm run deploy\` and \`npm run rollback\` do it themselves;
repeat it where they could not.

  --env NAME     an environment of wrangler.toml
  --help         shows this`;

const { env } = readReleaseOptions(usage, {});
const config = readDeployment(env);
const account = await openAccount(config);
const [versionId] = await listDeployed(account, config.name ?? "");
if (versionId === undefined) exitWithError("Nothing is deployed yet.");
await purgeEdge(openSite(readOrigin(config)), { versionId }).catch((error: Error) => exitWithError(error.message));
console.log("The edge's cache is empty.");
