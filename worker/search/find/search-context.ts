import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import { isOpenAt } from "#worker/hiring/openings/current-openings.ts";
import { isPublic } from "#worker/insights/insight-cards.ts";
import type { SynonymGroup } from "../engine/understand.ts";

/** What a search needs of the site's database. */
export interface SearchContext {
  /** Keys of documents that may still be in the index and are not public now. */
  hidden: ReadonlySet<string>;
  /** Counts settled rows of search_changes: it shows that the index has followed a change. */
  settled: number;
  synonyms: readonly SynonymGroup[];
  rules: readonly SearchRule[];
}

export interface SearchRule {
  kind: "pin" | "exclusion";
  /** Its words as `splitWords` gives them, with single spaces; "" in an exclusion for every query. */
  query: string;
  key: string;
  place: number;
}

interface SearchContextRow {
  hidden: string;
  settled: number;
  synonyms: string;
  rules: string;
}

/**
 * In one query. Only documents with a row in search_changes can be hidden: whatever ends, by hand or by time, has one until
 * the index has followed.
 */
export async function readSearchContext(db: Db, now: number): Promise<SearchContext> {
  const { rows } = await selectContext(db, now).execute(db);
  const [row] = rows;
  if (!row) throw new Error("A query that always gives a row gave none.");
  const synonyms = JSON.parse(row.synonyms) as { texts: string[]; oneWay: 0 | 1 }[];
  return {
    hidden: new Set(JSON.parse(row.hidden) as string[]),
    settled: row.settled,
    synonyms: synonyms.map(({ texts, oneWay }) => ({ texts, oneWay: oneWay === 1 })),
    rules: JSON.parse(row.rules) as SearchRule[],
  };
}

function selectContext(db: Db, now: number) {
  const id = sql<never>`substr(search_changes.key, 9)`;
  const article = db
    .selectFrom("insights")
    .select("id")
    .where("insights.id", "=", id)
    .where("noindex", "=", 0)
    .where((query) => isPublic(query, now));
  const opening = db.selectFrom("openings").select("id").where("openings.id", "=", id).where(isOpenAt(now));
  return sql<SearchContextRow>`select
    (select json_group_array(key) from search_changes where
      iif(key like 'article:%', not exists ${article}, not exists ${opening})) as hidden,
    coalesce((select settled from search_progress), 0) as settled,
    (select json_group_array(json_object('texts', json(texts), 'oneWay', one_way) order by id) from search_synonyms) as synonyms,
    (select json_group_array(json_object('kind', kind, 'query', query, 'key', key, 'place', place)
      order by kind, query, place, key) from search_rules) as rules`;
}
