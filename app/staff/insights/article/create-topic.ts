import type { Named, NameKind } from "../panel/panel-parts.ts";
import { buildLivePath } from "#app/writing-kit/saving/send-change.ts";

/**
 * Makes an author, a category or a tag from the page of the article `id`.
 * @throws {Error} with words for its field
 */
export async function createTopic(id: string, kind: NameKind, name: string): Promise<Named> {
  const answer = await fetch(buildLivePath(id), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ intent: "topic", kind, name }),
    redirect: "manual",
  }).catch(() => null);
  if (!answer?.headers.get("Content-Type")?.startsWith("application/json"))
    throw new Error("The site could not be reached, so nothing was made. Please try again.");
  const body = (await answer.json()) as { topic: Named } | { faults: Record<string, string> };
  if ("topic" in body) return body.topic;
  throw new Error(Object.values(body.faults ?? {}).join(" ") || "It was not made. Please try again in a minute.");
}
