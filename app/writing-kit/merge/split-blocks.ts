/**
 * A text in Markdown as its blocks and what stands between them, in turn: paragraphs, lists, tables, code with its blank
 * lines. Joined, they are the same text again.
 */
export function splitBlocks(markdown: string): string[] {
  // Whether a part is a gap is known from its first line: to look at a text that grows copies all of it each time.
  const parts: { text: string; isBlank: boolean }[] = [];
  let fence: string | null = null;
  for (const line of markdown.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isBlank = fence === null && line.trim() === "";
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const last = parts.at(-1);
    // The line feed that ends a block belongs to what stands after it, so that a block is the same at the end of a text.
    if (last?.isBlank === isBlank) last.text += line;
    else parts.push({ text: line, isBlank });
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return parts
    .flatMap(({ text, isBlank }) => (!isBlank && text.endsWith("\n") ? [text.slice(0, -1), "\n"] : [text]))
    .reduce<string[]>(joinGaps, []);
}

/** True for what stands between two blocks. */
export function isGap(part: string): boolean {
  return part.trim() === "";
}

function joinGaps(parts: string[], part: string): string[] {
  const last = parts.at(-1);
  if (last !== undefined && isGap(last) && isGap(part)) parts[parts.length - 1] = last + part;
  else parts.push(part);
  return parts;
}
