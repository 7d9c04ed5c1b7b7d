import type { PostDraft } from "#worker/insights/post-draft.ts";

export interface Check {
  /** Errors keep an article from being published. */
  level: "error" | "warning";
  text: string;
  place: string;
}

/** What should be looked at before an article is published. */
export function checkArticle({ title }: PostDraft): Check[] {
  return title.trim() === "" ? [{ level: "error", text: "Give the article a title.", place: "title" }] : [];
}
