/** 0 of no use, 1 touches it, 2 answers it, 3 is what was meant. */
export type Grade = 0 | 1 | 2 | 3;

/** What somebody might seek, and how good documents are for it. */
export interface JudgedQuery {
  text: string;
  /** What makes it special: "typo", "other words", "compound", "question"; "" for a plain one. */
  kind: string;
  /** By keys of documents. */
  grades: Readonly<Record<string, Grade>>;
}
