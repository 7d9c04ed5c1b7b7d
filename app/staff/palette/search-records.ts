import type { PaletteGroup } from "#app/staff-kit/palette-sources.ts";

/** The records that hold the words `query`, as the server finds them for the reader. Rejects when it does not answer. */
export async function searchRecords(query: string, signal: AbortSignal): Promise<readonly PaletteGroup[]> {
  const response = await fetch(`/staff-search?${new URLSearchParams({ q: query })}`, { signal, redirect: "error" });
  if (!response.ok) throw new Error(`The search was answered with ${response.status}`);
  return (await response.json()) as PaletteGroup[];
}
