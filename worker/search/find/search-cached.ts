import type { SearchContext } from "./search-context.ts";
import { readSearchContext } from "./search-context.ts";
import { searchWithContext } from "./search-site.ts";
import type { SearchAnswer, SearchOptions, SearchScope } from "./types.ts";
import { onNewIsolate } from "../../lib/isolate-memory.ts";

/** Cached answers, the least recently used first. Each holds up to a few ten kilobytes. */
const answers = new Map<string, { grounds: string; answer: SearchAnswer }>();
onNewIsolate(() => answers.clear());
const mostCached = 200;
/** A longer query is hardly repeated. */
const longestCached = 100;

/**
 * As `searchSite`, with a cache. Two queries in one turn still say whether a cached answer holds: one for the generation of
 * the index, one for what the site's database hides, its synonyms and its rules. They run at once; `settled` shows whether
 * the index has followed a change in between. So a cached answer never shows what is not public any more. The cache has
 * nothing about who asked.
 */
export async function searchCached(scope: SearchScope, options: SearchOptions): Promise<SearchAnswer> {
  const { now, ...question } = options;
  const key = JSON.stringify([scope.leg !== null, Object.entries(question).toSorted()]);
  let grounds = "";
  const answer = await searchWithContext(
    scope,
    options,
    readSearchContext(scope.db, now),
    ({ generation, context }) => {
      grounds = `${generation} ${writeContext(context)}`;
      const known = answers.get(key);
      return known?.grounds === grounds ? known.answer : undefined;
    },
  );
  answers.delete(key);
  if (options.text.length > longestCached || answer.version?.failed) return answer;
  answers.set(key, { grounds, answer });
  const [oldest] = answers.keys();
  if (answers.size > mostCached && oldest !== undefined) answers.delete(oldest);
  return answer;
}

function writeContext({ hidden, settled, synonyms, rules }: SearchContext): string {
  return JSON.stringify([[...hidden].toSorted(), settled, synonyms, rules]);
}
