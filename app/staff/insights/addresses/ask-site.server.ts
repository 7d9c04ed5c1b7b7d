import type { Db } from "#worker/db/client.ts";
import { readAddresses } from "#worker/insights/read-addresses.ts";
import { sitePaths } from "#worker/site/site-paths.ts";

/** Addresses that are not in the database. */
const fixed = new Set(sitePaths);

/** As `readAddresses`, of all of the site. Two queries in one trip. */
export function askSite(db: Db, { addresses, ...question }: Parameters<typeof readAddresses>[1]) {
  return readAddresses(db, { ...question, addresses: addresses.filter((address) => !fixed.has(address)) });
}
