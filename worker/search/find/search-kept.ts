import type { Told } from "./read-told.ts";
import { readTold } from "./read-told.ts";
import { searchTold } from "./search-site.ts";
import type { SearchAnswer, SearchOptions, SearchScope } from "./types.ts";
import { onNewIsolate } from "../../lib/isolate-memory.ts";

/** Answers that this isolate keeps, the one longest unused first. Each holds up to a few ten kilobytes. */
const kept = new Map<string, { grounds: string; answer: SearchAnswer }>();
onNewIsolate(() => kept.clear());
const mostKept = 200;
/** A longer query is nobody's habit, and is not worth its place. */
const longestKept = 100;

/**
 * As `searchSite`, and a repeated query is answered from memory. It still costs two queries in one turn, which say whether
 * the answer holds: what is indexed (`state.generation`), and what the site's database says of what is hidden, of synonyms and
 * of rules. Both are asked at once: that the index has followed a change in between, `settled` tells. So a kept answer never shows what is not public any more. Queries are kept without anything about who asked.
 */
export async function searchKept(scope: SearchScope, options: SearchOptions): Promise<SearchAnswer> {
  const { now, ...question } = options;
  const key = JSON.stringify([scope.leg !== null, Object.entries(question).toSorted()]);
  let grounds = "";
  const answer = await searchTold(scope, options, readTold(scope.db, now), ({ generation, told }) => {
    grounds = `${generation} ${writeTold(told)}`;
    const known = kept.get(key);
    return known?.grounds === grounds ? known.answer : undefined;
  });
  kept.delete(key);
  if (options.text.length > longestKept || answer.version?.failed) return answer;
  kept.set(key, { grounds, answer });
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return answer;
}

function writeTold({ hidden, settled, synonyms, rules }: Told): string {
  return JSON.stringify([[...hidden].toSorted(), settled, synonyms, rules]);
}
