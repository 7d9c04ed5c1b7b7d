import type { FoundPage } from "#app/writing-kit/editor/types.ts";

/** The pages of this site that hold all words of `query`, for links. None where the site does not answer. */
export async function findPages(query: string): Promise<FoundPage[]> {
  const answer = await fetch(`/blog-management/pages?${new URLSearchParams({ q: query })}`, {
    redirect: "manual",
  }).catch(() => null);
  if (!answer?.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) return [];
  return (await answer.json()) as FoundPage[];
}
