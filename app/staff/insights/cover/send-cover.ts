import { type CoverPart, coverAddress, coverParts } from "#shared/insights/cover-sizes.ts";

export type CoverKeys = Record<CoverPart, string>;

/**
 * Stores the pictures of a cover and returns their keys.
 * @throws {Error} with a sentence for the writer
 */
export async function sendCover(files: Record<CoverPart, File>): Promise<CoverKeys> {
  const body = new FormData();
  for (const part of coverParts) body.set(part, files[part]);
  // Who is signed out is led elsewhere, and that page's answer means nothing here.
  const response = await fetch(coverAddress, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (!response) throw new Error("The site could not be reached, so the cover is not stored.");
  if (response.ok) return (await response.json()) as CoverKeys;
  if (response.type === "opaqueredirect") throw new Error("You are signed out, so the cover is not stored.");
  if (response.status === 429) throw new Error("Many covers in a minute: this one is not stored yet.");
  const problem = (await response.json().catch(() => ({}))) as { errors?: Record<string, string[]>; detail?: string };
  const [first] = Object.values(problem.errors ?? {}).flat();
  throw new Error(first ?? problem.detail ?? "The cover could not be stored.");
}
