import { z } from "zod";
import { defineList, type ListState } from "#shared/pages/list.ts";
import type { ItemFilter } from "#worker/media/library/list-items.ts";

/** The media library: its columns, its filters and what its address may say. */
export const mediaList = defineList({
  id: "media",
  path: "/blog-management/media",
  nouns: { one: "file", many: "files" },
  columns: {
    name: { name: "File", sort: "asc" },
    alt: { name: "Alternative text", hides: 2 },
    uses: { name: "Used in", hides: 1 },
    kind: { name: "Type", hides: 3 },
    size: { name: "Size", sort: "desc", align: "end" },
    added: { name: "Added", sort: "desc", align: "end" },
  },
  sort: { by: "added", direction: "desc" },
  filters: {
    as: { name: "Show as", values: z.enum(["grid", "list"]), initial: "grid" },
    kind: { name: "Type", values: z.enum(["picture", "moving", "document"]) },
    use: { name: "Use", values: z.enum(["none"]) },
    alt: { name: "Alternative text", values: z.enum(["missing"]) },
  },
});

export type MediaState = ListState<typeof mediaList>;

/** What the database is asked for. */
export function toItemFilter({ filters, words }: MediaState): ItemFilter {
  const { kind, use, alt } = filters;
  return { words, kind: kind || null, isUnused: use === "none", lacksAlt: alt === "missing" };
}

/** What each filter can be set to. */
export const mediaOptions = {
  kind: [
    { value: "picture", name: "picture" },
    { value: "moving", name: "GIF" },
    { value: "document", name: "PDF" },
  ],
  use: [{ value: "none", name: "not used" }],
  alt: [{ value: "missing", name: "missing" }],
};
