import { defineList } from "#shared/pages/list.ts";
import type { TopicKind } from "#shared/insights/topic.ts";
import { page } from "../page.ts";

function defineTopics<const Id extends string>(id: Id, nouns: { one: string; many: string }) {
  return defineList({
    id,
    path: `${page.path}/${id}`,
    nouns,
    columns: {
      name: { name: "Name", sort: "asc" },
      address: { name: "Address", hides: 1 },
      text: { name: "Description", hides: 2 },
      published: { name: "Published articles", align: "end" },
    },
    sort: { by: "name", direction: "asc" },
    filters: {},
  });
}

/** The lists of authors, categories and tags. */
export const topicLists = {
  author: defineTopics("authors", { one: "author", many: "authors" }),
  category: defineTopics("categories", { one: "category", many: "categories" }),
  tag: defineTopics("tags", { one: "tag", many: "tags" }),
} as const satisfies Record<TopicKind, object>;

/** What each page says of itself. */
export const topicWords: Readonly<Record<TopicKind, { title: string; line: string; empty: string }>> = {
  author: {
    title: "Authors",
    line: "Who writes. Each has a page that lists their articles.",
    empty: "Whoever stands in a byline is listed here.",
  },
  category: {
    title: "Categories",
    line: "An article has one. Readers find them above the list of articles.",
    empty: "What articles are sorted by is listed here.",
  },
  tag: {
    title: "Tags",
    line: "An article has as many as it needs.",
    empty: "Words that articles are marked with are listed here.",
  },
};

/** The forms of these pages; the query of their action names them. */
export const topicForms = ["new", "edit", "merge", "delete", "photo", "photo-remove"] as const;
export type TopicForm = (typeof topicForms)[number];
