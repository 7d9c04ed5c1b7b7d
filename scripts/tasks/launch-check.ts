import { launchCheck } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError } from "../lib/command.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { addKeptSecrets, askAccount } from "../launch/ask-account.ts";
import { checkLaunch, describeFaults, divideFaults } from "../launch/check-launch.ts";
import { nameSecretsFile } from "../provision/kept-secrets.ts";
import { readFacts } from "../launch/read-facts.ts";
import { readDeployment } from "../release/command.ts";

const { values } = readCommandLine(launchCheck);
const { env } = values;
const config = readDeployment(env);
const account = values.offline ? null : addKeptSecrets(await askAccount(config, await signIn()), nameSecretsFile(env));
const { faults, notes } = divideFaults(checkLaunch(readFacts(account, env), { isStaging: env === "staging" }));
if (notes.length > 0) console.log(`${describeFaults(notes)}\n\nNone of the above keeps you from deploying.\n`);
if (faults.length > 0) {
  console.error(describeFaults(faults));
  exitWithError(`\n${faults.length} faults stand between this folder and its launch.`);
}
const command = `npm run deploy${env ? ` -- --env ${env}` : ""}`;
console.log(values.offline ? "Nothing is left to do in this folder." : `Nothing is left to do: ${command}.`);

function signIn() {
  return chooseAccount(config).catch((error: Error) =>
    exitWithError(`${error.message}\n\`npm run launch-check -- --offline\` asks nobody.`),
  );
}
