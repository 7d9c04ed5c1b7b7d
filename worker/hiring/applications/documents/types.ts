/** Types by content, and how their names end. */
export const documentTypes = {
  "application/pdf": { name: "PDF", ending: "pdf" },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { name: "Word", ending: "docx" },
  "application/vnd.oasis.opendocument.text": { name: "ODT", ending: "odt" },
  "application/rtf": { name: "RTF", ending: "rtf" },
  "text/plain": { name: "Text", ending: "txt" },
} as const satisfies Record<string, { name: string; ending: string }>;

export type DocumentType = keyof typeof documentTypes;

export const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const odtType = "application/vnd.oasis.opendocument.text";
