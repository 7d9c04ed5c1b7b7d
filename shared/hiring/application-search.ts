/** What staff may search applications by: `name:` and so on before a word or a phrase. */

/** The fields, in the order of their bits in the index; new ones are added at the end. */
export const searchFields = ["name", "email", "phone", "place", "cover", "answer", "note", "resume"] as const;
export type SearchField = (typeof searchFields)[number];

/** What staff call each. */
export const searchFieldNames: Record<SearchField, string> = {
  name: "Name",
  email: "E-mail",
  phone: "Phone",
  place: "Place",
  cover: "Cover note",
  answer: "Answers",
  note: "Notes",
  resume: "Résumé",
};

/** A line for the search box. */
export const searchHint = 'Beginnings of words, "whole phrases", and fields: name: email: answer: note: resume:';

/** A piece of a text; what was searched for is shown by `<mark>`. */
export interface FoundPart {
  text: string;
  isMatch: boolean;
}

/** Where a search found its words: one field, as one line around the first of them. */
export interface FoundText {
  field: SearchField;
  parts: readonly FoundPart[];
}
