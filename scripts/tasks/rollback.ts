import { createInterface } from "node:readline/promises";
import { rollback } from "../commands/release.ts";
import { exitWithError } from "../lib/command.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { openAccount, readDeployment, readMigrations, readOrigin } from "../release/command.ts";
import { rollBack } from "../release/roll-back.ts";
import { openSite } from "../smoke/open-site.ts";

const { values } = readCommandLine(rollback);
const config = readDeployment(values.env);
const origin = readOrigin(config);
const outcome = await rollBack({
  account: await openAccount(config),
  worker: config.name ?? "",
  site: openSite(origin),
  migrations: readMigrations(config),
  ...(values.to !== undefined && { wanted: values.to }),
  isStaging: readVariable(config, "SITE_STAGE") === "staging",
  env: values.env,
  isDryRun: values["dry-run"] ?? false,
  anyway: values.anyway ?? false,
  agree: (question) => (values.yes ? Promise.resolve(true) : ask(question)),
  say: (line) => console.log(line),
}).catch((error: Error) => exitWithError(error.message));
console.log(
  {
    done: `${origin} answers as it did before. Mend what was wrong, and deploy it.`,
    planned: "Nothing was done.",
    refused: "Nothing was done.",
  }[outcome],
);

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) exitWithError("Nobody is there to agree: add --yes.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
