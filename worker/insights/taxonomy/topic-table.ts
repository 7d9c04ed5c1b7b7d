import type { TopicKind } from "#shared/insights/topic.ts";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";

export interface TopicIds {
  author: AuthorId;
  category: CategoryId;
  tag: TagId;
}

const tables = { author: "authors", category: "categories", tag: "tags" } as const;

/** The table of a kind. The type is that of tags, whose columns all three tables have. */
export function tableOf(kind: TopicKind): "tags" {
  return tables[kind] as "tags";
}
