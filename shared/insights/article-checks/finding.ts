/** What the panel and the page name a part of an article that is no text: each has a control with this in its id. */
export const places = [
  "title",
  "slug",
  "dek",
  "category",
  "authors",
  "publishAt",
  "unpublishAt",
  "cover",
  "coverAlt",
  "seoTitle",
  "seoDescription",
  "canonicalUrl",
  "noindex",
] as const;

export type PlaceField = (typeof places)[number];

/** Where a finding leads: a field, or a line of the Markdown, counted from 1, and there maybe a picture at fault. */
export type Place = { field: PlaceField } | { line: number; isPicture?: true };

/** Something that a check found. An error keeps the article from being published; a warning and a hint do not. */
export interface Finding {
  level: "error" | "warning" | "hint";
  text: string;
  place: Place;
}

/** A link to an address of this site: an error if nothing is there. */
export interface Doubt {
  /** Such as "/insights/forecast#method". */
  address: string;
  place: Place;
}
