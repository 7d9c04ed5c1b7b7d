import { type Compilable, type RawBuilder, sql } from "kysely";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { movePath } from "#worker/db/redirects.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { planPurgeOfAll, type SaveScope } from "../purge-post.ts";
import { sendPurge } from "../purges.ts";
import { pathOfTopic, type TopicKind } from "#app/shared/topic.ts";
import { type TopicIds, tableOf } from "./topic-table.ts";

interface Gone<Kind extends TopicKind> {
  id: TopicIds[Kind];
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
  actor: UserId | null;
}

const changedMeanwhile = "Somebody else has changed this since you opened it.";

/**
 * Joins an author, a category or a tag with another of its kind, `into`: that one gets all articles, and the address of
 * the other leads to it. What is being written is changed, too.
 * @throws {ConflictError} when somebody else has changed it since
 * @throws {NotFoundError} when one of the two is gone
 */
export async function mergeTopic<Kind extends TopicKind>(
  db: Db,
  kind: Kind,
  { id, version, actor, into }: Gone<Kind> & { into: TopicIds[Kind] },
  scope: SaveScope,
): Promise<void> {
  if (into === id) throw new InvalidInputError({ into: [`Choose another ${kind}.`] });
  const table = tableOf(kind);
  const found = await db
    .selectFrom(table)
    .select(["id", "slug"])
    .where("id", "in", [id, into] as TagId[])
    .execute();
  const from = found.find((row) => row.id === (id as string));
  const target = found.find((row) => row.id === (into as string));
  if (!from || !target) throw new NotFoundError();
  const purge = planPurgeOfAll(db);
  const at = now();
  await runVersioned(db, {
    actor,
    requestId: scope.requestId,
    table,
    id: id as TagId,
    version,
    where: sql<boolean>`slug = ${from.slug} and exists (select 1 from ${sql.table(table)} as target
      where target.id = ${into} and target.slug = ${target.slug})`,
    set: { updated_at: at },
    audit: { action: "topic.merged", detail: { kind, slug: from.slug, into: target.slug } },
    conflict: changedMeanwhile,
    queries: [
      ...toQueries(db, [...rewriteRevisions(kind, id, into), ...handOver(kind, id, into), ...noteGone(id, into, at)]),
      db.deleteFrom(table).where("id", "=", id as TagId),
      ...movePath(db, { from: pathOfTopic(kind, from.slug), to: pathOfTopic(kind, target.slug), at }),
      purge.query,
    ],
  });
  await sendPurge(db, purge, scope);
}

/**
 * Deletes an author or a category that no article has, or a tag, which its articles lose.
 * @throws {ConflictError} when somebody else has changed it since, or an article needs it
 */
export async function deleteTopic<Kind extends TopicKind>(
  db: Db,
  kind: Kind,
  gone: Gone<Kind>,
  scope: SaveScope,
): Promise<void> {
  const purge = planPurgeOfAll(db);
  await removeTopic(db, kind, { ...gone, queries: [purge.query] }, scope);
  await sendPurge(db, purge, scope);
}

interface Removed<Kind extends TopicKind> extends Gone<Kind> {
  /** What must hold besides; else ConflictError, and nothing has changed. */
  given?: RawBuilder<boolean>;
  /** Run in the same transaction. */
  queries?: readonly Compilable[];
}

/** The same for several: the caller purges the caches, once. */
export async function removeTopic<Kind extends TopicKind>(
  db: Db,
  kind: Kind,
  { id, version, actor, given = sql<boolean>`true`, queries = [] }: Removed<Kind>,
  { requestId }: Pick<SaveScope, "requestId">,
): Promise<void> {
  const table = tableOf(kind);
  const found = await db
    .selectFrom(table)
    .select("slug")
    .where("id", "=", id as TagId)
    .executeTakeFirst();
  const path = pathOfTopic(kind, found?.slug ?? "");
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "topic.deleted", detail: { kind, slug: found?.slug ?? "" } },
    given: {
      rows: db
        .selectFrom(table)
        .select("id")
        .where("id", "=", id as TagId)
        .where("version", "=", version)
        .where(given),
      conflict: changedMeanwhile,
    },
    queries: [
      ...toQueries(db, [...(kind === "tag" ? rewriteRevisions(kind, id, null) : []), ...noteGone(id, null, now())]),
      db.deleteFrom(table).where("id", "=", id as TagId),
      db.deleteFrom("redirects").where("to_path", "=", path),
      ...queries,
    ],
  }).catch((error: unknown) => {
    if (!/FOREIGN KEY constraint failed/.test(String(error))) throw error;
    throw new ConflictError("Articles have it. Choose which one gets them.", { cause: error });
  });
}

function toQueries(db: Db, statements: readonly RawBuilder<unknown>[]): Compilable[] {
  return statements.map((statement) => ({ compile: () => statement.compile(db) }));
}

/**
 * The newest revisions, and those that readers see, of all articles that have `id`; and of those with changes that are
 * not published, where it may stand in these alone. Older revisions stay as they were written (`resolveTopics`).
 */
function rewriteRevisions(kind: TopicKind, id: string, into: string | null): RawBuilder<unknown>[] {
  const holders = {
    category: sql`SELECT id FROM posts WHERE category_id = ${id}`,
    tag: sql`SELECT post_id FROM post_tags WHERE tag_id = ${id}`,
    author: sql`SELECT post_id FROM post_authors WHERE author_id = ${id}`,
  }[kind];
  const touched = sql`SELECT id, version FROM (
      SELECT id, edited_version AS version FROM posts WHERE id IN (${holders})
      UNION SELECT id, shown_version FROM posts WHERE id IN (${holders})
      UNION SELECT id, edited_version FROM posts INDEXED BY posts_with_changes WHERE edited_version <> shown_version)`;
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
  return [sql`UPDATE post_revisions SET content = ${content} WHERE (post_id, version) IN (${touched}) AND ${holds}`];
}

/** Gives the articles of `id` to `into`. Bylines and tags are added and deleted, never updated. */
function handOver(kind: TopicKind, id: string, into: string): RawBuilder<unknown>[] {
  if (kind === "category") return [sql`UPDATE posts SET category_id = ${into} WHERE category_id = ${id}`];
  if (kind === "tag")
    return [
      sql`INSERT OR IGNORE INTO post_tags (post_id, tag_id) SELECT post_id, ${into} FROM post_tags WHERE tag_id = ${id}`,
      sql`DELETE FROM post_tags WHERE tag_id = ${id}`,
    ];
  // Whoever stands in a byline already keeps that place; else the new name takes the place of the old one. What REPLACE
  // deletes runs no trigger, so the list goes by a query of its own.
  return [
    sql`INSERT OR REPLACE INTO post_authors (post_id, position, author_id)
      SELECT post_id, position, ${into} FROM post_authors AS held WHERE author_id = ${id}
      AND NOT EXISTS (SELECT 1 FROM post_authors AS other WHERE other.post_id = held.post_id AND other.author_id = ${into})`,
    sql`DELETE FROM post_authors WHERE author_id = ${id}`,
    sql`DELETE FROM post_lists WHERE list = ${id}`,
  ];
}

function noteGone(id: string, into: string | null, at: number): RawBuilder<unknown>[] {
  return [
    sql`UPDATE merged_topics SET into_id = ${into} WHERE into_id = ${id}`,
    sql`INSERT INTO merged_topics (id, into_id, merged_at) VALUES (${id}, ${into}, ${at})`,
  ];
}
