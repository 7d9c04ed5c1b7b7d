import { sql } from "kysely";
import type { TopicKind } from "#shared/insights/topic.ts";
import { type Db, readRows, runBatch } from "../../db/client.ts";
import type { InsightId } from "../../db/insights-tables.ts";
import { hashText } from "#worker/lib/text/hash-text.ts";
import { tableOf } from "../../insights/taxonomy/topic-table.ts";

const kinds = ["author", "category", "tag"] as const satisfies readonly TopicKind[];

/**
 * What the names in an export rest on: the addresses of articles, authors, categories and tags, and which files were deleted. An
 * export whose parts were read under different names may hold names that lead nowhere. Articles that are newer than the
 * one in `since`, an earlier answer, do not count: they are in an export or not, and whole in both cases.
 *
 * Returns the id of the newest article that counts, a full stop and a hash.
 */
export async function readNames(db: Db, since?: string): Promise<string> {
  const last = since?.split(".")[0] ?? (await readLast(db));
  const posts = selectSlugs(db, last);
  const topics = kinds.map((kind) => db.selectFrom(tableOf(kind)).select(["slug", "id"]).orderBy("slug"));
  const deleted = db
    .selectFrom("media_items")
    .select(({ fn }) => fn.max("deleted_at").as("at"))
    .where("deleted_at", "is not", null);
  const results = await runBatch(db, [posts, deleted, ...topics]);
  const names = [
    readRows(posts, results[0]).map(({ slug }) => slug),
    readRows(deleted, results[1]),
    ...topics.map((query, at) => readRows(query, results[2 + at]).map(({ id, slug }) => `${slug} ${id}`)),
  ];
  return `${last}.${await hashText(JSON.stringify(names))}`;
}

/** From the index of addresses: a row of an article has its text. */
export function selectSlugs(db: Db, last: string) {
  return db
    .selectFrom("insights")
    .select("slug")
    .where(sql<boolean>`+id <= ${last}`)
    .orderBy("slug");
}

async function readLast(db: Db): Promise<InsightId | ""> {
  const newest = await db.selectFrom("insights").select("id").orderBy("id", "desc").limit(1).executeTakeFirst();
  return newest?.id ?? "";
}
