import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseEnv } from "node:util";
import { parseInstant, shortestSecret } from "../../worker/lib/former-secret.ts";
import { chooseAccount } from "../cloudflare/choose-account.ts";
import { secretsRotate } from "../commands/release.ts";
import { readCommandLine } from "../lib/read-command-line.ts";
import { exitWithError, root } from "../lib/command.ts";
import { readVariable, writeEnvOption } from "../lib/wrangler-config.ts";
import { nameSecretsFile, nameUploadedFile, readStoredSecrets } from "../provision/stored-secrets.ts";
import { deleteVariable, writeVariable } from "../provision/write-config.ts";
import { readDeployment } from "../release/command.ts";
import { describeJudgement, judgeSecret } from "../release/judge-secret.ts";
import { chooseEnd, drawNext, forgetFormer } from "../release/rotate-secret.ts";

const { values } = readCommandLine(secretsRotate);
const config = readDeployment(values.env);
const inEnv = values.env ? { env: values.env } : {};
const option = values.env ? ` -- --env ${values.env}` : "";
const file = nameSecretsFile(values.env);
const uploaded = nameUploadedFile(file);
const shown = relative(root, file);
const secrets = existsSync(file) ? readFileSync(file, "utf8") : "";
const until = readVariable(config, "AUTH_SECRET_PREVIOUS_UNTIL") ?? "";

if (values.finish) finish();
else await begin();

async function begin(): Promise<void> {
  if (until !== "")
    exitWithError(
      `A replacement runs already: the former secret is accepted until ${until}. End it first: --finish, once that day is over.`,
    );
  const stored = { ...readStoredSecrets(uploaded), ...parseEnv(secrets) };
  const present = process.env["AUTH_SECRET"] ?? stored["AUTH_SECRET"] ?? "";
  if (present === "")
    exitWithError(
      `The present AUTH_SECRET is neither in .secrets/ nor in the environment. Give it: AUTH_SECRET=… ${secretsRotate.run} -- AUTH_SECRET${writeEnvOption(config)}`,
    );
  if (present.length < shortestSecret)
    exitWithError(
      `This AUTH_SECRET has ${present.length} characters: no site runs with less than ${shortestSecret}. Give the one that is deployed.`,
    );
  const judgement = await judgeSecret(present, config, () => chooseAccount(config));
  const said = describeJudgement(judgement, values.env);
  if (judgement === "another") exitWithError(`${said} Nothing was done.`);
  if (said !== "") console.log(said);
  const end = chooseEnd(Date.now());
  const next = orExit(() => drawNext(secrets, present));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, next, { mode: 0o600 });
  editConfig((toml) => writeVariable(toml, { name: "AUTH_SECRET_PREVIOUS_UNTIL", value: end, ...inEnv }));
  console.log(`The next AUTH_SECRET and the present one are in ${shown}: put both into your password manager.
wrangler.toml accepts the present one until ${end}. Nothing is deployed yet. Next:
  git commit -am "Replace AUTH_SECRET" && npm test -- all && npm run deploy${option}
After ${end}: npm run secrets:rotate -- AUTH_SECRET --finish${values.env ? ` --env ${values.env}` : ""}`);
}

function finish(): void {
  const instant = parseInstant(until);
  if (until === "") exitWithError("No replacement runs: AUTH_SECRET_PREVIOUS_UNTIL is not in wrangler.toml.");
  if (instant !== null && instant > Date.now())
    exitWithError(`The former secret is accepted until ${until}. Until then it opens what it made: wait.`);
  for (const each of [file, uploaded])
    if (existsSync(each))
      writeFileSync(
        each,
        orExit(() => forgetFormer(readFileSync(each, "utf8"))),
        {
          mode: 0o600,
        },
      );
  editConfig((toml) => deleteVariable(toml, { name: "AUTH_SECRET_PREVIOUS_UNTIL", ...inEnv }));
  console.log(`wrangler.toml and .secrets/ know the former secret no more. Next:
  npx wrangler secret delete AUTH_SECRET_PREVIOUS${values.env ? ` --env ${values.env}` : ""}
  git commit -am "End the replacement of AUTH_SECRET" && npm test -- all && npm run deploy${option}`);
}

/** The text that is to be written, or the end of the process before anything is. */
function orExit(make: () => string): string {
  try {
    return make();
  } catch (error) {
    return exitWithError(`${(error as Error).message}\nNothing was done.`);
  }
}

function editConfig(edit: (toml: string) => string): void {
  const toml = join(root, "wrangler.toml");
  writeFileSync(toml, edit(readFileSync(toml, "utf8")));
}
