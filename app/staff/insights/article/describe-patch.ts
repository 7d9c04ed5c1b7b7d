import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import type { KnownNames } from "../panel/panel-parts.ts";

/** The value of a field in words; ids by what they stand for. */
export function describePatch(patch: Partial<InsightDraft>, { authors, categories, tags }: KnownNames): string {
  const words = [
    patch.categoryId !== undefined && find(categories, patch.categoryId),
    patch.authorIds?.map((id) => find(authors, id)).join(", "),
    patch.tagIds?.map((id) => find(tags, id)).join(", "),
    patch.cover && ("motif" in patch.cover ? `Drawn: ${patch.cover.motif}, ${patch.cover.seed}` : patch.cover.picture),
    patch.featured !== undefined && (patch.featured ? "Yes" : "No"),
    patch.noindex !== undefined && (patch.noindex ? "Yes" : "No"),
    patch.coverAlt,
    patch.canonicalUrl,
    patch.title,
    patch.dek,
    patch.slug,
    patch.seoTitle,
    patch.seoDescription,
  ];
  return words.filter(Boolean).join(". ") || "None";
}

function find(list: readonly { id: string; name: string }[], id: string): string {
  return list.find((each) => each.id === id)?.name ?? "one that is gone";
}
