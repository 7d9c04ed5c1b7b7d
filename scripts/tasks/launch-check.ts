import { launchCheck } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError } from "../lib/command.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { addKeptSecrets, askAccount } from "../launch/ask-account.ts";
import { checkLaunch, countFaults, describeFaults, divideFaults } from "../launch/check-launch.ts";
import { nameSecretsFile } from "../provision/stored-secrets.ts";
import { readFacts } from "../launch/read-facts.ts";
import { readDeployment } from "../release/command.ts";

const { values } = readCommandLine(launchCheck);
const { env } = values;
const config = readDeployment(env);
/** Why the account was not asked; what needs nobody is checked all the same. */
let unasked = "";
const signedIn = values.offline ? null : await chooseAccount(config).catch(noteUnasked);
const account = signedIn && addKeptSecrets(await askAccount(config, signedIn), nameSecretsFile(env));
const { faults, notes } = divideFaults(checkLaunch(readFacts(account, env), { isStaging: env === "staging" }));
if (notes.length > 0) console.log(`${describeFaults(notes)}\n\nNone of the above keeps you from deploying.\n`);
if (faults.length > 0) {
  console.error(describeFaults(faults));
  exitWithError(`\n${countFaults(faults)} between this folder and its launch.${unasked}`);
}
if (unasked) exitWithError(`Nothing is left to do in this folder.${unasked}`);
const command = `npm run deploy${env ? ` -- --env ${env}` : ""}`;
console.log(values.offline ? "Nothing is left to do in this folder." : `Nothing is left to do: ${command}.`);

function noteUnasked({ message }: Error): null {
  unasked = `\n\nThe account was not asked. ${message}\n\`npm run launch-check -- --offline\` asks nobody.`;
  return null;
}
