import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { InsightId } from "../../db/insights-tables.ts";
import { judgeState } from "#worker/insights/read-insight.ts";
import { readSections } from "./read-html.ts";
import type { Source } from "./source.ts";

const prefix = "article:";

/** The names that a query gives, as JSON. */
function names(table: "authors" | "tags", query: string) {
  return sql<string>`(SELECT json_group_array(name) FROM (SELECT ${sql.table(table)}.name ${sql.raw(query)}))`;
}

/** What is to be found of the articles with these keys at `at`. Those that are not in the answer do not exist. One query. */
export async function readArticles(db: Db, keys: readonly string[], at: number): Promise<Source[]> {
  const ids = JSON.stringify(keys.map((key) => key.slice(prefix.length)));
  const rows = await db
    .selectFrom("insights")
    .innerJoin("categories", "categories.id", "insights.category_id")
    .select([
      "insights.id",
      "insights.slug",
      "insights.title",
      "insights.dek",
      "insights.html",
      "insights.status",
      "insights.publish_at",
    ])
    .select([
      "insights.unpublish_at",
      "insights.trashed_at",
      "insights.noindex",
      "insights.updated_at",
      "categories.name as category",
    ])
    .select([
      names(
        "authors",
        "FROM insight_authors JOIN authors ON authors.id = author_id WHERE insight_id = insights.id ORDER BY position",
      ).as("authors"),
      names("tags", "FROM insight_tags JOIN tags ON tags.id = tag_id WHERE insight_id = insights.id ORDER BY name").as(
        "tags",
      ),
    ])
    .where("insights.id", "in", sql<InsightId>`(SELECT value FROM json_each(${ids}))`)
    .execute();
  return Promise.all(
    rows.map(async (row): Promise<Source> => {
      const { id, slug, title, dek, html, category, noindex, publish_at, unpublish_at, updated_at } = row;
      const key = prefix + id;
      const state = judgeState(row, at);
      const isSought = noindex === 0;
      if (state !== "published" || !isSought)
        return { key, document: null, changesAt: state === "scheduled" && isSought ? publish_at : null };
      const [authors, tags] = [row.authors, row.tags].map((list) => JSON.parse(list) as string[]) as [
        string[],
        string[],
      ];
      const byline = [authors.length > 0 ? `By ${authors.join(", ")}.` : "", `${[category, ...tags].join(", ")}.`];
      const head = [dek, ...byline].filter(Boolean).join(" ");
      const sections = [{ anchor: "", trail: [], text: head }, ...(await readSections(html, { leaveOut: ["back"] }))];
      const changedAt = Math.max(updated_at, publish_at ?? 0);
      const document = { key, kind: "article", path: `/insights/${slug}`, title, summary: dek, changedAt, sections };
      return { key, document, changesAt: unpublish_at };
    }),
  );
}
