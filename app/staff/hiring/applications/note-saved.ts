/** What the page says once a note is stored; the field is cleared then. */
export const noteSaved = "The note is saved.";
