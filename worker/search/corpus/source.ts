import type { Indexed } from "../engine/put-documents.ts";

/** An article or an opening as the search sees it at some instant. */
export interface Source {
  key: string;
  /** Null while it is not to be found. */
  document: Indexed | null;
  /** When that changes by itself, epoch milliseconds; null if never. */
  changesAt: number | null;
}
