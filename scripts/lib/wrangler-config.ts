import { type Unstable_Config as Config, unstable_readConfig } from "wrangler";

/** wrangler.toml (`file`) as wrangler itself reads it, with the values of `env` where one is named. */
export function readConfig(file: string, env?: string): Config {
  return unstable_readConfig({ config: file, ...(env ? { env } : {}) }, { hideWarnings: true });
}

/** A variable of wrangler.toml; undefined when it is not there. */
export function readVariable(config: Config, name: string): string | undefined {
  const value = config.vars[name];
  return value === undefined ? undefined : String(value);
}

/** What a command of wrangler ends with that is about the environment of `config`: " --env staging"; "" for the site itself. */
export function writeEnvOption({ targetEnvironment: env }: Config): string {
  return env ? ` --env ${env}` : "";
}

/** A command of npm without other options, about the environment of `config`: "npm run deploy -- --env staging". */
export function writeNpmCommand(script: string, config: Config): string {
  const option = writeEnvOption(config);
  return `npm run ${script}${option && ` --${option}`}`;
}

/** Names that RFC 2606 reserves for examples: no mail arrives there, and there is no site. */
const reserved = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

export function isReservedHost(host: string): boolean {
  return reserved.test(host);
}

/** The host of SITE_ORIGIN; undefined where that is still an example, or no address that a site could have. */
export function readHost(config: Config): string | undefined {
  const origin = readVariable(config, "SITE_ORIGIN") ?? "";
  const { protocol, hostname } = URL.canParse(origin) ? new URL(origin) : { protocol: "", hostname: "" };
  return protocol === "https:" && !isReservedHost(hostname) ? hostname : undefined;
}
