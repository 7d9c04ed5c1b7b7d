import { sql } from "kysely";
import { type ArticleHead, type ChangesHead, writeArticleFile } from "#shared/insights/article-file.ts";
import { nameArticle } from "#shared/imports/site-export.ts";
import type { Db } from "../../db/client.ts";
import { type InsightDraft, readDraft } from "#worker/insights/insight-draft.ts";
import { resolveTopics } from "../../insights/taxonomy/resolve-topics.ts";
import type { Entry, Range } from "./entry.ts";
import type { Topics } from "./list-topic-files.ts";

/** Each may have 400,000 characters. */
const atOnce = 20;

/** The articles of `range` as files, by slug, and their changes that are not published as others. */
export async function* listArticles(db: Db, topics: Topics, range: Range): AsyncGenerator<Entry> {
  const write = createWriter(db, topics);
  for (let { after } = range, rows; ; after = rows.at(-1)?.slug ?? "") {
    rows = await selectArticles(db, { ...range, after }).execute();
    for (const row of rows) {
      const { head, markdown } = await write(row, row.shown);
      const standing = {
        status: row.status,
        publishAt: toIso(row.publish_at),
        unpublishAt: toIso(row.unpublish_at),
        trashedAt: toIso(row.trashed_at),
        createdAt: new Date(row.created_at).toISOString(),
        updatedAt: new Date(row.updated_at).toISOString(),
        editedAt: new Date(row.edited_at).toISOString(),
        formerPaths: topics.listFormer(`/insights/${row.slug}`),
      } satisfies Omit<ArticleHead, keyof ChangesHead>;
      yield { name: nameArticle(row.slug), input: writeArticleFile({ ...head, ...standing }, markdown) };
      if (row.edited_version === row.shown_version) continue;
      const newest = await write(row, row.newest);
      yield { name: nameArticle(row.slug, "changes"), input: writeArticleFile(newest.head, newest.markdown) };
    }
    if (rows.length < atOnce) return;
  }
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function selectArticles(db: Db, { after, to }: Range) {
  return db
    .selectFrom("insights")
    .select([
      "id",
      "slug",
      "status",
      "publish_at",
      "unpublish_at",
      "trashed_at",
      "created_at",
      "updated_at",
      "edited_at",
      "edited_version",
      "shown_version",
      selectContent("shown_version").as("shown"),
      selectContent("edited_version").as("newest"),
    ])
    .where("slug", ">", after)
    .$if(to !== "", (query) => query.where("slug", "<=", to))
    .orderBy("slug")
    .limit(atOnce);
}

function selectContent(version: "shown_version" | "edited_version") {
  return sql<string>`(SELECT content FROM insight_revisions WHERE insight_id = insights.id AND version = ${sql.ref(`insights.${version}`)})`;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectArticles>["execute"]>>[number];

function toMap(rows: readonly { id: string; slug: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

function createWriter(db: Db, { authors, categories, tags }: Topics) {
  const [byAuthor, byCategory, byTag] = [toMap(authors), toMap(categories), toMap(tags)];
  const isKnown = ({ categoryId, authorIds, tagIds }: InsightDraft) =>
    byCategory.has(categoryId) && authorIds.every((id) => byAuthor.has(id)) && tagIds.every((id) => byTag.has(id));
  return async ({ id }: Row, content: string): Promise<{ head: ChangesHead; markdown: string }> => {
    const read = readDraft(content);
    // An older revision may name what is gone.
    const draft = isKnown(read) ? read : await resolveTopics(db, id, read);
    const { categoryId, authorIds, tagIds, markdown, ...others } = draft;
    const head = {
      ...others,
      category: byCategory.get(categoryId) ?? "",
      authors: authorIds.flatMap((each) => byAuthor.get(each) ?? []),
      tags: tagIds.flatMap((each) => byTag.get(each) ?? []),
    };
    return { head, markdown };
  };
}
