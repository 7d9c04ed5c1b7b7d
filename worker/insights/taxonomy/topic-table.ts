import type { TopicKind } from "#shared/insights/topic.ts";
import type { AuthorId, CategoryId, TagId } from "#worker/db/insights-tables.ts";

export interface TopicIds {
  author: AuthorId;
  category: CategoryId;
  tag: TagId;
}

const tables = { author: "authors", category: "categories", tag: "tags" } as const;

/** The table of a kind, as far as the three are alike: its type is that of tags, which have only what all have. */
export function tableOf(kind: TopicKind): "tags" {
  return tables[kind] as "tags";
}
