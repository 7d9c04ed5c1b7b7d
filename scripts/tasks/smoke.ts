import { smoke } from "../commands/release.ts";
import { exitWithError } from "../lib/command.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { readDeployment, readOrigin } from "../release/command.ts";
import { openSite } from "../smoke/open-site.ts";
import { describeFailures, runSmoke } from "../smoke/run-smoke.ts";

const {
  values: { url, commit, env },
} = readCommandLine(smoke);
const config = readDeployment(env);
if (url !== undefined && !URL.canParse(url))
  exitWithError(`"${url}" is no address: give one such as https://www.example.com.`);
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
