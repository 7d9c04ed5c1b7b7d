/** What takes the articles of an author, a category or a tag to another one, or takes a tag off them. */
import { type Compilable, type RawBuilder, sql } from "kysely";
import type { TopicKind } from "#shared/insights/topic.ts";
import { type Doer, runRecorded } from "#worker/audit/run-versioned.ts";
import type { Db } from "#worker/db/client.ts";
import { planPurgeOfAll } from "../purge-insight.ts";
import { tableOf } from "./topic-table.ts";

export const changedMeanwhile = "Somebody else has changed this since you opened it.";

/**
 * Articles of one transaction: it rewrites two revisions of each, and the lists that show it. D1 ends what takes longer than
 * half a minute.
 */
export const partSize = 200;

interface HandOver {
  kind: TopicKind;
  id: string;
  /** That was read; with another one nothing more is handed over. */
  version: number;
  /** Null takes the tag off. */
  into: string | null;
}

/**
 * Hands over all articles but the last few, in parts, so that `planRest` has few left. Ended in the middle, some of them are
 * handed over and the others are not: to ask for it again goes on.
 * @throws {ConflictError} when somebody else has changed the topic since it was read, or does the same
 */
export async function handOverMost(db: Db, given: HandOver, { actor, requestId }: Doer): Promise<void> {
  const { kind, id, version, into } = given;
  for (let isFirst = true; ; isFirst = false) {
    const found = await sql<{ id: string }>`${selectHolders(given)} LIMIT ${partSize + 1}`.execute(db);
    if (found.rows.length <= partSize) return;
    const part = found.rows.slice(0, partSize).map((row) => row.id);
    const within = sql`SELECT value FROM json_each(${JSON.stringify(part)})`;
    // Somebody may have taken it off some of these meanwhile; who does the same has taken all of them.
    const left = sql`(SELECT count(*) FROM (${selectHolders(given)}) WHERE id IN (${within}))`;
    const seen = sql`(SELECT 1 FROM ${sql.table(tableOf(kind))} WHERE id = ${id} AND version = ${version} AND ${left} > 0)`;
    const named = into === null ? sql`` : sql`, 'into', ${into}`;
    const detail = sql<string>`json_object('kind', ${kind}, 'articles', ${left}${named})`;
    await runRecorded(db, {
      actor,
      requestId,
      subject: id,
      audit: { action: "topic.handed_over", detail },
      given: { rows: seen, conflict: changedMeanwhile },
      queries: [
        ...toQueries(db, [rewriteRevisions(given, selectShown(within)), ...move(given, within)]),
        // The job sends it, for pages that were read between the parts.
        ...(isFirst ? [planPurgeOfAll(db).query] : []),
      ],
    });
  }
}

/**
 * The queries that hand over the articles that are left, and those with changes that are not published, where it may stand
 * in these alone. Older revisions stay as they were written (`resolveTopics`).
 */
export function planRest(db: Db, given: HandOver): Compilable[] {
  const within = selectHolders(given);
  const touched = sql`${selectShown(within)}
    UNION SELECT id, edited_version FROM insights INDEXED BY insights_with_changes WHERE edited_version <> shown_version`;
  return toQueries(db, [rewriteRevisions(given, touched), ...move(given, within), ...forget(given)]);
}

export function toQueries(db: Db, statements: readonly RawBuilder<unknown>[]): Compilable[] {
  return statements.map((statement) => ({ compile: () => statement.compile(db) }));
}

function selectHolders({ kind, id }: HandOver): RawBuilder<unknown> {
  return {
    category: sql`SELECT id FROM insights WHERE category_id = ${id}`,
    tag: sql`SELECT insight_id AS id FROM insight_tags WHERE tag_id = ${id}`,
    author: sql`SELECT insight_id AS id FROM insight_authors WHERE author_id = ${id}`,
  }[kind];
}

/** The newest revisions of articles, and those that readers see. */
function selectShown(within: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT id, edited_version AS version FROM insights WHERE id IN (${within})
    UNION SELECT id, shown_version FROM insights WHERE id IN (${within})`;
}

function rewriteRevisions({ kind, id, into }: HandOver, touched: RawBuilder<unknown>): RawBuilder<unknown> {
  const path = { category: "$.categoryId", tag: "$.tagIds", author: "$.authorIds" }[kind];
  const content =
    kind === "category"
      ? sql`json_set(content, ${path}, ${into})`
      : sql`json_set(content, ${path}, json((SELECT json_group_array(value) FROM (
          SELECT value FROM (SELECT CASE value WHEN ${id} THEN ${into} ELSE value END AS value, key
            FROM json_each(content, ${path})) WHERE value IS NOT NULL GROUP BY value ORDER BY min(key)))))`;
  const holds =
    kind === "category"
      ? sql`content ->> ${path} = ${id}`
      : sql`EXISTS (SELECT 1 FROM json_each(content, ${path}) WHERE value = ${id})`;
  return sql`UPDATE insight_revisions SET content = ${content}
    WHERE (insight_id, version) IN (SELECT id, version FROM (${touched})) AND ${holds}`;
}

/** Gives the articles `within` to `into`. Bylines and tags are added and deleted, never updated. */
function move({ kind, id, into }: HandOver, within: RawBuilder<unknown>): RawBuilder<unknown>[] {
  if (kind === "category")
    return [sql`UPDATE insights SET category_id = ${into} WHERE category_id = ${id} AND id IN (${within})`];
  if (kind === "tag")
    return [
      ...(into === null
        ? []
        : [
            sql`INSERT OR IGNORE INTO insight_tags (insight_id, tag_id)
              SELECT insight_id, ${into} FROM insight_tags WHERE tag_id = ${id} AND insight_id IN (${within})`,
          ]),
      sql`DELETE FROM insight_tags WHERE tag_id = ${id} AND insight_id IN (${within})`,
    ];
  // Whoever stands in a byline already keeps that place; else the new name takes the place of the old one. What REPLACE
  // deletes runs no trigger, so the list goes by a query of its own.
  return [
    sql`DELETE FROM insight_lists WHERE list = ${id} AND insight_id IN (${within})`,
    sql`INSERT OR REPLACE INTO insight_authors (insight_id, position, author_id)
      SELECT insight_id, position, ${into} FROM insight_authors AS held WHERE author_id = ${id} AND insight_id IN (${within})
      AND NOT EXISTS (SELECT 1 FROM insight_authors AS other WHERE other.insight_id = held.insight_id AND other.author_id = ${into})`,
    sql`DELETE FROM insight_authors WHERE author_id = ${id} AND insight_id IN (${within})`,
  ];
}

/** Nothing may be left in the list of an author who is gone. */
function forget({ kind, id }: HandOver): RawBuilder<unknown>[] {
  return kind === "author" ? [sql`DELETE FROM insight_lists WHERE list = ${id}`] : [];
}
