import type { Dns } from "./dns.ts";

/** The SPF record of a host, and what following it takes (RFC 7208). */
export interface SpfFacts {
  host: string;
  records: readonly string[];
  /** Names that a receiver has to look up; more than 10 are an error. */
  lookups: number;
  /** Look-ups that find nothing; more than 2 are an error. */
  voids: number;
  /** Terms that are none, records that include themselves, includes without a record. */
  mistakes: readonly string[];
  /** Every domain that is included, at any depth. */
  includes: readonly string[];
}

const term = /^[+\-~?]?(all|include:.+|a([:/].+)?|mx([:/].+)?|ptr(:.+)?|ip4:[\d./]+|ip6:[\da-f:./]+|exists:.+)$/i;
const modifier = /^[a-z][\w.-]*=.*$/i;

const isSpf = (text: string) => /^v=spf1( |$)/i.test(text);

export async function readSpf(host: string, dns: Dns): Promise<SpfFacts> {
  const mistakes: string[] = [];
  const includes: string[] = [];
  let lookups = 0;
  let voids = 0;

  async function follow(name: string, record: string, path: readonly string[]): Promise<void> {
    const terms = record.trim().split(/\s+/).slice(1);
    for (const [index, each] of terms.entries()) {
      if (!term.test(each) && !modifier.test(each)) {
        mistakes.push(`"${each}" in the record of ${name} is no term of SPF`);
        continue;
      }
      const bare = each.replace(/^[+\-~?]/, "").toLowerCase();
      if (bare === "all" && terms.slice(index + 1).some((after) => !modifier.test(after)))
        mistakes.push(`what stands after "${each}" in the record of ${name} is never read`);
      await lookUp(name, bare, path);
    }
  }

  async function lookUp(name: string, bare: string, path: readonly string[]): Promise<void> {
    const next = /^(?:include:|redirect=)(.+)$/.exec(bare)?.[1];
    if (next === undefined) {
      if (!/^(a|mx|ptr|exists)\b/.test(bare)) return;
      lookups += 1;
      const host = /^(?:a|mx):([^/]+)/.exec(bare)?.[1] ?? name;
      // A name with macros is another one for each mail.
      if (/^(ptr|exists)/.test(bare) || host.includes("%")) return;
      const found = bare.startsWith("mx") ? await dns.exchanges(host) : await dns.addresses(host);
      if (found.length === 0) voids += 1;
      return;
    }
    lookups += 1;
    if (next.includes("%")) return;
    includes.push(next);
    if (path.includes(next)) return void mistakes.push(`${name} includes ${next}, which includes it`);
    // What is counted beyond this changes nothing, and a long chain would take minutes.
    if (lookups > 30) return;
    const records = (await dns.texts(next)).filter(isSpf);
    if (records.length === 0) voids += 1;
    if (records.length !== 1)
      return void mistakes.push(`${next}, which ${name} includes, has ${records.length} SPF records`);
    await follow(next, records[0] ?? "", [...path, next]);
  }

  const records = (await dns.texts(host)).filter(isSpf);
  if (records.length === 1) await follow(host, records[0] ?? "", [host]);
  return { host, records, lookups, voids, mistakes, includes };
}
