import { listProviderMistakes } from "../../../worker/accounts/company-sign-in/settings.ts";
import { listUnknownRoles } from "../../../worker/accounts/managing/roles-in-need.ts";
import { parseInstant } from "../../../worker/lib/former-secret.ts";
import { isReservedHost, readVariable, writeEnvOption, writeNpmCommand } from "../../lib/wrangler-config.ts";
import type { Fault, LaunchFacts } from "../types.ts";
import { findLine } from "./find-line.ts";

type Found = Omit<Fault, "where"> & {
  /** What the line of wrangler.toml begins with, or contains, that is to be mended. The whole file where none does. */
  near: string;
};

/** What is wrong in wrangler.toml. */
export function checkConfiguration(facts: LaunchFacts): Fault[] {
  return [
    ...checkOrigin(facts),
    ...checkPublicHosts(facts),
    ...checkStage(facts),
    ...checkBindings(facts),
    ...checkSecretsInFile(facts),
    ...checkVariables(facts),
  ].map(({ near, name, what, mend }) => ({ name, what, mend, where: findLine(facts, near) }));
}

function checkOrigin({ config }: LaunchFacts): Found[] {
  const origin = readVariable(config, "SITE_ORIGIN");
  const near = "SITE_ORIGIN";
  const mend = 'Set SITE_ORIGIN to the address of the site, such as "https://www.acme.com"';
  if (origin === undefined) return [{ name: "origin-missing", near, what: "SITE_ORIGIN is missing", mend }];
  if (isPublicOrigin(origin)) return [];
  const what = `SITE_ORIGIN is "${origin}", not the site's own origin: https:// and its host name alone`;
  return [{ name: "origin", near, what, mend }];
}

function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = /^(127\..*|\[.*\])$/.test(hostname) || isReservedHost(hostname);
  return origin === text && protocol === "https:" && !isLocal;
}

function checkPublicHosts({ config }: LaunchFacts): Found[] {
  const origin = readVariable(config, "SITE_ORIGIN") ?? "";
  const isOnWorkersDev = origin.endsWith(".workers.dev");
  const found: Found[] = [];
  if (isOnWorkersDev && config.workers_dev !== true)
    found.push({
      name: "workers-dev-off",
      near: "workers_dev",
      what: "SITE_ORIGIN is on workers.dev, which workers_dev switches off",
      mend: "Use a domain of your own, or set workers_dev = true",
    });
  if (!isOnWorkersDev && config.workers_dev === true)
    found.push({
      name: "second-host",
      near: "workers_dev",
      what: "workers_dev opens a second address of the site, which the rules of your zone do not cover",
      mend: "Set workers_dev = false",
    });
  if (config.preview_urls === true && !isForColleagues(config))
    found.push({
      name: "open-previews",
      near: "preview_urls",
      what: "preview_urls opens every version of the site to everybody",
      mend: "Set preview_urls = false",
    });
  return found;
}

const isForColleagues = (config: LaunchFacts["config"]) => config.targetEnvironment === "staging";

/** Staging is not listed and has data of its own; the site is listed. */
function checkStage({ config, configText }: LaunchFacts): Found[] {
  const [isHidden, isStaging] = [readVariable(config, "SITE_STAGE") === "staging", isForColleagues(config)];
  const found: Found[] = [];
  if (isHidden !== isStaging)
    found.push({
      name: isHidden ? "site-hidden" : "staging-listed",
      near: "SITE_STAGE",
      what: isHidden
        ? "SITE_STAGE keeps search engines away from the site"
        : "Search engines would list staging, which SITE_STAGE keeps them from",
      mend: isHidden ? "Delete the line" : 'Set SITE_STAGE = "staging" in [env.staging.vars]',
    });
  if (!isStaging) return found;
  const names = [
    ...config.d1_databases.map(({ database_id: id }) => id),
    ...config.r2_buckets.map(({ bucket_name: name }) => (typeof name === "string" ? name : undefined)),
    ...(config.queues.producers ?? []).map(({ queue }) => queue),
  ];
  for (const name of names)
    if (name && hasLineOutside(configText, name))
      found.push({
        name: "shared-data",
        near: `"${name}"`,
        what: `Staging and the site both use ${name}`,
        mend: "Give staging its own name, delete the id, and run npm run provision -- --env staging",
      });
  return found;
}

/** True when the part of the file before `[env.…]` names it too. */
function hasLineOutside(configText: string, name: string): boolean {
  const [top = ""] = configText.split(/^\[env\./m);
  return top.includes(`"${name}"`);
}

/** What the Worker cannot do without. */
const neededDatabases = ["DB", "SEARCH_DB"];
const neededLimits = ["SIGN_IN_LIMIT", "COLLECT_LIMIT", "CONTACT_LIMIT", "SEARCH_LIMIT", "API_LIMIT", "ERASURE_LIMIT"];

function checkBindings({ config }: LaunchFacts): Found[] {
  const found: Found[] = [];
  const mendDatabase = `Run ${writeNpmCommand("provision", config)}, which makes it and writes its id here`;
  for (const binding of neededDatabases) {
    const database = config.d1_databases.find((each) => each.binding === binding);
    const what = `The database ${binding} is missing`;
    if (!database) found.push({ name: "database-missing", near: "d1_databases", what, mend: mendDatabase });
  }
  for (const { binding, database_id: id } of config.d1_databases)
    if (!id || id.startsWith("00000000-"))
      found.push({
        name: "database-id",
        near: id ?? `"${binding}"`,
        what: `database_id of ${binding} is still the placeholder`,
        mend: mendDatabase,
      });
  if (!config.r2_buckets.some(({ binding }) => binding === "MEDIA"))
    found.push({
      name: "bucket-missing",
      near: "r2_buckets",
      what: "The bucket MEDIA is missing: pictures and documents would have no place",
      mend: "Put [[r2_buckets]] back as the repository has it",
    });
  for (const name of neededLimits)
    if (!config.ratelimits.some((limit) => limit.name === name))
      found.push({
        name: "rate-limit-missing",
        near: "ratelimits",
        what: `The rate limit ${name} is missing`,
        mend: "Put its [[ratelimits]] back as the repository has it",
      });
  for (const { queue } of config.queues.producers ?? [])
    if (queue && !config.queues.consumers?.some((consumer) => consumer.queue === queue))
      found.push({
        name: "queue-without-consumer",
        near: queue,
        what: `Nobody reads the queue ${queue}: its messages would wait for ever`,
        mend: "Put its [[queues.consumers]] back as the repository has it",
      });
  if ((config.triggers.crons ?? []).length < 2)
    found.push({
      name: "jobs-missing",
      near: "crons",
      what: "A schedule is missing: mails, publishing and deletions by term depend on both",
      mend: 'Set crons = ["17 * * * *", "*/5 * * * *"]',
    });
  return found;
}

/** Everybody who reads the repository reads [vars]. */
const secrets = [
  "AUTH_SECRET",
  "AUTH_SECRET_PREVIOUS",
  "BACKUP_KEY",
  "OIDC_CLIENT_SECRET",
  "TURNSTILE_SECRET",
  "BOOTSTRAP_SECRET",
  "DOCUMENT_SCAN_SECRET",
  "SMTP_PASSWORD",
  "MAIL_API_KEY",
];

function checkSecretsInFile({ config }: LaunchFacts): Found[] {
  return secrets
    .filter((name) => readVariable(config, name) !== undefined)
    .map((name) => ({
      name: "secret-in-file",
      near: name,
      what: `${name} is a secret, and everybody who reads the repository reads it here`,
      mend: `Delete the line, make another secret, and store it with \`npx wrangler secret put ${name}${writeEnvOption(config)}\``,
    }));
}

function checkVariables({ config }: LaunchFacts): Found[] {
  const until = readVariable(config, "AUTH_SECRET_PREVIOUS_UNTIL");
  const instant = until ? parseInstant(until) : null;
  const roles = { REQUIRE_SECOND_FACTOR: readVariable(config, "REQUIRE_SECOND_FACTOR") ?? "" };
  const key = readVariable(config, "INDEXNOW_KEY") ?? "";
  const found: Found[] = listProviderMistakes(config.vars).map((what) => ({
    name: "identity-provider",
    near: "OIDC_",
    what,
    mend: 'See "Signing in by your identity provider" in docs/configuration.md',
  }));
  for (const role of listUnknownRoles(roles))
    found.push({
      name: "unknown-role",
      near: "REQUIRE_SECOND_FACTOR",
      what: `REQUIRE_SECOND_FACTOR names "${role}", which is no role`,
      mend: "Write roles of shared/permissions.ts, with commas between them",
    });
  if (until && instant === null)
    found.push({
      name: "former-secret-date",
      near: "AUTH_SECRET_PREVIOUS_UNTIL",
      what: "AUTH_SECRET_PREVIOUS_UNTIL is not an ISO date such as 2027-01-31",
      mend: "Write the day until which the former secret is accepted",
    });
  if (key !== "" && !/^[\w-]{8,128}$/.test(key))
    found.push({
      name: "indexnow-key",
      near: "INDEXNOW_KEY",
      what: "INDEXNOW_KEY has not 8 to 128 letters, digits and hyphens",
      mend: 'Make another one, or set it to ""',
    });
  return found;
}
