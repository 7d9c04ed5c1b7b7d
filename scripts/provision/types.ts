/** Places that a jurisdiction guarantees, and hints that only ask for one. */
export const jurisdictions = {
  eu: "the European Union",
  us: "the United States",
  fedramp: "FedRAMP data centres",
} as const;
export const hints = {
  weur: "Western Europe",
  eeur: "Eastern Europe",
  wnam: "Western North America",
  enam: "Eastern North America",
  apac: "Asia and the Pacific",
  oc: "Oceania",
} as const;

export type Region = keyof typeof jurisdictions | keyof typeof hints;

export function isRegion(text: string): text is Region {
  return Object.hasOwn(jurisdictions, text) || Object.hasOwn(hints, text);
}

/** As both legal pages print it. */
export function describeRegion(region: Region): string {
  return region in jurisdictions
    ? `${jurisdictions[region as keyof typeof jurisdictions]}, where Cloudflare keeps it by contract`
    : `${hints[region as keyof typeof hints]}, as far as Cloudflare has capacity there`;
}

/** What a site needs of an account, by the names of wrangler.toml. */
export interface Needed {
  databases: readonly { binding: string; name: string }[];
  buckets: readonly string[];
  queues: readonly string[];
}

/** Where something is stored, if the account says. */
export interface Place {
  /** Null: no jurisdiction binds it. */
  jurisdiction?: string | null | undefined;
  /** Such as "weur". */
  location?: string | undefined;
}

/** What an account has. */
export interface Existing {
  databases: readonly ({ uuid: string; name: string } & Place)[];
  /** A name may be there once in each jurisdiction. */
  buckets: readonly ({ name: string } & Place)[];
  queues: readonly string[];
  /** Of the Worker. */
  secrets: readonly string[];
}

/** One thing that is made. */
export type Step =
  | { kind: "database"; binding: string; name: string }
  | { kind: "bucket"; name: string }
  | { kind: "queue"; name: string }
  | { kind: "secret"; name: string };
