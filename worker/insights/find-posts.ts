import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import { cardColumns, isUnended, postsPerPage } from "./post-cards.ts";
import { parseQuery } from "./search-terms.ts";

/** How many articles a search lists. */
export const mostFound = 100;
/**
 * Articles that are looked at for each word, those first in which it weighs most. More than are listed, because drafts and
 * withdrawn articles are among them. Where those are more than the difference, a search can list fewer than there are.
 */
const candidatesPerTerm = 150;

/**
 * One page (from 1) of the articles that hold any word of `text`: those with most of the words first, then by weight,
 * then the newest. `found` says in each row how many there are, and counts to one more than `mostFound`.
 */
export function selectFound(db: Db, text: string, { page, now }: { page: number; now: number }) {
  const terms = JSON.stringify(parseQuery(text));
  const best = db
    .selectFrom("post_terms")
    .select("post_id")
    .where("term", "=", sql<string>`asked.value`)
    .orderBy("weight", "desc")
    .orderBy("post_id", "desc")
    .limit(candidatesPerTerm);
  // Cross joins make SQLite read the terms first; otherwise it might scan all articles.
  const candidates = sql`SELECT DISTINCT candidate.value AS id FROM json_each(${terms}) AS asked
    CROSS JOIN json_each((SELECT json_group_array(post_id) FROM (${best}))) AS candidate`;
  const hits = sql<{ id: string; terms: number; score: number }>`(
    SELECT likely.id, count(*) AS terms, sum(post_terms.weight) AS score FROM (${candidates}) AS likely
    CROSS JOIN json_each(${terms}) AS asked
    CROSS JOIN post_terms ON post_terms.term = asked.value AND post_terms.post_id = likely.id
    GROUP BY likely.id)`;
  const ranked = db
    .selectFrom(hits.as("hits"))
    .crossJoin("posts")
    .whereRef("posts.id", "=", "hits.id")
    // By its id: the signs keep SQLite from walking through all that is public, once for each hit.
    .where(sql<boolean>`+posts.status = 'published' AND +posts.publish_at <= ${now}`)
    .where(isUnended(sql.ref("posts.unpublish_at"), now))
    .select(["posts.id", "hits.terms", "hits.score", "posts.publish_at"])
    .orderBy("hits.terms", "desc")
    .orderBy("hits.score", "desc")
    .orderBy("posts.publish_at", "desc")
    .limit(mostFound + 1);
  const offset = (page - 1) * postsPerPage;
  const found = db
    .selectFrom(ranked.as("ranked"))
    .select(["id", "terms", "score", sql<number>`count(*) OVER ()`.as("found")])
    .orderBy("terms", "desc")
    .orderBy("score", "desc")
    .orderBy("publish_at", "desc")
    .limit(Math.max(0, Math.min(postsPerPage, mostFound - offset)))
    .offset(offset);
  return db
    .selectFrom(found.as("found"))
    .crossJoin("posts")
    .crossJoin("categories")
    .whereRef("posts.id", "=", "found.id")
    .whereRef("categories.id", "=", "posts.category_id")
    .select([...cardColumns, sql<0>`0`.as("is_lead"), "found.found"])
    .orderBy("found.terms", "desc")
    .orderBy("found.score", "desc")
    .orderBy("posts.publish_at", "desc");
}
