import type { Unstable_Config as Config } from "wrangler";
import type { DomainFacts } from "../mail/domain-facts.ts";

/** Something that stands between the repository and its launch. */
export interface Fault {
  /** What kind of fault it is, such as "placeholder-origin". */
  name: string;
  /** Where to mend it: a file, with a line where there is one, or a command. */
  where: string;
  /** What is wrong, in a sentence without its full stop. */
  what: string;
  /** What to do. */
  mend: string;
}

/** A file of the site's copy, by its path in the repository. */
export interface CopyFile {
  path: string;
  text: string;
}

/** What the account says; a part is null where it could not be asked. */
export interface AccountFacts {
  /** Whether the account has the domain of SITE_ORIGIN; undefined where the site needs none of its own, or the sign-in may not ask. */
  hasDomain?: boolean | null | undefined;
  /** Names of the secrets that the Worker has. */
  secrets: readonly string[] | null;
  /** Migrations that are not applied, by binding. */
  pendingMigrations: Readonly<Record<string, readonly string[]>> | null;
  /** Addresses of accounts of the demo that the database holds. */
  demoAccounts: readonly string[] | null;
  superAdmins: number | null;
  /** Addresses that Email Routing has verified, and domains from which mail may be sent. */
  mail: { recipients: readonly string[]; domains: readonly string[] } | null;
  /** What DNS says of the domain of MAIL_FROM; null where no server answered. */
  mailDomain?: DomainFacts | null | undefined;
}

export interface TestedCommit {
  commit: string;
  passed: number;
  failed: number;
  /** True when files had changed since the commit. */
  isDirty: boolean;
}

/** Everything that is looked at before a launch. */
export interface LaunchFacts {
  config: Config;
  /** wrangler.toml as it is written, for the lines of its faults. */
  configText: string;
  brand: Readonly<Record<string, unknown>>;
  legalEntity: Readonly<Record<string, string | undefined>>;
  copy: readonly CopyFile[];
  /** app/styles/tokens.css. */
  tokens: string;
  /** Of the repository: the commit that is deployed, and whether files have changed since. */
  commit: { id: string; isDirty: boolean };
  /** The last run of `npm test -- all`; null when there was none. */
  tested: TestedCommit | null;
  /** Null: not asked, as in a check without an account. */
  account: AccountFacts | null;
}
