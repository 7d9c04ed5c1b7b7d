import { afterPost } from "#app/client/page-data.ts";
import type { Answer } from "./answers.ts";

/** Browsers refuse longer bodies of requests that outlive their page: 64 KB for all of them together. */
const longestParting = 60_000;

/** The address of an article's changes. */
export function buildLivePath(id: string): string {
  return `/blog-management/${id}/live`;
}

/** Asks for a change of the article. Never rejects. */
export async function sendChange(id: string, change: object, { isLeaving = false } = {}): Promise<Answer> {
  const body = JSON.stringify(change);
  try {
    const response = await fetch(buildLivePath(id), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // To sign in is a redirect, which is not for a request like this.
      redirect: "manual",
      keepalive: isLeaving && body.length * 3 < longestParting,
    });
    return await readAnswer(response);
  } catch {
    return { kind: "unreachable", isOffline: !navigator.onLine };
  } finally {
    // Lists of articles that were loaded before may be out of date.
    for (const callback of afterPost) callback();
  }
}

/** The article as it stands on the server. Never rejects. */
export async function fetchNewest(id: string): Promise<Answer> {
  try {
    return await readAnswer(await fetch(buildLivePath(id), { redirect: "manual" }));
  } catch {
    return { kind: "unreachable", isOffline: !navigator.onLine };
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  if (response.type === "opaqueredirect") return { kind: "signed-out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (response.status === 404) return { kind: "gone" };
  if (!response.headers.get("Content-Type")?.startsWith("application/json"))
    return { kind: "unreachable", isOffline: false };
  return (await response.json()) as Answer;
}
