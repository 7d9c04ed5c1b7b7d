/** Which article of this site a post of a file is: the page says it in its report, the server decides by it. */

/** What is known of a post that was imported before. */
export interface Recognised {
  key: string;
  fingerprint: string;
  /** The system and the site that it came from; null of what came before that was kept: the key names the system alone. */
  source: string | null;
  /** The system. */
  kind: string;
  importId: string;
  /** The addresses that its article has and had. */
  slugs: readonly string[];
}

/** What is known of a post of a file. */
interface Wanted {
  /** A hash of the system, the site and what that calls the post. */
  key: string;
  /** Its keys of before. */
  formerKeys: readonly string[];
  fingerprint: string;
  /** The address that the file asks for. */
  wanted: string;
}

interface Place {
  kind: string;
  source: string;
  /** The import that is running: what it has stored is known by its key alone. */
  importId: string | null;
}

/**
 * The one of `known` that the post is, or undefined. By its key; by a key of before, which posts of several sites may
 * share, so that the text or the address has to fit, too; or by all that is in it, where the same site has it under
 * another name now. What came from another site is never it.
 */
export function recognise<Known extends Recognised>(
  { key, formerKeys, fingerprint, wanted }: Wanted,
  known: readonly Known[],
  { kind, source, importId }: Place,
): Known | undefined {
  const own = known.find((row) => row.key === key);
  if (own) return own;
  const before = known.find(
    (row) =>
      row.source === null &&
      formerKeys.includes(row.key) &&
      (row.fingerprint === fingerprint || row.slugs.some((slug) => isOf(slug, wanted))),
  );
  if (before) return before;
  return known.find(
    (row) =>
      row.fingerprint === fingerprint &&
      row.importId !== importId &&
      (row.source === source || (row.source === null && row.kind === kind)),
  );
}

/** True of "a-post" and "a-post-2" where the file asks for "a-post". */
function isOf(slug: string, wanted: string): boolean {
  return (
    wanted !== "" && (slug === wanted || (slug.startsWith(`${wanted}-`) && /^\d+$/.test(slug.slice(wanted.length + 1))))
  );
}
