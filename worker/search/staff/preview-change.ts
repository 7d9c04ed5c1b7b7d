import { splitWords } from "../engine/words.ts";
import { readSearchContext, type SearchRule, type SearchContext } from "../find/search-context.ts";
import { searchWithContext } from "../find/search-site.ts";
import type { SearchScope } from "../find/types.ts";
import { touchesRule, touchesWords } from "./read-words.ts";
import type { Synonyms } from "./synonyms.ts";

/** What shall be added to what staff have written, in place of what it was before. */
export type PlannedChange =
  | { kind: "synonyms"; before: Synonyms | null; after: Synonyms | null }
  | { kind: "rule"; before: SearchRule | null; after: SearchRule | null };

export interface PreviewedQuery {
  text: string;
  /** The first ten, by key, in their order. */
  before: readonly { key: string; title: string }[];
  after: readonly { key: string; title: string }[];
  isChanged: boolean;
}

/** Each takes up to four queries of the search's database, of which an answer may ask a thousand. */
const mostPreviewed = 30;

/** True where the change can make a difference to a search for `text`. */
function concerns(change: PlannedChange, text: string): boolean {
  const words = splitWords(text);
  const sides = [change.before, change.after];
  if (change.kind === "rule") return sides.some((side) => side && touchesRule(side as SearchRule, words));
  return sides.some((side) => side && touchesWords(side as Synonyms, words));
}

/**
 * The first ten of each search before and after a change, which is not made. `texts` that it cannot concern are left out;
 * of the others the first ones are searched. Asks the site's database once.
 */
export async function previewChange(
  scope: SearchScope,
  { change, texts, now }: { change: PlannedChange; texts: readonly string[]; now: number },
): Promise<{ queries: PreviewedQuery[]; leftOut: number }> {
  const concerned = [...new Set(texts)].filter((text) => concerns(change, text));
  const context = await readSearchContext(scope.db, now);
  const chosen = concerned.slice(0, mostPreviewed);
  const [first, second] = [withChange(context, change, "before"), withChange(context, change, "after")];
  const queries: PreviewedQuery[] = [];
  for (const text of chosen) {
    const [before, after] = await Promise.all(
      [first, second].map(async (asked) => {
        const { hits } = await searchWithContext(scope, { text, now }, asked);
        return hits.map(({ key, title }) => ({ key, title }));
      }),
    );
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    queries.push({ text, before: before ?? [], after: after ?? [], isChanged });
  }
  return { queries, leftOut: concerned.length - chosen.length };
}

function withChange(context: SearchContext, change: PlannedChange, side: "before" | "after"): SearchContext {
  if (change.kind === "rule") {
    const others = context.rules.filter((rule) => !isSameRule(rule, change.before) && !isSameRule(rule, change.after));
    return { ...context, rules: change[side] ? [...others, change[side]] : others };
  }
  const others = context.synonyms.filter(
    (group) => !isSameGroup(group, change.before) && !isSameGroup(group, change.after),
  );
  return { ...context, synonyms: change[side] ? [...others, change[side]] : others };
}

function isSameRule(rule: SearchRule, other: SearchRule | null): boolean {
  return other !== null && rule.kind === other.kind && rule.query === other.query && rule.key === other.key;
}

function isSameGroup(group: Synonyms, other: Synonyms | null): boolean {
  return other !== null && JSON.stringify(group.texts) === JSON.stringify(other.texts);
}
