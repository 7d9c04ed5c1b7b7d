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

/** What the owner fills in before launch; both legal pages take it from here. Square brackets mark what is missing. */
export const legalEntity = {
  name: "[Registered company name: to be added]",
  address: "[Registered address: to be added]",
  register: "[Company register and number: to be added]",
  representative: "[EU or UK representative and data protection officer, where required: to be added]",
  authority: "[Lead supervisory authority: to be added]",
  dataRegion: "[Region in which the database is kept: to be added]",
  mailProvider: "[E-mail provider: to be added]",
  law: "[Governing law and courts: to be added]",
} as const;
