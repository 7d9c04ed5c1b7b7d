/** Classes that stand in more than one place, by their names. */
export const recipes = {
  "enquiry-note": "wrap-anywhere whitespace-pre-wrap",
  "enquiry-by": "text-ink-2 text-13 [.enquiry-notes_&]:text-ink",
};
