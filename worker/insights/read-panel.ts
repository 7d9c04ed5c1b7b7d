import { sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { PostId } from "../db/insights-tables.ts";

interface Named {
  id: string;
  name: string;
}

/** What the side panel of an article needs besides the article. */
export interface PanelFacts {
  known: { authors: Named[]; categories: Named[]; tags: Named[] };
  /** Paths that articles, topics, openings and redirects have, for the check of links. */
  pages: string[];
  /** Slugs of other articles, drafts included. */
  takenSlugs: string[];
}

interface NameRow extends Named {
  kind: "author" | "category" | "tag";
  slug: string;
}

interface AddressRow {
  kind: "post" | "draft" | "job" | "moved";
  slug: string;
}

/** Reads them for the article `id`; null for one that is not stored. Two queries in one trip. */
export async function readPanel(db: Db, { id }: { id: PostId | null }): Promise<PanelFacts> {
  const [named, addressed] = await runBatch(db, selectPanel(db, id));
  return toPanelFacts(named, addressed);
}

/** What the two queries of `selectPanel` have answered. */
export function toPanelFacts(named: D1Result | undefined, addressed: D1Result | undefined): PanelFacts {
  const names = (named?.results ?? []) as unknown as NameRow[];
  const addresses = (addressed?.results ?? []) as unknown as AddressRow[];
  const toNames = (wanted: NameRow["kind"]) =>
    names.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }));
  return {
    known: { authors: toNames("author"), categories: toNames("category"), tags: toNames("tag") },
    pages: [
      ...toPaths(addresses, "post", "/insights/"),
      ...toPaths(names, "category", "/insights/category/"),
      ...toPaths(names, "tag", "/insights/tag/"),
      ...toPaths(names, "author", "/insights/author/"),
      ...toPaths(addresses, "job", "/careers/"),
      ...toPaths(addresses, "moved", ""),
    ],
    takenSlugs: [...toPaths(addresses, "post", ""), ...toPaths(addresses, "draft", "")],
  };
}

/** The slugs of one kind, each behind `start`. */
function toPaths(rows: readonly { kind: string; slug: string }[], wanted: string, start: string): string[] {
  return rows.filter(({ kind }) => kind === wanted).map(({ slug }) => start + slug);
}

/** D1 takes five parts of a union at most. The conditions on slugs make each part read its index. */
export function selectPanel(db: Db, id: PostId | null) {
  const names = sql`
    SELECT 'author' AS kind, id, slug, name FROM authors WHERE slug > ''
    UNION ALL SELECT 'category', id, slug, name FROM categories WHERE slug > ''
    UNION ALL SELECT 'tag', id, slug, name FROM tags WHERE slug > ''`;
  const addresses = sql`
    SELECT CASE status WHEN 'published' THEN 'post' ELSE 'draft' END AS kind, slug
      FROM posts WHERE slug > '' AND id IS NOT ${id}
    UNION ALL SELECT 'job', slug FROM jobs WHERE slug > '' AND status IN ('published', 'closed')
    UNION ALL SELECT 'moved', from_path FROM redirects WHERE from_path > ''`;
  return [names, addresses].map((query) => ({ compile: () => query.compile(db) }));
}
