/** What is embedded of a chunk: where it stands, and what it says. */
export function writeChunkText({ title, trail, text }: { title: string; trail: string; text: string }): string {
  return [title, ...(JSON.parse(trail) as string[]), text].join("\n");
}
