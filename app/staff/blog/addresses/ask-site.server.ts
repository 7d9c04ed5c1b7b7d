import { publicPages } from "#app/content/public-pages.server.ts";
import type { Db } from "#worker/db/client.ts";
import { readAddresses } from "#worker/insights/read-addresses.ts";

/** Addresses that are not in the database: the pages of the site, and files for programs. */
const fixed = new Set([
  ...publicPages.map(({ path }) => path),
  "/insights/rss.xml",
  "/insights/atom.xml",
  "/insights/feed.json",
  "/sitemap.xml",
]);

/** As `readAddresses`, of all of the site. Two queries in one trip. */
export function askSite(db: Db, { addresses, ...question }: Parameters<typeof readAddresses>[1]) {
  return readAddresses(db, { ...question, addresses: addresses.filter((address) => !fixed.has(address)) });
}
