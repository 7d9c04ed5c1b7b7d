import { parseArgs } from "node:util";
import { exitWithError } from "../lib/command.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { askAccount } from "../launch/ask-account.ts";
import { checkLaunch, describeFaults } from "../launch/check-launch.ts";
import { readFacts } from "../launch/read-facts.ts";

const usage = `Usage: npm run launch-check [-- --offline] [--env staging]

Lists everything that stands between this folder and its launch, each with the place where it is mended.

  (nothing)      also asks the account at Cloudflare: secrets, migrations, accounts of the demo, mail
  --offline      asks nobody
  --env NAME     an environment of wrangler.toml; the words of "staging" may still be examples
  --help         shows this`;

const { values } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const { config } = readFacts(null, values.env);
const account = values.offline ? null : await askAccount(config, await signIn());
const faults = checkLaunch(readFacts(account, values.env), { isStaging: values.env === "staging" });
if (faults.length > 0) {
  console.error(describeFaults(faults));
  exitWithError(`\n${faults.length} faults stand between this folder and its launch.`);
}
console.log(values.offline ? "Nothing is left to do in this folder." : "Nothing is left to do: npm run deploy.");

function signIn() {
  return chooseAccount(config).catch((error: Error) =>
    exitWithError(`${error.message}\n\`npm run launch-check -- --offline\` asks nobody.`),
  );
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        offline: { type: "boolean" },
        env: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const [first = ""] = (error as Error).message.split(". ");
    return exitWithError(`${first}.\n\n${usage}`);
  }
}
