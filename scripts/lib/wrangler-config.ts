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

/** Names that RFC 2606 reserves for examples: no mail arrives there, and there is no site. */
const reserved = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

export function isReservedHost(host: string): boolean {
  return reserved.test(host);
}
