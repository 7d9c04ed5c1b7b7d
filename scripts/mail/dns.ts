import { Resolver } from "node:dns/promises";

/** What is asked of DNS. Each gives [] where there is no such record. @throws {Error} where no server answers */
export interface Dns {
  texts(host: string): Promise<string[]>;
  /** Names of mail servers, the preferred one first; "" is the null MX of RFC 7505. */
  exchanges(host: string): Promise<string[]>;
  addresses(host: string): Promise<string[]>;
}

/** `servers`: addresses with ports, in place of those of this machine. */
export function openDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    texts: async (host) => (await ask(resolver.resolveTxt(host))).map((parts) => parts.join("")),
    exchanges: async (host) => {
      const found = await ask(resolver.resolveMx(host));
      return found.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.toLowerCase());
    },
    addresses: async (host) => {
      const [four, six] = await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))]);
      return [...four, ...six];
    },
  };
}

async function ask<Entry>(asked: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENODATA" || code === "ENOTFOUND") return [];
    throw error;
  }
}
