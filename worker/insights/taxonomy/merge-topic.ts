import { type Compilable, type RawBuilder, sql } from "kysely";
import { runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { TagId } from "#worker/db/insights-tables.ts";
import { movePath } from "#worker/db/redirects.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError, InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { planPurgeOfAll, type SaveScope } from "../purge-insight.ts";
import { sendPurge } from "../purges.ts";
import { pathOfTopic, type TopicKind } from "#shared/insights/topic.ts";
import { changedMeanwhile, handOverMost, planRest, toQueries } from "./hand-over.ts";
import { type TopicIds, tableOf } from "./topic-table.ts";

interface Gone<Kind extends TopicKind> {
  id: TopicIds[Kind];
  /** The version that was read; another one means ConflictError, and nothing has changed. */
  version: number;
  actor: AccountId | null;
}

/**
 * Joins an author, a category or a tag with another of its kind, `into`: that one gets all articles, and the address of
 * the other leads to it. What is being written is changed, too. Many articles are handed over in parts before that.
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
  const at = now();
  const handing = { kind, id, version, into };
  await handOverMost(db, handing, { actor, requestId: scope.requestId });
  const purge = planPurgeOfAll(db);
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
      ...planRest(db, handing),
      ...toQueries(db, noteGone(id, into, at)),
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
  const { id, version, actor } = gone;
  if (kind === "tag") await handOverMost(db, { kind, id, version, into: null }, { actor, requestId: scope.requestId });
  const purge = planPurgeOfAll(db);
  await removeTopic(db, kind, { ...gone, queries: [purge.query] }, scope);
  await sendPurge(db, purge, scope);
}

interface Removed<Kind extends TopicKind> extends Gone<Kind> {
  /** A further condition; else ConflictError, and nothing has changed. */
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
      ...(kind === "tag" ? planRest(db, { kind, id, version, into: null }) : []),
      ...toQueries(db, noteGone(id, null, now())),
      db.deleteFrom(table).where("id", "=", id as TagId),
      db.deleteFrom("redirects").where("to_path", "=", path),
      ...queries,
    ],
  }).catch((error: unknown) => {
    if (!/FOREIGN KEY constraint failed/.test(String(error))) throw error;
    throw new ConflictError("Articles have it. Choose which one gets them.", { cause: error });
  });
}

function noteGone(id: string, into: string | null, at: number): RawBuilder<unknown>[] {
  return [
    sql`UPDATE merged_topics SET into_id = ${into} WHERE into_id = ${id}`,
    sql`INSERT INTO merged_topics (id, into_id, merged_at) VALUES (${id}, ${into}, ${at})`,
  ];
}
