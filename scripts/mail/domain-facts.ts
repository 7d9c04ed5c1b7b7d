import type { Unstable_Config as Config } from "wrangler";
import { readAsciiDomain } from "../../worker/email/transports/transport.ts";
import { type MailVariables, readMailSettings } from "../../worker/email/transports/settings.ts";
import { isReservedHost, readVariable } from "../lib/wrangler-config.ts";
import { type Dns, openDns } from "./dns.ts";
import { findNeeds, type SenderNeeds } from "./senders.ts";
import { readSpf, type SpfFacts } from "./spf.ts";

/** What DNS says of the domain that mails come from. */
export interface DomainFacts {
  domain: string;
  needs: SenderNeeds;
  /** Its mail servers; "" is the null MX. */
  exchanges: readonly string[];
  /** Those of them that have an address. */
  reachable: readonly string[];
  /** Null where the service does not say whose record is read. */
  spf: SpfFacts | null;
  /** Records by selector. */
  keys: Readonly<Record<string, readonly string[]>>;
  bounceExchanges: readonly string[];
  dmarc: { host: string; records: readonly string[] };
  /** Domains of others that reports are to go to, and have not said that they take them. */
  unwilling: readonly string[];
}

/** The variables of wrangler.toml that mail has; secrets are not in it. */
export function readMailVariables(config: Config): MailVariables {
  return config.vars as MailVariables;
}

/** Null where there is nothing to ask: no sender, an example as its domain, or a transport that lacks something. */
function listAsked(config: Config): { domain: string; needs: SenderNeeds } | null {
  const from = readVariable(config, "MAIL_FROM") ?? "";
  const { settings } = readMailSettings(readMailVariables(config), { withSecrets: false });
  const domain = readAsciiDomain(from).toLowerCase();
  if (!from.includes("@") || isReservedHost(domain) || !settings) return null;
  const selectors = (readVariable(config, "MAIL_DKIM_SELECTORS") ?? "").split(/[\s,]+/).filter(Boolean);
  const include = readVariable(config, "MAIL_SPF_INCLUDE") ?? "";
  return { domain, needs: findNeeds(settings, domain, { selectors, include }) };
}

/** @throws {Error} where no server answers */
export async function askDomain(config: Config, dns: Dns = openDns(readServers())): Promise<DomainFacts | null> {
  const asked = listAsked(config);
  if (!asked) return null;
  const { domain, needs } = asked;
  const exchanges = await dns.exchanges(domain);
  const addresses = await Promise.all(
    exchanges.map(async (exchange) => (exchange === "" ? [] : dns.addresses(exchange))),
  );
  const keys = await Promise.all(
    needs.selectors.map(
      async (selector) => [selector, (await dns.texts(`${selector}._domainkey.${domain}`)).filter(isKey)] as const,
    ),
  );
  const dmarc = await findDmarc(domain, dns);
  return {
    domain,
    needs,
    exchanges,
    reachable: exchanges.filter((_exchange, index) => (addresses[index] ?? []).length > 0),
    spf: needs.spfHost === "" ? null : await readSpf(needs.spfHost, dns),
    keys: Object.fromEntries(keys),
    bounceExchanges: needs.bounceHost === "" ? [] : await dns.exchanges(needs.bounceHost),
    dmarc,
    unwilling: await listUnwilling(domain, dmarc.records[0] ?? "", dns),
  };
}

const isKey = (text: string) => /(^|;)\s*p=/.test(text);
const isDmarc = (text: string) => /^v=DMARC1\b/i.test(text);

/** MAIL_CHECK_DNS: a server, with its port, in place of those of this machine. */
function readServers(): string[] {
  return (process.env["MAIL_CHECK_DNS"] ?? "").split(/[\s,]+/).filter(Boolean);
}

/** The record of the domain, or of the nearest domain above it. */
async function findDmarc(domain: string, dns: Dns): Promise<DomainFacts["dmarc"]> {
  const labels = domain.split(".");
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const host = `_dmarc.${labels.slice(from).join(".")}`;
    const records = (await dns.texts(host)).filter(isDmarc);
    if (records.length > 0) return { host, records };
  }
  return { host: `_dmarc.${domain}`, records: [] };
}

/** Tags of a record such as `v=DMARC1; p=none`, in small letters. */
export function readTags(record: string): Record<string, string> {
  const tags = record.split(";").map((tag) => {
    const [name = "", ...value] = tag.split("=");
    return [name.trim().toLowerCase(), value.join("=").trim()] as const;
  });
  return Object.fromEntries(tags.filter(([name]) => name !== ""));
}

/** RFC 7489, 7.1: whoever gets reports about other domains says so in DNS. */
async function listUnwilling(domain: string, record: string, dns: Dns): Promise<string[]> {
  const hosts = (readTags(record)["rua"] ?? "")
    .split(",")
    .map((address) => /^\s*mailto:[^@\s]+@([^!\s]+)/i.exec(address)?.[1]?.toLowerCase() ?? "")
    .filter((host) => host !== "" && host !== domain && !domain.endsWith(`.${host}`) && !host.endsWith(`.${domain}`));
  const willing = await Promise.all(
    hosts.map(async (host) => (await dns.texts(`${domain}._report._dmarc.${host}`)).some(isDmarc)),
  );
  return hosts.filter((_host, index) => !willing[index]);
}
