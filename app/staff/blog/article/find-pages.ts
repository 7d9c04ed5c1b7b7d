import lastChanges from "#app/content/last-changes.json";

/** The pages of this site whose address has all words of `query`, for links. */
export async function findPages(query: string): Promise<{ path: string; title: string }[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.keys(lastChanges)
    .filter((path) => words.every((word) => path.toLowerCase().includes(word)))
    .slice(0, 8)
    .map((path) => ({ path, title: path }));
}
