import { createInterface } from "node:readline/promises";
import { exitWithError } from "../lib/command.ts";
import { readVariable } from "../lib/wrangler-config.ts";
import { openAccount, readDeployment, readMigrations, readOrigin, readReleaseOptions } from "../release/command.ts";
import { rollBack } from "../release/roll-back.ts";
import { openSite } from "../smoke/open-site.ts";

const usage = `Usage: npm run rollback [-- --to VERSION] [--env staging] [--dry-run]

Gives the traffic back to a former version of the Worker. Shows the versions, what has come since and whether the former
code can run with it; then asks. Databases and files stay as they are: migrations are never taken back.

  (nothing)      the version that was deployed before
  --to VERSION   its id or its commit, or the beginning of either
  --env NAME     an environment of wrangler.toml
  --dry-run      shows the plan, and does nothing
  --yes          does not ask
  --anyway       also where the former code may not run with what is there now
  --help         shows this`;

const values = readReleaseOptions(usage, {
  to: { type: "string" },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  anyway: { type: "boolean" },
});
const config = readDeployment(values.env);
const origin = readOrigin(config);
const outcome = await rollBack({
  account: await openAccount(config),
  worker: config.name ?? "",
  site: openSite(origin),
  migrations: readMigrations(config),
  ...(values.to !== undefined && { wanted: values.to }),
  isStaging: readVariable(config, "SITE_STAGE") === "staging",
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
