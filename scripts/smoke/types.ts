/** An answer of the site, read to its end. */
export interface Seen {
  status: number;
  headers: Headers;
  body: string;
}

/** The deployed site, as anybody sees it. */
export interface Site {
  /** Such as `https://www.acme.com`. */
  origin: string;
  /** Asks an address without following redirects. @throws {Error} when nothing answers */
  ask(address: string, init?: RequestInit): Promise<Seen>;
  /** The certificate that the host shows; null where there is no TLS. @throws {Error} when it is not valid for the host */
  readCertificate(): Promise<{ validUntil: number } | null>;
}

/** What the answers are held against. */
export interface Expected {
  /** The short commit of the version that must answer; null: whichever. */
  version: string | null;
  isStaging: boolean;
  /**
   * Checks of /api/health that failed before the deployment: it is not to blame for them. Null: nothing answered before, and a new
   * site has had no time yet for its first jobs and its first backup.
   */
  failedBefore: readonly string[] | null;
}

export interface Check {
  /** What is looked at, such as "security headers". */
  name: string;
  /** Where to look when it fails. */
  look: string;
  /** Why a site on this machine is not asked. */
  skipsLocal?: string;
  /** Sentences, one for each thing that is wrong; none when all is well. Something that throws is wrong too. */
  run(site: Site, expected: Expected): Promise<readonly string[]>;
}

export interface Failure {
  name: string;
  look: string;
  /** What is wrong. */
  what: readonly string[];
}
