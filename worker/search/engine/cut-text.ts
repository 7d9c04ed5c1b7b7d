/** How sections of a document become chunks. Whoever changes this changes `cutting`, so that all is indexed anew. */
export const cutting = 2;

/** In characters. A passage of this length is read in half a minute, and is about one thing. */
const longestChunk = 1200;
const shortestRest = 300;

export interface Section {
  /** The id of its heading in the page; "" for what stands before the first one. */
  anchor: string;
  /** Headings from the first level below the title down to its own. */
  trail: readonly string[];
  text: string;
}

/** Sections with at most `longestChunk` characters: longer ones are cut between sentences, or between words. */
export function cutSections(sections: readonly Section[]): Section[] {
  return sections.flatMap(({ anchor, trail, text }) => cutText(text).map((part) => ({ anchor, trail, text: part })));
}

function cutText(text: string): string[] {
  let rest = text.replaceAll(/\s+/g, " ").trim();
  const parts: string[] = [];
  while (rest.length > longestChunk + shortestRest) {
    const end = findEnd(rest.slice(0, longestChunk));
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** Where the last sentence of `text` ends that leaves half of it; otherwise the last word; otherwise all of it. */
function findEnd(text: string): number {
  const half = text.length >> 1;
  const sentence = [...text.matchAll(/[.!?…][)"”’]*\s/gu)].findLast(({ index }) => index > half);
  if (sentence) return sentence.index + sentence[0].length;
  const space = text.lastIndexOf(" ");
  return space > half ? space : text.length;
}
