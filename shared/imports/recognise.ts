/** Which article of this site a post of a file is: the page says it in its report, the server decides by it. */

/** What is known of a post that was imported before. */
export interface Recognised {
  /** A hash of the system, the site and what that calls the post. */
  key: string;
  fingerprint: string;
  /** The system and the site that it came from. */
  source: string;
  importId: string;
}

interface Place {
  source: string;
  /** The import that is running: what it has stored is known by its key alone. */
  importId: string | null;
}

/**
 * The one of `known` that the post is, or undefined. By its key, or by all that is in it, where the same site has it under
 * another name now. What came from another site is never it.
 */
export function recognise<Known extends Recognised>(
  { key, fingerprint }: Pick<Recognised, "key" | "fingerprint">,
  known: readonly Known[],
  { source, importId }: Place,
): Known | undefined {
  return (
    known.find((row) => row.key === key) ??
    known.find((row) => row.fingerprint === fingerprint && row.importId !== importId && row.source === source)
  );
}
