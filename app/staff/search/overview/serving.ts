import type { VersionRow } from "#worker/search/staff/read-overview.ts";

/** One sentence: what answers the search by meaning in this deployment. */
export function describeServing(env: Env, live: Pick<VersionRow, "provider" | "model"> | null): string {
  const bound = env as { AI?: unknown; VECTORIZE?: unknown };
  const parts = [
    bound.AI
      ? "Workers AI is bound."
      : "Workers AI is not bound: vectors come from LSA, which is learnt here from the site's own text and costs nothing.",
    bound.VECTORIZE
      ? "Vectorize is bound."
      : "Vectorize is not bound: vectors are compared in the Worker's memory, up to 20,000 chunks.",
  ];
  if (!live) return `Nothing serves by meaning yet: the search goes by words. ${parts.join(" ")}`;
  if (live.provider === "workers-ai" && !bound.AI)
    return `v with ${live.model} is live, but Workers AI is not bound: the search goes by words until it is.`;
  return parts.join(" ");
}
