import { type Unstable_Config as Config, unstable_readConfig } from "wrangler";
import { listProviderMistakes } from "../../worker/accounts/oidc/settings.ts";
import { listUnknownRoles } from "../../worker/accounts/roles-in-need.ts";
import { parseInstant } from "../../worker/lib/former-secret.ts";

/** Names that RFC 2606 reserves for examples: no mail arrives there, and there is no site. */
const reserved = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;

/** wrangler.toml (`file`) as wrangler itself reads it. */
export function readConfig(file: string): Config {
  return unstable_readConfig({ config: file }, { hideWarnings: true });
}

/**
 * The values in wrangler.toml and the brand that are missing, wrong or still placeholders, one sentence each. An empty address
 * is valid: the site then sends no such mail.
 */
export function listPlaceholders(config: Config, brand: Readonly<Record<string, unknown>>): string[] {
  const addresses = [
    ...["MAIL_FROM", "MAIL_TEST_TO"].map((name) => ({
      where: "wrangler.toml",
      name,
      address: readVariable(config, name),
    })),
    ...Object.entries(brand)
      .filter(([name]) => name.endsWith("Email"))
      .map(([name, address]) => ({ where: "app/content/brand.ts", name, address: String(address) })),
  ];
  return [
    ...listOriginMistakes(config),
    ...listProviderMistakes(config.vars).map((mistake) => `wrangler.toml: ${mistake}`),
    ...listUnknownRoles({ REQUIRE_SECOND_FACTOR: readVariable(config, "REQUIRE_SECOND_FACTOR") ?? "" }).map(
      (name) => `wrangler.toml: REQUIRE_SECOND_FACTOR names "${name}", which is no role`,
    ),
    ...listSecretMistakes(config),
    ...(config.d1_databases.some(({ database_id }) => database_id?.startsWith("00000000-"))
      ? ["wrangler.toml: database_id is still the placeholder"]
      : []),
    ...addresses.flatMap(({ where, name, address }) => {
      if (address === undefined) return [`${where}: ${name} is missing; "" stands for no address`];
      const isReserved = reserved.test(address.split("@").at(-1) ?? "");
      return isReserved ? [`${where}: ${name} is "${address}", where no mail arrives`] : [];
    }),
  ];
}

function listOriginMistakes(config: Config): string[] {
  const origin = readVariable(config, "SITE_ORIGIN");
  if (origin === undefined) return ["wrangler.toml: SITE_ORIGIN is missing"];
  if (!isPublicOrigin(origin))
    return [`wrangler.toml: SITE_ORIGIN is "${origin}", not the site's own origin: https:// and its host name alone`];
  if (origin.endsWith(".workers.dev") && config.workers_dev !== true)
    return ["wrangler.toml: SITE_ORIGIN is on workers.dev, which workers_dev switches off"];
  return [];
}

/** Everybody who reads the repository reads [vars]. */
function listSecretMistakes(config: Config): string[] {
  const secrets = ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "OIDC_CLIENT_SECRET", "TURNSTILE_SECRET", "BOOTSTRAP_SECRET"];
  const until = readVariable(config, "AUTH_SECRET_PREVIOUS_UNTIL");
  return [
    ...secrets
      .filter((name) => readVariable(config, name) !== undefined)
      .map((name) => `wrangler.toml: ${name} is a secret and belongs into \`wrangler secret put ${name}\``),
    ...(until && parseInstant(until) === null
      ? ["wrangler.toml: AUTH_SECRET_PREVIOUS_UNTIL is not an ISO date such as 2027-01-31"]
      : []),
  ];
}

/** What does not stand in the way of a deployment, yet should be looked at; one sentence each. */
export function listReminders(config: Config): string[] {
  const until = parseInstant(readVariable(config, "AUTH_SECRET_PREVIOUS_UNTIL") ?? "");
  return until !== null && until <= Date.now()
    ? ["wrangler.toml: AUTH_SECRET_PREVIOUS_UNTIL is over. Delete it, and the secret AUTH_SECRET_PREVIOUS"]
    : [];
}

/** A variable of wrangler.toml; undefined when it is not there. */
export function readVariable(config: Config, name: string): string | undefined {
  const value = config.vars[name];
  return value === undefined ? undefined : String(value);
}

function isPublicOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = /^(127\..*|\[.*\])$/.test(hostname) || reserved.test(hostname);
  return origin === text && protocol === "https:" && !isLocal;
}
