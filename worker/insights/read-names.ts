import { sql } from "kysely";
import type { Db } from "../db/client.ts";

interface Named {
  id: string;
  name: string;
}

/** Everything that an article can be put under. */
export interface TopicNames {
  authors: Named[];
  categories: Named[];
  tags: Named[];
}

/** What the query of `selectNames` has answered. */
export function toNames(result: D1Result | undefined): TopicNames {
  const rows = (result?.results ?? []) as unknown as (Named & { kind: "author" | "category" | "tag" })[];
  const list = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ id, name }));
  return { authors: list("author"), categories: list("category"), tags: list("tag") };
}

/** The conditions on slugs make each part read its index. */
export function selectNames(db: Db) {
  const names = sql`
    SELECT 'author' AS kind, id, name FROM authors WHERE slug > ''
    UNION ALL SELECT 'category', id, name FROM categories WHERE slug > ''
    UNION ALL SELECT 'tag', id, name FROM tags WHERE slug > ''`;
  return { compile: () => names.compile(db) };
}
