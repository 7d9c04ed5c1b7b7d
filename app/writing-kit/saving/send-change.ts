import { afterPost } from "#app/client/page-data.ts";
import type { Answer, Newest, Stored } from "./answers.ts";

/** Browsers refuse longer bodies of requests that outlive their page: 64 KB for all of them together. */
const longestParting = 60_000;

/** The address of an article's changes. */
export function buildLivePath(id: string): string {
  return `/blog-management/${id}/live`;
}

/** Asks at `path` for a change of an article or a job. Never rejects. */
export async function sendChange<Now extends Stored = Newest>(
  path: string,
  change: object,
  { isLeaving = false } = {},
): Promise<Answer<Now>> {
  const body = JSON.stringify(change);
  try {
    const response = await fetch(path, {
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

/** It as it stands on the server. Never rejects. */
export async function fetchNewest<Now extends Stored = Newest>(path: string): Promise<Answer<Now>> {
  try {
    return await readAnswer(await fetch(path, { redirect: "manual" }));
  } catch {
    return { kind: "unreachable", isOffline: !navigator.onLine };
  }
}

async function readAnswer<Now extends Stored>(response: Response): Promise<Answer<Now>> {
  if (response.type === "opaqueredirect") return { kind: "signed-out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (response.status === 404) return { kind: "gone" };
  if (!response.headers.get("Content-Type")?.startsWith("application/json"))
    return { kind: "unreachable", isOffline: false };
  return (await response.json()) as Answer<Now>;
}
