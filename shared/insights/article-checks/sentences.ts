const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a plain text, as the rules of Unicode part them. */
export function splitSentences(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(Boolean);
}

/** The words of a plain text, as the reading time counts them. */
export function findWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
}

export function countWords(text: string): number {
  return findWords(text).length;
}

/** The first words of `text`, to find it by. */
export function quoteStart(text: string, most = 6): string {
  const words = text.trim().split(/\s+/);
  return `“${words.slice(0, most).join(" ").slice(0, 80)}${words.length > most ? " …" : ""}”`;
}
