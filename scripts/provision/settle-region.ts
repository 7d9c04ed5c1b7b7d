import type { Unstable_Config as Config } from "wrangler";
import { Refusal } from "./refusal.ts";
import {
  describeRegion,
  type Existing,
  hints,
  isRegion,
  jurisdictions,
  type Needed,
  type Place,
  type Region,
} from "./types.ts";

/** A region that a file names already. */
interface Written {
  file: string;
  region: Region;
}

/** What wrangler.toml says of the buckets and, where its text is given, app/content/legal.ts of the database. */
export function readWritten(config: Config, legal: string | null): Written[] {
  const ofBuckets = new Set(
    config.r2_buckets.flatMap(({ jurisdiction = "" }) => (isRegion(jurisdiction) ? jurisdiction : [])),
  );
  const printed = /\bdataRegion:\s*("(?:[^"\\]|\\.)*")/.exec(legal ?? "")?.[1];
  const ofLegal = [...Object.keys(jurisdictions), ...Object.keys(hints)]
    .filter(isRegion)
    .filter((region) => JSON.stringify(describeRegion(region)) === printed);
  return [
    ...[...ofBuckets].map((region) => ({ file: "wrangler.toml", region })),
    ...ofLegal.map((region) => ({ file: "app/content/legal.ts", region })),
  ];
}

interface Facts {
  /** As `--region` says. */
  asked: Region | undefined;
  written: readonly Written[];
  needed: Needed;
  existing: Existing;
  /** Asks the person; only where nothing else knows it. */
  choose(): Promise<Region>;
}

/**
 * The region of the site: as it is written down, as it is asked for, or where its database is. What is there has to be there.
 * @throws {Refusal} where these contradict each other: what is stored in one place cannot be moved to another
 */
export async function settleRegion(facts: Facts): Promise<Region> {
  const { asked, written, needed, existing, choose } = facts;
  const [first] = written;
  const other = written.find(({ region }) => region !== first?.region);
  if (first && other)
    throw new Refusal(
      `${first.file} names the region ${first.region}, and ${other.file} ${other.region}: make both say where the database is.`,
    );
  if (first && asked !== undefined && asked !== first.region)
    throw new Refusal(
      `${first.file} names the region ${first.region} already, and --region says ${asked}. A region is for good, because a database cannot be moved. Leave --region out: what is missing is made in ${first.region}.`,
    );
  const main = existing.databases.find(({ name }) => name === needed.databases[0]?.name);
  const region = first?.region ?? asked ?? (main && readRegion(main)) ?? (await choose());
  const misplaced = listMisplaced(region, { needed, existing });
  // A wish that was written down may have been made elsewhere, for want of capacity. Before that, the page would say what is not so.
  const isPromised = first === undefined && main !== undefined && isElsewhere(main, region);
  if (misplaced.length === 0 && !isPromised) return region;
  const lines = misplaced.length > 0 ? misplaced : [describePlace(`D1 database ${main?.name}`, main ?? {}, region)];
  throw new Refusal(`${lines.join("\n")}\n${tellWaysOut(main)}`);
}

/** What is in another jurisdiction than that of `region`, in none where it has one, or in one where it has none. */
function listMisplaced(region: Region, { needed, existing }: Pick<Facts, "needed" | "existing">): string[] {
  const databases = existing.databases.filter(
    (each) => needed.databases.some(({ name }) => name === each.name) && isUnderOtherLaw(each, region),
  );
  const buckets = needed.buckets.flatMap((name) => {
    const found = existing.buckets.filter((bucket) => bucket.name === name);
    return found.every((bucket) => isUnderOtherLaw(bucket, region)) ? found.slice(0, 1) : [];
  });
  return [
    ...databases.map((each) => describePlace(`D1 database ${each.name}`, each, region)),
    ...buckets.map((each) => describePlace(`R2 bucket ${each.name}`, each, region)),
  ];
}

/** What is where only wishes lead, and not in `region`: lines to read, since Cloudflare may have had no capacity there. */
export function listElsewhere(region: Region, { needed, existing }: Pick<Facts, "needed" | "existing">): string[] {
  return [
    ...existing.databases
      .filter(({ name }) => needed.databases.some((each) => each.name === name))
      .map((each) => ["D1 database", each] as const),
    ...existing.buckets.filter(({ name }) => needed.buckets.includes(name)).map((each) => ["R2 bucket", each] as const),
  ]
    .filter(([, each]) => isElsewhere(each, region))
    .map(([kind, each]) => `note: ${describePlace(`${kind} ${each.name}`, each, region)}`);
}

const toJurisdiction = (region: Region): string | null => (region in jurisdictions ? region : null);

/** False also where the account does not say. */
export function isUnderOtherLaw({ jurisdiction }: Place, region: Region): boolean {
  return jurisdiction !== undefined && jurisdiction !== toJurisdiction(region);
}

function isElsewhere({ jurisdiction, location }: Place, region: Region): boolean {
  return toJurisdiction(region) === null && !jurisdiction && location !== undefined && location !== region;
}

function readRegion({ jurisdiction, location }: Place): Region | undefined {
  return [jurisdiction, location].find((place) => typeof place === "string" && isRegion(place)) as Region | undefined;
}

function describePlace(what: string, place: Place, region: Region): string {
  const found = readRegion(place);
  const where = found ? describeRegion(found) : "where no jurisdiction binds it";
  return `${what} is in another place than ${region} (${describeRegion(region)}): ${found ? `${found}, that is ${where}` : where}.`;
}

function tellWaysOut(main: Place | undefined): string {
  const region = main && readRegion(main);
  const option = region ? `with --region ${region}` : "with the region in which they are";
  return `What is there cannot be moved. Where it holds data, run this ${option}; jurisdiction in wrangler.toml and dataRegion in app/content/legal.ts must say no other place. Where it holds none, delete it at Cloudflare and run this again.`;
}
