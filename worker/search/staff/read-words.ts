import { type Compilable, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type Db, readRow, readRows, runBatch } from "#worker/db/client.ts";
import { splitWords } from "../engine/words.ts";
import type { SearchRule } from "../find/search-context.ts";
import { type LoggedTimes, selectLogged } from "./query-log.ts";
import type { Known, Synonyms } from "./synonyms.ts";

interface StoredSynonyms extends Synonyms, Known {
  /** Searches of visitors who accepted, in 30 days, that it has changed. */
  touched: number;
}

export interface StoredRule extends SearchRule, Known {
  touched: number;
}

export interface StoredWords {
  synonyms: StoredSynonyms[];
  rules: StoredRule[];
}

/** Of the log, the most frequent texts; what is rarer changes no number much. */
const mostLogged = 2000;

interface WordsRow {
  synonyms: string;
  rules: string;
}

/** All that staff have written for the search, with how much each has done lately. One trip. */
export async function readWords(db: Db, now: number): Promise<StoredWords> {
  const queries = planWords(db, now);
  const [words, logged] = await runBatch(db, queries);
  return toWords(readRow(queries[0], words), readRows(queries[1], logged));
}

/** The queries of it, for a batch with others. */
export function planWords(db: Db, now: number): [Compilable<WordsRow>, Compilable<LoggedTimes>] {
  const select = sql<WordsRow>`select
    (select json_group_array(json_object('id', id, 'version', version, 'texts', json(texts), 'oneWay', one_way)
      order by texts) from search_synonyms) as synonyms,
    (select json_group_array(json_object('id', id, 'version', version, 'kind', kind, 'query', query, 'key', key, 'place', place)
      order by query, place, key) from search_rules) as rules`;
  return [{ compile: () => select.compile(db) }, selectLogged(db, { from: now - 30 * day, most: mostLogged })];
}

export function toWords(row: WordsRow, logged: readonly LoggedTimes[]): StoredWords {
  const sought = logged.map(({ text, times }) => ({ words: splitWords(text), times }));
  const count = (isTouched: (words: readonly string[]) => boolean) =>
    sought.reduce((sum, { words, times }) => sum + (isTouched(words) ? times : 0), 0);
  const synonyms = JSON.parse(row.synonyms) as (Omit<Synonyms, "oneWay"> & Known & { oneWay: 0 | 1 })[];
  const rules = JSON.parse(row.rules) as (SearchRule & Known)[];
  return {
    synonyms: Array.from(synonyms, (stored) => {
      const group = { ...stored, oneWay: stored.oneWay === 1 };
      return { ...group, touched: count((words) => touchesWords(group, words)) };
    }),
    rules: Array.from(rules, (rule) => ({ ...rule, touched: count((words) => touchesRule(rule, words)) })),
  };
}

/** True where a search for `words` is one that the group has other texts for. */
export function touchesWords({ texts, oneWay }: Synonyms, words: readonly string[]): boolean {
  const sought = ` ${words.join(" ")} `;
  return (oneWay ? texts.slice(0, 1) : texts).some((text) => sought.includes(` ${splitWords(text).join(" ")} `));
}

/** True where a rule is asked in a search for `words`; an exclusion for every query is asked in all of them. */
export function touchesRule({ query }: Pick<SearchRule, "query">, words: readonly string[]): boolean {
  return query === "" || query === words.join(" ");
}
