import type { PageMeta } from "./page-types.ts";

/** The shapes of the two legal pages, and the facts that both take from the owner. */

export interface LegalTable {
  caption: string;
  columns: readonly string[];
  /** One text for each column. */
  rows: readonly (readonly string[])[];
}

/** Tables that the software fills in. */
export type PrivacyTable = "cookies" | "storage" | "terms";

export interface LegalSection {
  /** The section's anchor. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  list?: readonly string[];
  table?: PrivacyTable;
}

export interface LegalPage {
  title: string;
  /** Day of the last change, ISO 8601. */
  updated: string;
  meta: PageMeta;
  intro: string;
  sections: readonly LegalSection[];
}

/** What both legal pages say of the company. Each fact stands in a sentence of theirs, so it ends without a full stop. */
interface LegalEntity {
  /** As the register has it, such as "Acme Ltd". */
  name: string;
  address: string;
  /** Such as "company number 01234567 in England and Wales". */
  register: string;
  /**
   * Where your law asks for one, a sentence of its own, with a full stop, about the representative in the EU or the UK, or
   * about the data protection officer. Delete the line where it asks for none.
   */
  representative?: string;
  /** Whom visitors can complain to, such as "the Data Protection Commission in Dublin". */
  authority: string;
  /** Where the database is; `npm run provision` writes it. */
  dataRegion: string;
  /** Who keeps the mailboxes of the addresses in ./brand.ts. */
  mailProvider: string;
  /** Such as "the law of Ireland, and the courts of Dublin". */
  law: string;
}

/** What the owner fills in before launch; both legal pages take it from here. Square brackets mark what is missing. */
export const legalEntity: LegalEntity = {
  name: "[Registered company name: to be added]",
  address: "[Registered address: to be added]",
  register: "[Company register and number: to be added]",
  representative: "[EU or UK representative and data protection officer, where required: to be added].",
  authority: "[Lead supervisory authority: to be added]",
  dataRegion: "[Region in which the database is kept: to be added]",
  mailProvider: "[E-mail provider: to be added]",
  law: "[Governing law and courts: to be added]",
};
