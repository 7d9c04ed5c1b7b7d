import { purge } from "../commands/release.ts";
import { exitWithError } from "../lib/command.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { openAccount, readDeployment, readOrigin } from "../release/command.ts";
import { purgeEdge } from "../release/purge.ts";
import { listDeployed, nothingDeployed } from "../release/versions.ts";
import { openSite } from "../smoke/open-site.ts";

const {
  values: { env },
} = readCommandLine(purge);
const config = readDeployment(env);
const account = await openAccount(config);
const [versionId] = await listDeployed(account, config.name ?? "");
if (versionId === undefined) exitWithError(nothingDeployed);
await purgeEdge(openSite(readOrigin(config)), { versionId, env }).catch((error: Error) => exitWithError(error.message));
console.log("The edge's cache is empty.");
