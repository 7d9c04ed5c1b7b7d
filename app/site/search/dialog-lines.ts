import { search, startPages } from "#app/content/pages/search.ts";
import { buildSearchPath, searchKinds, type ShownResult, type ShownSearch } from "#shared/search/site-search.ts";

/** A line that arrow keys reach. */
export interface Line {
  to: string;
  result?: ShownResult;
  name?: string;
  note?: string;
}

interface Group {
  name: string;
  lines: readonly Line[];
  /** Number of its first line among all. */
  first: number;
}

/** Results by kind, and the link to all of them; pages to begin with while nothing is typed. */
export function listGroups(text: string, found: ShownSearch | null): Group[] {
  if (text.trim() === "")
    return [
      { name: search.start, lines: startPages.map(({ to, name, line }) => ({ to, name, note: line })), first: 0 },
    ];
  if (!found) return [];
  if (found.total === 0) {
    const lines = found.nearest.map((result) => ({ to: result.passages[0]?.to ?? result.path, result }));
    return lines.length > 0 ? [{ name: search.nothing.alike, lines, first: 0 }] : [];
  }
  const groups: Group[] = [];
  let first = 0;
  for (const { kind, name } of searchKinds) {
    const results = found.results.filter((result) => result.kind === kind);
    const lines = results.map((result) => ({ to: result.passages[0]?.to ?? result.path, result }));
    if (lines.length > 0) groups.push({ name, lines, first });
    first += lines.length;
  }
  const all = { to: buildSearchPath({ query: text.trim() }), name: "See all results" };
  return [...groups, { name: "All", lines: [all], first }];
}

/** What is announced of an answer. */
export function describeFound(found: ShownSearch | null, isLoading: boolean): string {
  if (!found) return isLoading ? "Searching" : "";
  const { total, isMore, corrected, nearest } = found;
  if (total === 0) {
    if (isLoading) return "Searching";
    return `Nothing found. ${nearest.length > 0 ? "Pages with words like these are listed. " : ""}Press Enter for help.`;
  }
  const spelling = corrected.map(({ typed, meant }) => `“${meant}” for “${typed}”`).join(", ");
  const count = total === 1 ? "One result" : `${isMore ? "More than " : ""}${total} results`;
  return spelling === "" ? count : `${count}, with ${spelling}`;
}
