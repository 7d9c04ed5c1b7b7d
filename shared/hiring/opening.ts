/** The types of a job opening, for pages and database queries. */

export const workplaces = ["on-site", "hybrid", "remote"] as const;
export type Workplace = (typeof workplaces)[number];

export const employments = ["full-time", "part-time", "contract", "internship"] as const;
export type Employment = (typeof employments)[number];

export const payPeriods = ["year", "month", "hour"] as const;
export type PayPeriod = (typeof payPeriods)[number];

/** Last parts of addresses below /careers that are pages of their own. */
export const reservedSlugs: readonly string[] = ["apply", "applied", "application", "preview"];

/** A range in units of `currency` (ISO 4217), for one `period`. */
export interface Pay {
  min: number;
  max: number;
  currency: string;
  period: PayPeriod;
}

/** A work location. `country` is ISO 3166-1 alpha-2. */
export interface Place {
  city: string;
  region: string | null;
  country: string;
}

/** An opening as a list shows it. Instants are epoch milliseconds. */
export interface ListedOpening {
  slug: string;
  title: string;
  department: string;
  workplace: Workplace;
  employment: Employment;
  pay: Pay;
  places: readonly Place[];
  /** Countries from which a remote job may be done. */
  remoteCountries: readonly string[];
  /** When it expires. */
  closesAt: number;
}

/** An opening as its own page shows it. */
export interface OpeningDetail extends ListedOpening {
  id: string;
  requisitionId: string;
  summary: string;
  html: string;
  openings: number;
  publishedAt: number;
  /** False once it has expired or been closed. It is still shown, but nobody can apply. */
  isOpen: boolean;
}
