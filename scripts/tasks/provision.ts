import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { provision as provisionCommand } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError, root } from "../lib/command.ts";
import { isReservedHost, readHost } from "../lib/wrangler-config.ts";
import { keepSecret, nameSecretsFile, readStoredSecrets } from "../provision/stored-secrets.ts";
import { provision, tellNext } from "../provision/provision.ts";
import { Refusal } from "../provision/refusal.ts";
import { readDeployment } from "../release/command.ts";
import { describeRegion, hints, isRegion, jurisdictions, type Region } from "../provision/types.ts";

const { values } = readCommandLine(provisionCommand);
const { env } = values;
const config = readDeployment(env);
const domain = values.domain ?? readHost(config) ?? (await ask("Host of the site, such as www.acme.com: "));
if (!/^(?=.{4,253}$)([a-z0-9-]{1,63}\.)+[a-z]{2,}$/i.test(domain) || isReservedHost(domain))
  exitWithError(`"${domain}" is no host name that a site can have.`);
const account = await chooseAccount(config, values.account).catch((error: Error) => exitWithError(error.message));

const secretsFile = nameSecretsFile(env);
let drawn: string[] = [];
try {
  drawn = await provision({
    account,
    config,
    region: values.region === undefined ? undefined : requireRegion(values.region),
    chooseRegion: async () => requireRegion(await ask(`${listRegions()}\nWhere the data is kept, for good: `)),
    domain: domain.toLowerCase(),
    movesFrom: values["moves-from"]?.toLowerCase(),
    ...(env && { env }),
    isDryRun: values["dry-run"] ?? false,
    files: {
      read: (name) => readFileSync(join(root, name), "utf8"),
      write: (name, text) => writeFileSync(join(root, name), text),
    },
    secrets: {
      stored: Object.keys(readStoredSecrets(secretsFile)),
      keep: (name) => keepSecret(secretsFile, name),
    },
    say: (line) => console.log(line),
  });
} catch (error) {
  if (error instanceof Refusal) exitWithError(`${error.message}\nNothing was done.`);
  exitWithError(
    `${(error as Error).message}\nWhat was made before this is written down. Mend it, and run the same command again.`,
  );
}
if (!values["dry-run"]) console.log(`\n${tellNext({ drawn, file: relative(root, secretsFile), env })}`);

function requireRegion(text: string): Region {
  return isRegion(text) ? text : exitWithError(`"${text}" is none of these places.\n${listRegions()}`);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    exitWithError(
      `${question.trim()}\nNobody is there to answer: give it as an option. \`npm run provision -- --help\` lists them.`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

function listRegions(): string {
  return [...Object.keys(jurisdictions), ...Object.keys(hints)]
    .map((name) => `  ${name.padEnd(8)} ${describeRegion(name as Region)}`)
    .join("\n");
}
