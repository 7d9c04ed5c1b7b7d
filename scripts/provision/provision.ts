import type { Unstable_Config as Config } from "wrangler";
import type { Cloudflare } from "../cloudflare/api.ts";
import { chooseHost, findZone } from "../cloudflare/find-zone.ts";
import { describeStep, listNeeded, planSteps } from "./plan.ts";
import { listTaken } from "./find-owners.ts";
import { listExisting, makeResource } from "./resources.ts";
import { Refusal } from "./refusal.ts";
import { listElsewhere, readWritten, settleRegion } from "./settle-region.ts";
import { describeRegion, type Region } from "./types.ts";
import { writeDatabaseId, writeDataRegion, writeJurisdiction, writeVariable } from "./write-config.ts";

export interface Provision {
  account: Cloudflare;
  config: Config;
  /** Where the data is to be stored; undefined: as it is written down, or where the database is. */
  region?: Region | undefined;
  /** Asks for the region where nothing knows it. */
  chooseRegion(): Promise<Region>;
  /** Host name of the site. */
  domain: string;
  /** The host that the site had until now, where it moves to another one. */
  movesFrom?: string | undefined;
  env?: string;
  isDryRun: boolean;
  /** Files by their names in the repository. */
  files: { read(name: string): string; write(name: string, text: string): void };
  secrets: { stored: readonly string[]; keep(name: string): void };
  /** A line for the person who runs it. */
  say(line: string): void;
}

/**
 * Makes what the account lacks, and writes ids, region and address into wrangler.toml and the legal pages. What is there is
 * left as it is, so it can be run again, also after it has stopped in the middle: each id is written as soon as it is known.
 * Gives back the names of the secrets that were drawn.
 * @throws {CloudflareError} with what Cloudflare refused
 * @throws {Refusal} before anything is made: what is found belongs to another site, or is in another place than was asked for,
 * or the account has no domain for the host
 */
export async function provision(options: Provision): Promise<string[]> {
  const { account, config, domain, env, isDryRun, secrets, say } = options;
  const inEnv = env ? { env } : {};
  const needed = listNeeded(config);
  await requireDomain(account, chooseHost(config, domain));
  const existing = await listExisting(config, account, needed);
  const site = { host: domain, movesFrom: options.movesFrom };
  const taken = await listTaken({ account, config, site, needed, existing });
  if (taken.length > 0) throw new Refusal(taken.join("\n"));
  const region = await settleRegion({
    asked: options.region,
    // The legal pages are those of the site, not of staging.
    written: readWritten(config, env ? null : options.files.read(legalFile)),
    needed,
    existing,
    choose: options.chooseRegion,
  });
  for (const line of listElsewhere(region, { needed, existing })) say(line);
  const written = new Set<string>();
  const write = (name: string, edit: (text: string) => string) => {
    if (change(options, name, edit)) written.add(name);
  };
  const steps = planSteps(needed, existing, { region, storedSecrets: secrets.stored });
  for (const { binding, name } of needed.databases) {
    const found = existing.databases.find((database) => database.name === name);
    if (!found) continue;
    say(`there is D1 database ${name}`);
    write("wrangler.toml", (toml) => writeDatabaseId(toml, { binding, id: found.uuid, ...inEnv }));
  }
  for (const step of steps) {
    say(`${isDryRun ? "would make" : "make"} ${describeStep(step)}`);
    if (isDryRun) continue;
    if (step.kind === "secret") secrets.keep(step.name);
    else {
      const id = await makeResource(account, step, region);
      if (step.kind === "database" && id)
        write("wrangler.toml", (toml) => writeDatabaseId(toml, { binding: step.binding, id, ...inEnv }));
    }
  }
  write("wrangler.toml", (toml) =>
    writeJurisdiction(writeVariable(toml, { name: "SITE_ORIGIN", value: `https://${domain}`, ...inEnv }), region, env),
  );
  if (!env) write(legalFile, (legal) => writeDataRegion(legal, describeRegion(region)));
  if (steps.length === 0 && written.size === 0) say("Nothing was missing.");
  return isDryRun ? [] : steps.flatMap(({ kind, name }) => (kind === "secret" ? [name] : []));
}

interface End {
  /** Names of secrets, as `provision` gives them back. */
  drawn: readonly string[];
  /** Where they are, as it is shown. */
  file: string;
  env?: string | undefined;
}

/** What is to be done after it. */
export function tellNext({ drawn, file, env }: End): string {
  const secrets = `Secrets that were drawn are in ${file}: put them into your password manager. npm run deploy uploads them.\n`;
  return `${drawn.length > 0 ? secrets : ""}Next: npm run launch-check${env ? ` -- --env ${env}` : ""}`;
}

/** @throws {Refusal} where the account has no domain for a host that is to be the Worker's own */
async function requireDomain(account: Cloudflare, host: string | null): Promise<void> {
  if (host === null || (await findZone(account, host)) !== null) return;
  throw new Refusal(
    `No domain of the account has the host ${host}. Add the domain (docs/going-live.md, step 1), or give another host: --domain.`,
  );
}

const legalFile = "app/content/legal.ts";

/** True where there is something to write. */
function change({ files, isDryRun, say }: Provision, name: string, edit: (text: string) => string): boolean {
  const before = files.read(name);
  const after = edit(before);
  if (after === before) return false;
  const left = before.split("\n");
  const changed = after.split("\n").filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const shown = new Set(changed.map((line) => line.trim()));
  say(`${isDryRun ? "would write" : "write"} ${name}: ${[...shown].join(", ")}`);
  if (!isDryRun) files.write(name, after);
  return true;
}
