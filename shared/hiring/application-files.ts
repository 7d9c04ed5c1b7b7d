// Bundle: apply
/** The files that candidates may send, for the browser that sends them and the server that checks them. */

/** Most bytes of a file. */
export const largestFile = 10 * 1024 * 1024;

/** A file comes in pieces of this size. */
export const pieceSize = 1024 * 1024;

/** Most files of one application. */
export const mostFiles = 25;

export const longestFileName = 200;

/** As the `accept` of a file input. Images are left out: nobody can search or listen to them. */
export const acceptedFiles = ".pdf,.docx,.odt,.rtf,.txt";

/** What a file may be, in words. */
export const acceptedWords = "PDF, Word (DOCX), ODT, RTF or TXT, up to 10 MB";

/** What staff should know before they open a file. */
export type FileWarning = "macros" | "encrypted" | "active";

export const fileWarningWords: Record<FileWarning, string> = {
  macros: "Contains macros: small programs that run in the word processor.",
  encrypted: "Is protected by a password.",
  active: "Contains scripts, attached files or actions that start by themselves.",
};

/** A stored file, as the form names it. */
interface StoredFile {
  id: string;
  name: string;
  bytes: number;
}

/** The state of an upload, as its browser gets it. */
export interface ApplicationUpload extends StoredFile {
  /** Bytes that have come. */
  received: number;
  /** True once all of it has come and may be sent with a form. */
  isDone: boolean;
}
